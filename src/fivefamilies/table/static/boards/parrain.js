// Le Jeu du Parrain: the neighbourhood that a phone shows large, arrow keys on the grids, and what a touched position would do.
// No rules: all of it is written on the buttons by the server.

const page = document.documentElement;
const board = () => document.querySelector("#board .jp");
const cellOf = (word) => document.querySelector(`.jp-grid [data-thing="cell ${word}"], .jp-grid [data-thing="cell:${word}"]`);

// ---------------------------------------------------------------- near: one neighbourhood is large on a phone

function goNear(place) {
  if (page.dataset.jpNear !== place) page.dataset.jpNear = place;
}

const NARROW = 620;
const isNarrow = () => (board()?.clientWidth ?? NARROW) < NARROW;
let asked = "";   // where the game itself asks for a position
function followGame() {
  const places = [...document.querySelectorAll(".jp-place")];
  const lit = places.filter((place) => place.querySelector(".move"));
  for (const place of places) place.classList.toggle("is-lit", lit.includes(place));   // what is hidden on a phone is told by the map
  const hot = places.find((place) => place.classList.contains("is-hot"))
    ?? (lit.length === 1 ? lit[0] : places.find((place) => place.querySelector(".is-last")));
  const now = hot?.id ?? "";
  if (now && now !== asked) {
    goNear(now.slice(3));
    if (hot.querySelector(".move") && isNarrow()) window.table?.bring(hot.querySelector(".jp-field"), "nearest");   // where it goes on
  }
  asked = now;
  if (!page.dataset.jpNear && places.length) {
    const first = (lit.length ? lit : places.filter((place) => place.classList.contains("is-open")))[0] ?? places[0];
    goNear(first.id.slice(3));
  }
}

// One's turn begins, or nothing of the large neighbourhood answers the question: a phone goes back to the map.
let wasMine = Boolean(window.table?.isMine());
document.addEventListener("table:settled", () => {
  const isMine = Boolean(window.table?.isMine());
  const begins = isMine && !wasMine;
  wasMine = isMine;
  const near = document.querySelector(`#jp-${page.dataset.jpNear}`);
  const isElsewhere = near && !near.querySelector(".move") && !document.querySelector(".jp-desk .move");
  if (!isMine || !isNarrow() || !(begins || isElsewhere) || document.querySelector(".jp-place.is-hot")) return;
  const map = document.querySelector(".jp-map");
  const question = document.querySelector("#status").getBoundingClientRect();   // it stays at the head of the window
  if (map.getBoundingClientRect().top < question.bottom) window.table.bring(map, "start");
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".jp-small");
  if (!link) return;
  event.preventDefault();
  goNear(link.dataset.near);
  const fold = document.querySelector(`#jp-${link.dataset.near}-open`);
  if (fold) fold.open = true;
});

// ---------------------------------------------------------------- arrow keys: one tab stop a grid

const stops = new Map();   // the position of each grid that Tab reaches

function stopOf(cell) {
  return cell.querySelector(".move") ?? cell;
}

// The list of all moves has the full words: a position takes its name from there, which keeps the messages of the server short.
function setNames() {
  const words = new Map([...document.querySelectorAll("#actions .move")].map((button) => [button.value, button.textContent.trim()]));
  for (const button of document.querySelectorAll(".jp-grid .move")) {
    button.dataset.words = words.get(button.value) ?? "";   // what it takes and risks is said beside it
    const name = [words.get(button.value), button.dataset.told].filter(Boolean).join(". ");
    if (name && button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
  }
}

// A chosen position shows the letter and the colour of whoever would stand there.
function setOwn() {
  const own = document.querySelector(".jp-family.is-you");
  if (!own) return;
  page.style.setProperty("--jp-letter", JSON.stringify(own.querySelector(".badge text").textContent));
  page.style.setProperty("--jp-colour", getComputedStyle(own).getPropertyValue("--seat"));
}

function setStops() {
  for (const grid of document.querySelectorAll(".jp-place.is-open .jp-grid")) {
    const cells = [...grid.querySelectorAll("td[data-thing]")];
    if (!cells.length) continue;
    const place = grid.closest(".jp-place").id;
    const old = stops.get(place);
    const lit = cells.filter((cell) => cell.querySelector(".move"));
    const known = cells.find((cell) => cell.dataset.thing === old);
    const stop = cells.find((cell) => cell.contains(document.activeElement)) ?? (lit.includes(known) ? known : lit[0] ?? known ?? cells[0]);
    for (const cell of cells) {
      const inner = stopOf(cell);
      const value = cell === stop ? "0" : "-1";
      if (inner.getAttribute("tabindex") !== value) inner.setAttribute("tabindex", value);
      if (inner !== cell && cell.hasAttribute("tabindex")) cell.removeAttribute("tabindex");
    }
  }
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".jp-grid td[data-thing]");
  const step = steps[event.key];
  if (!cell || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const rows = [...cell.closest("table").rows];
  let [x, y] = [cell.cellIndex, cell.parentElement.rowIndex];
  let next = null;
  do {
    x += step[0];
    y += step[1];
    next = rows[y]?.cells[x];
  } while (next && next.classList.contains("is-out"));
  if (!next || next.tagName !== "TD") return;
  stops.set(cell.closest(".jp-place").id, next.dataset.thing);
  if (!next.hasAttribute("tabindex") && stopOf(next) === next) next.setAttribute("tabindex", "-1");
  stopOf(next).focus();
  setStops();
}, true);

// ---------------------------------------------------------------- what a position would do

let shown = null;
function foretell(button) {
  const now = button?.isConnected ? button : null;
  if (now === shown) return;
  document.querySelectorAll(".jp :is(.is-doomed, .is-follow, .is-then)").forEach((cell) => cell.classList.remove("is-doomed", "is-follow", "is-then"));
  document.querySelectorAll(".jp-told").forEach((words) => { if (words.textContent) words.textContent = ""; });
  shown = now;
  if (!now) return;
  const words = now.closest(".jp-place").querySelector(".jp-told");
  if (words) words.textContent = [now.dataset.told, words.dataset.contests, words.dataset[`risk${now.dataset.risk}`]].filter(Boolean).join(" ");
  for (const [told, look] of [["takes", "is-doomed"], ["follow", "is-follow"], ["then", "is-then"]])
    for (const word of (now.dataset[told] ?? "").split(",")) if (word) cellOf(word)?.classList.add(look);
}

const point = (target) => target.closest?.(".jp-grid .move");
const chosen = () => document.querySelector(".jp-grid .move.is-chosen");
document.addEventListener("pointerover", (event) => foretell(point(event.target) ?? chosen()));
document.addEventListener("focusin", (event) => {
  foretell(point(event.target) ?? chosen());
  const told = isNarrow() && chosen()?.closest(".jp-place").querySelector(".jp-told:not(:empty)");
  if (told) window.table?.bring(told, "nearest");   // above the bar
  const cell = event.target.closest?.(".jp-grid td[data-thing]");
  if (cell) { stops.set(cell.closest(".jp-place").id, cell.dataset.thing); setStops(); }
});
document.addEventListener("click", () => setTimeout(() => foretell(chosen())));

// ---------------------------------------------------------------- who takes, claims and controls is said large while it is told

const NEWS = ["captures", "claims", "claim_broken", "controls", "announces", "contested", "all_controlled", "truce", "round_limit", "godfather"];
const LINGERS = 1400;   // milliseconds after the last word
let news = null;
let leaving = 0;

function hush() {
  clearTimeout(leaving);
  news?.remove();
  news = null;
}

document.addEventListener("table:step", ({ detail: step }) => {
  if (!board()) return;
  if (!NEWS.includes(step.dataset.event)) { hush(); return; }
  clearTimeout(leaving);
  if (!news?.isConnected) {
    news = Object.assign(document.createElement("p"), { className: "jp-news" });
    news.setAttribute("aria-hidden", "true");   // the strip tells it in words
    board().append(news);
  }
  news.textContent = step.textContent;
});
document.addEventListener("table:told", () => { leaving = setTimeout(hush, LINGERS); });
document.addEventListener("pointerdown", hush);

// ---------------------------------------------------------------- after every change of the page

let isDue = false;
function settle() {
  isDue = false;
  if (!board()) return;
  followGame();
  setNames();
  setOwn();
  setStops();
  if (shown && !shown.isConnected) shown = null;
}

new MutationObserver(() => {
  if (!isDue) { isDue = true; requestAnimationFrame(settle); }
}).observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
settle();
