// Live messages: the steps in between are played in order, then the page is as the table is now. Pieces walk from where they were.

import { all, find, isCalm, main, mark, wish } from "./dom.js";
import { moveOn } from "./choose.js";

const SPEEDS = { slow: 1500, normal: 550, fast: 300, once: 0 };
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

export function remember() {
  places = new Map(movable().map((piece) => [piece.dataset.key, piece.getBoundingClientRect()]));
}

export function walk() {
  if (isCalm.matches || wish("speed") === "once" || document.hidden) return;
  for (const piece of movable()) {
    const old = places.get(piece.dataset.key);
    if (!old || !old.width) continue;
    const now = piece.getBoundingClientRect();
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (now.width && Math.abs(x) + Math.abs(y) > 12) {
      piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 450, easing: "ease-out" });
    }
  }
}

// ---------------------------------------------------------------- steps

const wait = (milliseconds) => new Promise((done) => {
  const timer = setTimeout(done, milliseconds);
  stopWaiting = () => { clearTimeout(timer); done(); };
});

export function skip() { isHurried = true; stopWaiting?.(); }

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
  if (button && frames.length > 1 && !isSwift()) button.hidden = false;
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

let ply = find("#status")?.dataset.ply;
document.addEventListener("table:settled", () => {
  const now = find("#status")?.dataset.ply;
  if (now === ply) return;
  ply = now;
  find("#notice .is-bad")?.remove();
  moveOn();
});

document.addEventListener("click", (event) => { if (event.target.id === "skip-steps") skip(); });
document.addEventListener("table:patch", (event) => patch(event.detail));
if (main?.hasAttribute("ws-connect")) {
  document.addEventListener("htmx:wsBeforeMessage", (event) => { event.preventDefault(); receive(event.detail.message); });
  document.addEventListener("htmx:wsOpen", (event) => {
    event.detail.socketWrapper.send(wish("speed") === "once" ? "steps off" : "steps on");
  });
  showLast();
}
