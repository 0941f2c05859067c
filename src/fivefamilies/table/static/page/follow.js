// Live messages: the steps in between are played in order, then the page is as the table is now. Pieces walk from where they were.

import { all, find, isCalm, main, mark, wish } from "./dom.js";
import { moveOn } from "./choose.js";

const SPEEDS = { slow: 1500, normal: 550, fast: 300, once: 0 };
const FLIGHT = 450;   // milliseconds
const queue = [];
let isPlaying = false;
let isHurried = false;
let stopWaiting = null;
let places = new Map();

// ---------------------------------------------------------------- looks

function put(element) {
  const how = element.getAttribute("hx-swap-oob") || "";
  element.removeAttribute("hx-swap-oob");
  if (how.startsWith("beforeend:")) {
    find(how.slice(10))?.append(element);
  } else if (element.id) {
    const old = document.getElementById(element.id);
    if (old) Idiomorph.morph(old, element, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: stays } });
    const now = document.getElementById(element.id);
    if (now) htmx.process(now);
  }
}

// What the reader holds stays as it is: an unfolded fold, a field he writes in.
function stays(old, fresh) {
  if (old.tagName === "DETAILS" && fresh.tagName === "DETAILS") fresh.open = old.open;
  return !(old === document.activeElement && old.matches("input, select, textarea"));
}

function fragment(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
}

export function patch(html) {
  for (const element of [...fragment(html).children]) if (!element.matches("template.frame")) put(element);
}

// ---------------------------------------------------------------- motion

const movable = () => all("[data-key]");

// Where a piece is: on the page, and in the part of the board that it lies in. Where the part only slid along, nothing walked.
function placeOf(piece) {
  const [part, box] = [piece.closest("#board [id]"), piece.getBoundingClientRect()];
  const frame = part?.getBoundingClientRect();
  return { part: part?.id, x: box.left - (frame?.left ?? 0), y: box.top - (frame?.top ?? 0), left: box.left, top: box.top, width: box.width };
}

const far = (x, y) => Math.abs(x) + Math.abs(y) > 12;

export function remember() {
  places = new Map(movable().map((piece) => [piece.dataset.key, placeOf(piece)]));
}

// Pieces that are all alike have keys such as `man-0@tombs-1`: what they are, and where. One that appears comes from where one of
// its kind has gone; a card that nobody could tell apart before says of which kind it was (`data-from`).
const kind = (key) => key.split("@")[0];

function leftBehind(pieces) {
  const [here, gone] = [new Set(pieces.map((piece) => piece.dataset.key)), new Map()];
  for (const [key, place] of places) {
    if (here.has(key) || !place.width) continue;
    if (!gone.has(kind(key))) gone.set(kind(key), []);
    gone.get(kind(key)).push(place);
  }
  return gone;
}

export function walk() {
  if (isCalm.matches || wish("speed") === "once" || document.hidden) return;
  const pieces = movable();
  const gone = leftBehind(pieces);
  for (const piece of pieces) {
    const { key, from } = piece.dataset;
    const old = places.get(key) || gone.get(kind(from || key))?.shift();
    if (!old || !old.width) continue;
    const now = placeOf(piece);
    const isThere = places.has(key) && old.part && old.part === now.part && !far(old.x - now.x, old.y - now.y);
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (now.width && !isThere && far(x, y)) fly(piece, x, y);
  }
}

// Whatever it crosses on its way lies beneath it.
function fly(piece, x, y) {
  const path = [];
  for (let part = piece; part && part.id !== "board"; part = part.parentElement) path.push(part);
  for (const part of path) part.classList.add("is-above");
  const way = piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: FLIGHT, easing: "ease-in-out" });
  way.onfinish = way.oncancel = () => path.forEach((part) => part.classList.remove("is-above"));
}

// ---------------------------------------------------------------- steps

const wait = (milliseconds) => new Promise((done) => {
  const timer = setTimeout(done, milliseconds);
  stopWaiting = () => { clearTimeout(timer); done(); };
});

let telling = 0;   // which move the replay tells

export function skip() { isHurried = true; telling += 1; stopWaiting?.(); }

function isSwift() {
  return isHurried || document.hidden || wish("speed") === "once";
}

async function tell(step) {
  if (isSwift()) return;
  const [now, board] = [find("#strip-now"), find("#board")];
  if (now) now.textContent = step.textContent;
  mark("is-last", (step.dataset.things || "").split("\n"));
  if (board) board.dataset.steps = step.dataset.event;
  document.dispatchEvent(new CustomEvent("table:step", { detail: step }));
  const pause = SPEEDS[wish("speed")] ?? SPEEDS.normal;
  await wait(queue.length > 2 ? pause / 3 : pause);
  board?.removeAttribute("data-steps");
}

async function playFrame(frame) {
  const content = frame.content;
  const steps = [...content.querySelectorAll("ol > li")];
  remember();
  for (const element of [...content.children]) if (element.tagName !== "OL") put(element);
  walk();
  for (const step of steps) await tell(step);
}

async function playMessage(html) {
  const parts = [...fragment(html).children];
  const frames = parts.filter((part) => part.matches("template.frame"));
  const button = find("#skip-steps");
  const steps = frames.reduce((sum, frame) => sum + frame.content.querySelectorAll("ol > li").length, 0);
  if (button && steps > 2 && !isSwift()) button.hidden = false;
  const last = frames.pop();
  for (const frame of frames) await playFrame(frame);
  remember();
  for (const element of parts) if (!element.matches("template.frame")) put(element);
  walk();
  document.dispatchEvent(new Event("table:settled"));
  if (last) for (const step of last.content.querySelectorAll("ol > li")) await tell(step);
  showLast();
}

export function showLast() {
  const strip = find("#strip");
  if (strip) mark("is-last", strip.dataset.last.split("\n"));
}

export async function receive(html) {
  queue.push(html);
  if (isPlaying) return;
  isPlaying = true;
  while (queue.length) await playMessage(queue.shift());
  isPlaying = isHurried = false;
  document.dispatchEvent(new Event("table:told"));
  const button = find("#skip-steps");
  if (button) button.hidden = true;
}

// The steps of one move once more, for the replay; whatever was being told stops.
export async function retell(steps) {
  const own = ++telling;
  stopWaiting?.();
  isHurried = false;
  for (const step of steps) {
    await tell(step);
    if (own !== telling) return;
  }
  document.dispatchEvent(new Event("table:told"));
}

let ply = find("#status")?.dataset.ply;
document.addEventListener("table:settled", () => {
  const now = find("#status")?.dataset.ply;
  if (now === ply) return;
  ply = now;
  find("#notice .is-bad")?.remove();
  moveOn();
});

document.addEventListener("click", (event) => { if (event.target.id === "skip-steps") skip(); });
document.addEventListener("table:skip", skip);   // a board says it of a scene of its own
document.addEventListener("table:patch", (event) => patch(event.detail));
if (main?.hasAttribute("ws-connect")) {
  document.addEventListener("htmx:wsBeforeMessage", (event) => { event.preventDefault(); receive(event.detail.message); });
  document.addEventListener("htmx:wsOpen", (event) => {
    event.detail.socketWrapper.send(wish("speed") === "once" ? "steps off" : "steps on");
  });
  showLast();
}
