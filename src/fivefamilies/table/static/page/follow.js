// Live messages: the steps in between are played in order, then the page is as the table is now. Pieces walk from where they were.

import { all, find, isCalm, main, mark, wish } from "./dom.js";
import { moveOn } from "./choose.js";

const SPEEDS = { slow: 1500, normal: 550, fast: 300, once: 0 };
const FLIGHT = 450;   // milliseconds
const ASKS = "[hx-post], [hx-get]";   // what htmx has to know of
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
    const asks = element.matches(ASKS) || element.querySelector(ASKS);
    if (old?.id === "log") old.replaceWith(element);   // other lines lie there now, none of the old ones has moved
    else if (old) Idiomorph.morph(old, element, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: stays } });
    const now = asks && document.getElementById(element.id);
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
const isMoving = () => !isCalm.matches && wish("speed") !== "once" && !document.hidden;

// Where pieces are: on the page, and in the part of the board that each lies in. Where the part only slid along, nothing walked.
function placesOf(pieces) {
  const frames = new Map();
  const frameOf = (part) => frames.get(part) ?? frames.set(part, part.getBoundingClientRect()).get(part);
  return pieces.map((piece) => {
    const [part, box] = [piece.closest("#board [id]"), piece.getBoundingClientRect()];
    const frame = part && frameOf(part);
    return { part: part?.id, x: box.left - (frame?.left ?? 0), y: box.top - (frame?.top ?? 0), left: box.left, top: box.top, width: box.width };
  });
}

const far = (x, y) => Math.abs(x) + Math.abs(y) > 12;

export function remember() {
  const pieces = isMoving() ? movable() : [];
  const found = placesOf(pieces);
  places = new Map(pieces.map((piece, number) => [piece.dataset.key, found[number]]));
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

// All are measured before the first one flies: a measure after a change would lay out the page anew.
export function walk() {
  if (!isMoving()) return;
  const pieces = movable();
  const gone = leftBehind(pieces);
  const walkers = pieces.map((piece) => [piece, places.get(piece.dataset.key) || gone.get(kind(piece.dataset.from || piece.dataset.key))?.shift()])
    .filter(([, old]) => old?.width);
  const found = placesOf(walkers.map(([piece]) => piece));
  for (const [number, [piece, old]] of walkers.entries()) {
    const now = found[number];
    const isThere = places.has(piece.dataset.key) && old.part && old.part === now.part && !far(old.x - now.x, old.y - now.y);
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (now.width && !isThere && far(x, y)) fly(piece, x, y);
  }
}

// Whatever it crosses on its way lies beneath it.
function fly(piece, x, y) {
  const path = [];
  for (let part = piece; part && part.id !== "board"; part = part.parentElement) path.push(part);
  for (const part of path) part.classList.add("is-above");
  const way = piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: FLIGHT, easing: "ease-in-out" });
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

// What a board calls one thing, such as the dice of one roll, is told as one step.
const isOneWith = (step, next) => next?.dataset.event === step.dataset.event
  && Boolean(find(`#board [data-together~="${step.dataset.event}"]`));
// What a board calls weighty, such as a pay-out, is told in its own time, however much waits behind it.
const isWeighty = (step) => Boolean(find(`#board [data-weighty~="${step.dataset.event}"]`));
const stepsOf = (frame) => [...(frame?.content.firstElementChild.children ?? [])];   // lists on the board are no steps
let held = [];   // steps that wait for the last of their kind
const tale = { told: 0, all: 0 };   // steps since the page began to tell

async function tell(step, next) {
  held.push(step);
  if (!isSwift() && isOneWith(step, next)) return;
  const [now, board, together] = [find("#strip-now"), find("#board"), held];
  held = [];
  tale.told += together.length;
  if (isSwift()) return;
  if (isPlaying) announce();
  if (now) now.textContent = together.map((one) => one.textContent).join(" · ");
  mark("is-last", together.flatMap((one) => (one.dataset.things || "").split("\n")));
  if (board) board.dataset.steps = step.dataset.event;
  document.dispatchEvent(new CustomEvent("table:step", { detail: step }));
  const pause = SPEEDS[wish("speed")] ?? SPEEDS.normal;
  await wait(isWeighty(step) ? pause * 1.5 : queue.length > 2 ? pause / 3 : pause);
  board?.removeAttribute("data-steps");
}

async function tellAll(steps, next) {
  for (const [number, step] of steps.entries()) await tell(step, steps[number + 1] ?? next);
}

// What a board says is told ahead, such as the offers of an auction, is told before its outcome lies on the table.
const isAhead = (step) => Boolean(find(`#board [data-ahead~="${step.dataset.event}"]`));

function parted(steps) {
  const count = isSwift() ? 0 : steps.findLastIndex(isAhead) + 1;
  return [steps.slice(0, count), steps.slice(count)];
}

async function playFrame(frame, next) {
  const [before, after] = parted(stepsOf(frame));
  await tellAll(before);
  remember();
  for (const element of [...frame.content.children].slice(1)) put(element);
  walk();
  await tellAll(after, stepsOf(next)[0]);
}

// While steps are told the bar says so, how many there are and how to skip them; the question comes when it is over. What is over
// in a moment leaves the bar alone, unless that would still ask for the move that was just made.
function announce() {
  if (tale.all <= 2 && find("#status")?.dataset.yours !== "1") return;
  main.dataset.telling = "steps";
  main.style.setProperty("--told", `"${tale.told} / ${tale.all}"`);
}

async function playMessage(html) {
  const parts = [...fragment(html).children];
  const frames = parts.filter((part) => part.matches("template.frame"));
  const last = frames.pop();
  for (const [number, frame] of frames.entries()) await playFrame(frame, frames[number + 1] ?? last);
  const [before, after] = parted(stepsOf(last));
  await tellAll(before);
  remember();
  for (const element of parts) if (!element.matches("template.frame")) put(element);
  walk();
  document.dispatchEvent(new Event("table:settled"));
  await tellAll(after);
  showLast();
}

export function showLast() {
  const strip = find("#strip");
  if (!strip) return;
  mark("is-last", strip.dataset.last.split("\n"));
  mark("is-recent", strip.dataset.recent.split("\n"));   // since one's own last decision
}

export async function receive(html) {
  queue.push(html);
  tale.all += html.split("<li data-event=").length - 1;
  if (isPlaying) return;
  isPlaying = true;
  main.dataset.telling = "";   // the end is not shown before it has been told
  while (queue.length) await playMessage(queue.shift());
  isPlaying = isHurried = false;
  tale.told = tale.all = 0;
  delete main.dataset.telling;
  document.dispatchEvent(new Event("table:told"));
}

// The steps of one move once more, for the replay; whatever was being told stops, and Escape stops it too.
let isRetelling = false;
export async function retell(steps) {
  const own = ++telling;
  stopWaiting?.();
  isHurried = false;
  isRetelling = true;
  for (const step of steps) {
    await tell(step);
    if (own !== telling && !isHurried) return;   // another move is told
  }
  isRetelling = false;
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
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && (isRetelling || main?.dataset.telling === "steps")) skip(); });
document.addEventListener("table:skip", skip);   // a board says it of a scene of its own
document.addEventListener("table:patch", (event) => patch(event.detail));
if (main?.hasAttribute("ws-connect")) {
  document.addEventListener("htmx:wsBeforeMessage", (event) => { event.preventDefault(); if (event.detail.message) receive(event.detail.message); });
  document.addEventListener("htmx:wsOpen", (event) => {
    event.detail.socketWrapper.send(wish("speed") === "once" ? "steps off" : "steps on");
  });
  showLast();
}
