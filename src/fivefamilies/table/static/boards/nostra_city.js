// Nostra City: an action is gathered by touching: the man, then a Turf's Take or a card of the Street, then bills. It knows no
// rule: what may be touched is in the markup (`data-pick`), what comes of it the server says.

const board = () => document.querySelector(".nc");
const all = (selector) => [...(board()?.querySelectorAll(selector) ?? [])];
const NEXT = { man: ["take", "space"], space: ["bill"], take: [], bill: [] };
const ORDER = ["man", "space", "take", "bill"];
const NARROW = 640;
const isNarrow = () => (board()?.clientWidth ?? NARROW) < NARROW;
let picked = new Map();   // kind: the notations, or for bills the keys of those that are laid

const isButton = (thing) => thing.matches("button");
const words = (thing) => thing.dataset.notation;
const things = (kind) => all(`[data-pick=${kind}]`);
const chosenOf = (kind) => things(kind).filter((thing) => picked.get(kind)?.has(keyOf(thing)));
const keyOf = (thing) => thing.dataset.pick === "bill" ? String(things("bill").indexOf(thing)) : `${words(thing)} ${thing.dataset.more ?? ""}`;

// A thing can be picked when it is a legal move now, or when what must come before it is picked.
function isOpen(thing) {
  if (isButton(thing)) return true;
  return ORDER.some((before) => NEXT[before].includes(thing.dataset.pick) && chosenOf(before).length > 0);
}

function show() {
  for (const thing of all("[data-pick]")) {
    const [open, isOn] = [isOpen(thing), picked.get(thing.dataset.pick)?.has(keyOf(thing)) ?? false];
    thing.classList.toggle("is-lit", open && !isButton(thing));
    thing.classList.toggle("is-picked", isOn);
    if (isButton(thing)) { thing.setAttribute("aria-pressed", String(isOn)); continue; }
    if (open) { thing.setAttribute("role", "button"); thing.setAttribute("aria-pressed", String(isOn)); thing.tabIndex = 0; }
    else if (thing.getAttribute("role") === "button") { thing.removeAttribute("role"); thing.removeAttribute("aria-pressed"); thing.tabIndex = -1; }
  }
}

function gather(thing) {
  const moves = [];
  for (const kind of ORDER) {
    for (const one of chosenOf(kind)) moves.push(words(one), ...(one.dataset.more ? [one.dataset.more] : []));
  }
  const bills = chosenOf("bill");
  const after = bills[0]?.closest("[data-after]")?.dataset.after;
  if (bills.length && after) moves.push(after);
  const names = ORDER.flatMap(chosenOf).map((one) => one.dataset.name || one.getAttribute("aria-label") || one.textContent.trim().replace(/\s+/g, " "));
  const sum = bills.reduce((total, bill) => total + Number(bill.dataset.value), 0);
  window.table.gather(moves, names.join(" · ") + (bills.length > 1 ? ` = ${sum.toLocaleString(document.documentElement.lang)}` : ""));
  thing.focus({ preventScroll: true });
  show();
  if (isNarrow() && thing.dataset.pick === "man") all(".is-lit")[0]?.scrollIntoView({ block: "center" });
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

// ---------------------------------------------------------------- on a narrow screen rivals are folded, unless something of theirs can be touched

let isFolded = false;
function fold() {
  const now = isNarrow();
  if (now !== isFolded) for (const rival of all(".rival")) rival.open = !now;
  isFolded = now;
  for (const rival of all(".rival")) if (rival.querySelector(".move")) rival.open = true;
}

document.addEventListener("table:settled", () => { show(); fold(); });
addEventListener("resize", fold);
show();
fold();
