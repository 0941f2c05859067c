// The desk of The Boss: a touched city and two rows of cubes are one move, if it is among the legal ones of the city.

const all = (selector) => [...document.querySelectorAll(selector)];
const find = (selector) => document.querySelector(selector);
let city = null;      // the city that lies open
let isSending = false;   // is the desk about this city, or is it only read?
let isOffering = false;   // do the cubes themselves choose, or let go of a number that is refused?

const isNarrow = matchMedia("(max-width: 900px)");   // as in the style sheet
const block = () => find(`.tb .desk .for[data-city="${city}"]`);
const many = (kind) => find(`.tb .desk input[name="tb-${kind}"]:checked`);

function set(kind, number) {
  const input = find(`.tb .desk input[name="tb-${kind}"][value="${number}"]`);
  if (input) input.checked = true;
}

// What the city, the cubes and the objection look like for what is picked; morphing forgets it, so it is put back after each.
function show() {
  for (const one of all(".tb .city")) {
    const isPicked = one.dataset.city === city;
    one.classList.toggle("is-picked", isPicked);
    one.classList.toggle("is-sending", isPicked && isSending);
    const input = one.querySelector(".pick");
    if (input.checked !== isPicked) input.checked = isPicked;
    const comes = isPicked && isSending;
    one.classList.toggle("is-yours", comes && Boolean(move()));
    foresee(one.querySelector(".crew.is-own"), comes);
  }
  for (const one of all(".tb .desk .for[data-city]")) one.classList.toggle("is-shown", isSending && one.dataset.city === city);
  balance(block()?.querySelector(".so"));
  for (const why of all(".tb .desk .why")) why.classList.toggle("is-shown", isSending && why.dataset.pairs.split(" ").includes(pair()));
}

// The cubes that would come, as ghosts beside those that stand there, and how many it would be.
function foresee(crew, comes) {
  if (!crew) return;
  const [ghosts, sum] = [crew.querySelector(".ghosts"), crew.querySelector("b")];
  const own = comes ? Number(block()?.dataset.own ?? 0) + men() : sum.dataset.own ?? sum.textContent;
  sum.dataset.own ??= sum.textContent;
  if (sum.textContent !== String(own)) sum.textContent = own;
  if (ghosts.dataset.pair === (comes ? pair() : "")) return;
  ghosts.dataset.pair = comes ? pair() : "";
  const cubes = comes ? ["e", "o"].flatMap((kind) => all(`.tb .stepper[data-kind=${kind}] .q`).slice(0, Number(many(kind)?.value ?? 0))) : [];
  ghosts.replaceChildren(...cubes.map((cube) => cube.cloneNode(true)));
}

// What the numbers come to, in a sentence of the desk.
function balance(words) {
  if (!words) return;
  const [own, left] = [Number(block().dataset.own) + men(), all(".tb .so-many .q").length - men()];
  const says = words.dataset.says.replace("#n", own).replace("#r", words.dataset.rival).replace("#s", left);
  const told = move() ? [says, Number(many("o")?.value) ? words.dataset.gone : ""].filter(Boolean).join(" ") : "";
  if (words.textContent !== told) words.textContent = told;
}

const pair = () => `${many("e")?.value ?? 0}:${many("o")?.value ?? 0}`;
const men = () => Number(many("e")?.value ?? 0) + Number(many("o")?.value ?? 0);

function pick(name) {
  city = name;
  const desk = block();
  isSending = Boolean(desk);
  if (desk) {
    const [experts, occasionals] = desk.dataset.opens.split(":");
    set("e", experts);
    set("o", occasionals);
    offer();
  }
  show();
  if (desk && isNarrow.matches) requestAnimationFrame(() => find(".tb .row").scrollIntoView({ block: "start" }));   // the city stays in sight above its desk
}

// The legal move that the city and the cubes make, if they make one.
function move() {
  const { crews = "", moves = "" } = block()?.dataset ?? {};
  return moves.split(" ")[crews.split(" ").indexOf(pair())];
}

function offer() {
  const held = document.activeElement;
  const words = move() && find(`#actions .move[value="${move()}"]`)?.textContent.trim();
  isOffering = true;
  if (words) window.table?.gather([move()], words); else window.table?.letGo(false);
  isOffering = false;
  if (held?.matches(".tb input")) held.focus({ preventScroll: true });
  show();
}

document.addEventListener("click", (event) => {   // arrow keys in a row of choices click too
  if (event.target.matches(".tb .pick")) pick(event.target.value);
  else if (event.target.matches(".tb .desk input")) offer();
  const inside = event.target.closest(".tb .inside");
  if (inside && !event.target.closest("[data-about]:not(.crew)")) pick(inside.parentElement.dataset.city);
});

document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.(".tb input")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    if (event.target.matches(".pick") && !isSending) pick(event.target.value);
    else if (event.target.matches(".pick")) (many("e") || many("o"))?.focus();
    else window.table?.confirm();
  } else if (event.key === "Escape") {
    isSending = false;
    window.table?.letGo(false);
    show();
  } else if (event.target.matches(".desk input") && /^[0-9]$/.test(event.key)) {
    const input = find(`.tb .desk input[name="${event.target.name}"][value="${event.key}"]`);
    if (input) { input.checked = true; input.focus(); offer(); }
  }
});

// A chosen card shows where it will lie: the last of its city's column.
function layGhost() {
  const card = find(".tb .hand .move.cc.is-chosen");
  const stack = card && find(`.tb .city[data-city="${card.dataset.city}"] .stack`);
  for (const old of all(".tb .will")) if (old.parentElement !== stack || old.dataset.card !== card.dataset.key) old.remove();
  if (!stack || stack.querySelector(".will")) return;
  const ghost = Object.assign(document.createElement("div"), { className: "lastc will", ariaHidden: "true" });
  const top = Object.assign(document.createElement("span"), { className: "top", textContent: find(".tb .hand").dataset.will });
  ghost.dataset.card = card.dataset.key;
  ghost.append(top, card.querySelector(".big").cloneNode(true));
  stack.append(ghost);
  city = card.dataset.city;
  show();
}

document.addEventListener("table:chosen", (event) => {
  layGhost();
  const isOther = event.detail.length && !block()?.dataset.moves?.split(" ").includes(String(event.detail[0]));
  const isLeft = !event.detail.length && !isOffering;   // "Not yet": the desk offers every way again, also to place nobody
  if ((isOther || isLeft) && isSending) { isSending = false; show(); }
});

// ---------------------------------------------------------------- what happens: the pay-out city by city, and what all must see

const PAY = ["nobody_there", "earns", "killed", "jailed", "wounded", "banned", "chicago_pays"];
const ANNOUNCED = ["police", "last_round", "decisive_round"];
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

function leaveScene() {
  for (const scene of all(".tb .paid.is-scene")) {
    scene.classList.remove("is-scene");
    scene.open = false;
  }
  for (const flip of all(".tb .flip")) flip.classList.remove("is-told", "is-turning");
  for (const left of all(".tb-says, .tb-coin")) left.remove();
}

// The last card of a round is told when the board has moved on: the scene opens with it, its cards still face down.
function isPaidAlready(step) {
  const column = (step.dataset.things || "").split("\n").map((thing) => `.tb .stack :is(.strp, .lastc)[data-thing="${thing}"]`);
  return step.dataset.event === "reveals" && (!find(column.join(",")) || Boolean(find(".tb .is-reward")));
}

function openScene(scene) {
  scene.classList.add("is-scene");
  scene.open = true;
}

function turn(step) {
  const scene = find(".tb .paid");
  const things = (step.dataset.things || "").split("\n");
  const flips = all(".tb .flip");
  const flip = step.dataset.event === "chicago_pays" ? flips.at(-1) : flips.find((one) => things.includes(`card ${one.dataset.flip}`));
  if (!scene || !flip) return;
  openScene(scene);
  for (const other of flips) other.classList.remove("is-turning");
  flip.classList.add("is-told", "is-turning");
  const left = flips.filter((one) => !one.matches(".is-told"));
  if (left.length === 1 && !left[0].dataset.leader) left[0].classList.add("is-told");   // nobody in Chicago: nothing more is told
  flip.scrollIntoView({ block: "nearest" });
  const sum = flip.querySelector(".res")?.textContent.match(/\+\d+/);
  if (sum && sum[0] !== "+0") pay(flip, sum[0]);
}

// Money goes from the city to the pawn of whoever earns it.
function pay(flip, sum) {
  const pawn = find(`.tb [data-key="pawn-${flip.dataset.leader}"]`);
  if (isCalm.matches || !pawn) return;
  const [from, to] = [flip.getBoundingClientRect(), pawn.getBoundingClientRect()];
  const coin = Object.assign(document.createElement("span"), { className: "tb-coin", textContent: `${sum} M$`, ariaHidden: "true" });
  find(".tb").append(coin);
  coin.style.left = `${from.left + from.width / 2 - 24}px`;
  coin.style.top = `${from.top + 60}px`;
  const way = [{ transform: "none" }, { transform: `translate(${to.left - from.left - from.width / 2}px, ${to.top - from.top - 60}px)` }];
  coin.animate(way, { duration: 700, easing: "ease-in" }).onfinish = () => coin.remove();
}

function announce(step) {
  find(".tb-says")?.remove();
  const banner = Object.assign(document.createElement("p"), { className: "tb-says", textContent: step.textContent, ariaHidden: "true" });
  find(".tb")?.append(banner);
}

document.addEventListener("table:step", ({ detail: step }) => {
  const { event } = step.dataset;
  if (PAY.includes(event)) turn(step);
  else if (isPaidAlready(step)) openScene(find(".tb .paid"));
  else if (find(".tb .is-scene .flip:not(.is-told)")) return;   // who leaves hospital is told between the card and the pay-out
  else if (ANNOUNCED.includes(event)) { leaveScene(); announce(step); }
  else leaveScene();
});
document.addEventListener("table:told", leaveScene);
document.addEventListener("click", (event) => {
  if (!event.target.closest(".tb .paid.is-scene")) return;
  event.preventDefault();
  document.dispatchEvent(new Event("table:skip"));
  leaveScene();
});

const board = find("#board");
if (board) {
  let isWaiting = false;
  new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => { isWaiting = false; if (isSending && !block()) isSending = false; show(); });
  }).observe(board, { childList: true, subtree: true });
  document.addEventListener("table:settled", () => {
    if (!isSending && !isNarrow.matches && !find(".tb .will")) city = null;   // the frame goes with the move it was for
    show();
  });
}
