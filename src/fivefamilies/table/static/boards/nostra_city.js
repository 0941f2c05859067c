// Nostra City: an action is gathered by touching: the man, then a Turf's Take or a card of the Street, then bills. It knows no
// rule: what may be touched is in the markup (`data-pick`), what comes of it the server says.

const board = () => document.querySelector(".nc");
const all = (selector) => [...(board()?.querySelectorAll(selector) ?? [])];
const NEXT = { man: ["take", "space"], space: ["bill"], take: [], bill: [] };
const ORDER = ["man", "space", "take", "bill"];
const NARROW = 640;
const isNarrow = () => (board()?.clientWidth ?? NARROW) < NARROW;
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
let picked = new Map();   // kind: the notations, or for bills the keys of those that are laid

const isButton = (thing) => thing.matches("button");
const words = (thing) => thing.dataset.notation;
const things = (kind) => all(`[data-pick=${kind}]`);
const chosenOf = (kind) => things(kind).filter((thing) => picked.get(kind)?.has(keyOf(thing)));
const keyOf = (thing) => thing.dataset.pick === "bill" ? String(things("bill").indexOf(thing)) : `${words(thing)} ${thing.dataset.more ?? ""}`;

// A thing can be picked when it is a legal move now, or when what must come before it is picked; a Take, when it is the man's.
function isOpen(thing) {
  if (isButton(thing)) return true;
  const isNext = ORDER.some((before) => NEXT[before].includes(thing.dataset.pick) && chosenOf(before).length > 0);
  return isNext && (thing.dataset.pick !== "take" || [...thing.querySelectorAll("[data-by]")].some(isHis));
}

// What is said of a Take depends on who makes it.
function isHis(word) {
  const [man] = chosenOf("man");
  return !man || word.dataset.by.split(" ").includes(words(man));
}

function show() {
  for (const word of all("[data-by]")) word.hidden = !isHis(word);
  for (const thing of all("[data-pick]")) {
    const [open, isOn] = [isOpen(thing), picked.get(thing.dataset.pick)?.has(keyOf(thing)) ?? false];
    thing.classList.toggle("is-lit", open && !isButton(thing));
    thing.classList.toggle("is-picked", isOn);
    if (isButton(thing)) { thing.setAttribute("aria-pressed", String(isOn)); continue; }
    if (open) { thing.setAttribute("role", "button"); thing.setAttribute("aria-pressed", String(isOn)); thing.tabIndex = 0; }
    else if (thing.getAttribute("role") === "button") { thing.removeAttribute("role"); thing.removeAttribute("aria-pressed"); thing.tabIndex = -1; }
  }
  stack();
}

// The bills that are picked lie below their card at once, for their owner's eyes.
function stack() {
  for (const old of all(".stack")) old.remove();
  const [bills, [man], [picked]] = [chosenOf("bill"), chosenOf("man"), chosenOf("space")];
  const kerb = (picked ?? board()?.querySelector(":has(.bank[data-after]) .space.is-current"))?.querySelector(".kerb");
  if (!kerb || !bills.length) return;
  const laid = make("span", "bid is-own stack");
  const portrait = man?.querySelector(".por")?.cloneNode(true);
  portrait?.setAttribute("class", "who");
  laid.append(portrait ?? "", ...bills.map((bill) => note(words(bill).replaceAll(" ", "_"))[0]), make("strong", "", money(total(bills))));
  kerb.prepend(laid);
}

const total = (bills) => bills.reduce((sum, bill) => sum + Number(bill.dataset.value), 0);
const money = (sum) => sum.toLocaleString(document.documentElement.lang);

function gather(thing) {
  const moves = [];
  for (const kind of ORDER) {
    for (const one of chosenOf(kind)) moves.push(words(one), ...(one.dataset.more ? [one.dataset.more] : []));
  }
  const bills = chosenOf("bill");
  const after = bills[0]?.closest("[data-after]")?.dataset.after;
  if (bills.length && after) moves.push(after);
  const told = ORDER.flatMap(chosenOf).map((one) => one.dataset.name || one.getAttribute("aria-label") || one.textContent.trim().replace(/\s+/g, " "));
  const names = [...new Set(told)].map((name) => [told.filter((one) => one === name).length, name]).map(([n, name]) => n > 1 ? `${n} × ${name}` : name);
  window.table.gather(moves, names.join(" · ") + (bills.length > 1 ? ` = ${money(total(bills))}` : ""));
  thing.focus({ preventScroll: true });
  show();
  const next = NEXT[thing.dataset.pick].map((kind) => `[data-pick=${kind}].is-lit`).join();
  if (isNarrow() && next) all(next)[0]?.scrollIntoView({ block: "nearest", behavior: isCalm.matches ? "auto" : "smooth" });
}

function pick(thing) {
  const kind = thing.dataset.pick;
  const key = keyOf(thing);
  const old = picked.get(kind) ?? new Set();
  const limit = Number(thing.closest("[data-limit]")?.dataset.limit ?? (kind === "bill" ? Infinity : 1));
  const now = new Set(old);
  if (!now.delete(key)) {
    now.add(key);
    if (now.size > limit) now.delete([...now][0]);
  }
  picked.set(kind, now);
  for (const after of ORDER.slice(ORDER.indexOf(kind) + 1)) {
    if (!now.size || (kind === "man" && after !== "bill" && !picked.get(after)?.size)) picked.delete(after);
  }
  gather(thing);
}

const target = (event) => {
  const thing = event.target.closest?.(".nc [data-pick]");
  return thing && window.table?.isMine() && isOpen(thing) ? thing : null;
};

window.addEventListener("click", (event) => {   // before the page's own touch
  const thing = target(event);
  if (!thing || event.target.closest("button") !== (isButton(thing) ? thing : null)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pick(thing);
}, true);

document.addEventListener("table:chosen", (event) => {
  if (!event.detail.length && picked.size) { picked = new Map(); show(); }
});

// ---------------------------------------------------------------- keys: arrows inside a row of things, one key for the way out

const focusable = (row) => [...row.querySelectorAll("button, [tabindex]")].filter((thing) => thing.offsetParent !== null);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
  const thing = target(event);
  if (thing && thing === event.target && !isButton(thing) && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    pick(thing);
  }
  const row = event.target.closest?.(".nc [data-roam]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (row && step) {
    const rest = focusable(row);
    const next = rest[rest.indexOf(event.target.closest("button, [tabindex]")) + step];
    if (next) { event.preventDefault(); next.focus(); }
  }
  if (/^[pdn]$/i.test(event.key)) {
    const out = document.querySelector(".nc .move[data-out]");
    if (out) { event.preventDefault(); out.click(); }
  }
});

// ---------------------------------------------------------------- what is turned up, counted and pronounced is shown while it is told

const STAGED = { shows: "offers", raises: "offers", only_bidder: "offers", takes_back: "offers", discards_offer: "offers", wins_card: "offers", nobody_wins: "offers", bribe_too_small: "offers",
  counted: "pile", marker: "pile", guilt: "pile", snitch: "verdict", innocent: "verdict", guilty: "verdict", wins: "verdict", all_lose: "verdict" };
const LINGERS = 1600;   // milliseconds after the last word
let turned = null;      // the sheet that shows it
let leaving = 0;
const counted = new Set();

const make = (tag, look, text = "") => Object.assign(document.createElement(tag), { className: look, textContent: text });
const thingsOf = (step, kind) => step.dataset.things.split("\n").filter((thing) => thing.startsWith(`${kind} `)).map((thing) => thing.slice(kind.length + 1));
const numbersOf = (step) => step.dataset.numbers.split(" ").map(Number);
const alike = (step, ...events) => [...step.parentElement.children].filter((one) => events.includes(one.dataset.event));

// A bill as the board draws it, and its value.
function note(word) {
  const face = document.querySelector(".nc .faces")?.content.querySelector(`[data-bill="${word}"]`);
  return face ? [face.firstElementChild.cloneNode(true), Number(face.dataset.value)] : ["", 0];
}

// Who gets it may hang on an answer, and no card is told yet: then it is the space for which just these players bid.
function bidFor(step) {
  const shown = new Set(turnedWith(step).flatMap((one) => thingsOf(one, "player")));
  return all(".space").find((space) => {
    const bids = new Set([...space.querySelectorAll(".bid[data-of]")].map((bid) => bid.dataset.of));
    return bids.size > 0 && bids.size === shown.size && [...bids].every((player) => shown.has(player));
  });
}

// The card that these offers are for, as it lies on the Street.
function forSale(step) {
  const [space] = thingsOf(step, "space");
  let card = null;
  for (let one = step; one && !card; one = one.nextElementSibling) [card] = thingsOf(one, "card");
  const lies = space || card ? board().querySelector(space ? `.space[data-thing="space ${space}"]` : `.space:has([data-key="card-${card}"])`) : bidFor(step);
  if (!lies?.querySelector("h3")) return null;
  const lot = make("div", `lot-told ${[...lies.classList].find((look) => look.startsWith("is-"))}`);
  lot.append(lies.querySelector(".plate").cloneNode(true), lies.querySelector(".pic")?.cloneNode(true) ?? "", make("b", "", lies.querySelector("h3").textContent));
  return lot;
}

function sheet(kind, title) {
  if (!turned?.isConnected || turned.dataset.kind !== kind) {
    clear();
    turned = make("div", `turned is-${kind}`);
    turned.dataset.kind = kind;
    turned.setAttribute("aria-hidden", "true");   // the strip tells it in words
    turned.append(make("h4", ""));
    board().append(turned);
  }
  turned.firstChild.textContent = title;
  clearTimeout(leaving);
  return turned;
}

function clear() {
  clearTimeout(leaving);
  turned?.remove();
  turned = null;
  counted.clear();
}

// The offers for one space: what is shown without a pause.
const isTurnedUp = (step) => step?.dataset.event === "shows" || step?.dataset.event === "raises";
function turnedWith(step) {
  let first = step;
  while (isTurnedUp(first.previousElementSibling)) first = first.previousElementSibling;
  const run = [];
  for (let one = first; isTurnedUp(one); one = one.nextElementSibling) run.push(one);
  return run;
}

// All offers for a space are turned up at once, then read out one by one.
function offers(step) {
  const isShown = isTurnedUp(step);
  if (!isShown && turned?.dataset.kind !== "offers") return;
  const box = sheet("offers", step.textContent);
  const isSole = step.dataset.event === "only_bidder";
  if (isSole) box.querySelectorAll("p").forEach((row) => row.remove());   // of the space before
  if (isSole || isShown) { box.querySelector(".lot-told")?.remove(); box.firstChild.after(forSale(step) ?? ""); }
  if (isSole) return;
  const shown = isShown ? turnedWith(step) : [];
  if (shown.length && box.first !== shown[0]) {
    box.first = shown[0];
    box.querySelectorAll("p").forEach((row) => row.remove());
    for (const one of shown) {
      const [player] = thingsOf(one, "player");
      let row = box.querySelector(`p[data-of="${player}"]`);
      if (!row) {
        const head = document.querySelector(`.nc .head[data-thing="player ${player}"]`);
        row = make("p", "");
        Object.assign(row.dataset, { of: player, sum: 0 });
        row.append(head?.querySelector(".badge")?.cloneNode(true) ?? "", make("span", "", head?.querySelector(".seat-name")?.textContent ?? player), make("strong", ""));
        box.append(row);
      }
      const [[number], [bill]] = [numbersOf(one), thingsOf(one, "bill")];
      const faces = bill ? Array.from({ length: number }, () => note(bill)) : [[make("em", "", `+ ${money(number)}`), number]];
      for (const [face, value] of faces) {
        row.lastChild.before(face);
        row.dataset.sum = Number(row.dataset.sum) + value;
      }
      row.lastChild.textContent = money(Number(row.dataset.sum));
    }
  }
  const [player] = thingsOf(step, "player");
  for (const row of box.querySelectorAll("p")) {
    row.classList.toggle("is-read", row.dataset.of === player);
    if (step.dataset.event === "wins_card") row.classList.toggle("is-best", row.dataset.of === player);
  }
}

// The track on the sheet itself: a phone does not see the other one.
function way(box) {
  if (box.querySelector(".steps")) return;
  const steps = document.querySelector(".nc .rail .steps")?.cloneNode(true);
  if (!steps) return;
  steps.querySelector(".don")?.removeAttribute("data-key");
  box.append(steps);
}

// Every bill of the Pile lies beside those before it, with the steps that it made; then what the Investigations add.
function pile(step) {
  const event = step.dataset.event;
  if (event !== "counted" && turned?.dataset.kind !== "pile") return;
  const box = sheet("pile", step.textContent);
  way(box);
  const row = box.querySelector("p") ?? box.insertBefore(make("p", "is-read"), box.lastChild);
  if (event === "marker") {
    const [last, [before, after]] = [row.lastElementChild, numbersOf(step)];
    if (last && !last.querySelector(":scope > small")) last.append(make("small", "", before === after ? `${after}` : `${before} → ${after}`));
  } else if (!counted.has(step)) {
    counted.add(step);
    const one = make("span", "count");
    one.append(event === "counted" ? note(thingsOf(step, "bill")[0])[0] : document.querySelector(".nc .is-cage svg")?.cloneNode(true) ?? "");
    row.append(one);
  }
}

function verdict(step) {
  way(sheet("verdict", step.textContent));
}

// The Godfather goes step by step, on the court's track and on the sheet's.
function march(step) {
  const marks = alike(step, "marker");
  const isMoving = step.dataset.event === "marker";
  const next = isMoving ? step : marks.find((one) => step.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const [before, after] = numbersOf(next ?? marks.at(-1) ?? step);
  if (!marks.length) return;
  const [start, stop] = !next ? [after, after] : isMoving ? [before, after] : [before, before];
  const count = Math.max(1, Math.abs(stop - start));
  for (const don of all(".don")) {
    const cells = [...don.closest(".steps").children];
    const at = cells.indexOf(don.parentElement) + 1;
    const width = don.parentElement.getBoundingClientRect().width;
    const [from, to] = [start, stop].map((n) => `translateX(${(n - at) * width}px)`);
    don.getAnimations().forEach((one) => one.cancel());
    don.animate([{ transform: from }, { transform: to }], { duration: isCalm.matches ? 1 : 150 * count, easing: `steps(${count})`, fill: "forwards" });
    cells.forEach((cell, n) => cell.classList.toggle("is-at", n + 1 === stop));
  }
}

let isTelling = false;
let isAway = false;   // whoever has put the sheet away is told the rest without it
document.addEventListener("table:step", ({ detail: step }) => {
  if (!board()) return;
  isTelling = true;
  const kind = isAway ? null : STAGED[step.dataset.event];
  if (kind === "offers") offers(step);
  else if (kind === "pile") pile(step);
  else if (kind === "verdict") verdict(step);
  else clear();
  march(step);
});
document.addEventListener("table:told", () => {
  const don = document.querySelector(".nc .rail .don");   // where the table has it
  don?.getAnimations().forEach((one) => one.cancel());
  for (const cell of all(".rail .step")) cell.classList.toggle("is-at", cell.contains(don));
  isTelling = isAway = false;
  leaving = setTimeout(clear, LINGERS);
});
function putAway() {
  isAway ||= isTelling && Boolean(turned);
  clear();
}
document.addEventListener("click", putAway, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") putAway(); }, true);

// ---------------------------------------------------------------- on a narrow screen rivals are folded, and one opens over the others

const folds = new WeakMap();   // a rival: whether it was folded
function fold() {
  const now = isNarrow();
  for (const rival of all(".rival")) {
    if (now !== (folds.get(rival) ?? false)) rival.open = !now;
    folds.set(rival, now);
    if (now) rival.setAttribute("name", "nc-rival");
    else rival.removeAttribute("name");
  }
}

// The replay and a look at an earlier moment bring another board.
new MutationObserver(() => {
  if (all(".rival").some((rival) => !folds.has(rival))) fold();
}).observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });

// What opens near the foot of the window comes out from under the bar that confirms.
document.addEventListener("toggle", ({ target: rival }) => {
  if (!rival.matches?.(".nc .rival[open]") || !isNarrow()) return;
  rival.querySelector(".inside").scrollIntoView({ block: "nearest", behavior: isCalm.matches ? "auto" : "smooth" });
}, true);

document.addEventListener("table:settled", () => { show(); fold(); });
addEventListener("resize", fold);
show();
fold();
