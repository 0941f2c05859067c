// The table's page: what waits for a touch, what follows the game, what explains itself. Everything works without it.

import { all, find, keep, kept, main, wish } from "./page/dom.js";
import { letGo } from "./page/choose.js";
import { remember, retell, walk } from "./page/follow.js";
import "./page/echo.js";
import "./page/story.js";
import "./page/about.js";
import "./page/push.js";
import "./page/rules.js";

// ---------------------------------------------------------------- your turn: title, sound

const heading = document.title;
let wasMine = find("#status")?.dataset.yours === "1";
let speaker = null;

function ring() {
  if (!speaker || kept("sound") !== "on") return;
  const now = speaker.currentTime;
  [523, 659].forEach((pitch, place) => {
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, now + place * 0.16);
    volume.gain.exponentialRampToValueAtTime(0.001, now + place * 0.16 + 0.3);
    tone.connect(volume).connect(speaker.destination);
    tone.start(now + place * 0.16);
    tone.stop(now + place * 0.16 + 0.32);
  });
}

function callPlayer() {
  const isMine = find("#status")?.dataset.yours === "1";
  const title = isMine ? `● ${main.dataset.yours}: ${main.dataset.title}` : heading;
  if (document.title !== title) document.title = title;
  if (isMine && !wasMine) ring();
  wasMine = isMine;
}

const sound = find("#sound");
function showSound() {
  const isOn = kept("sound") === "on";
  sound.setAttribute("aria-pressed", String(isOn));
  sound.textContent = isOn ? sound.dataset.on : sound.dataset.off;
}
if (sound) {
  sound.hidden = false;
  showSound();
  sound.addEventListener("click", () => { keep("sound", kept("sound") === "on" ? "off" : "on"); showSound(); });
  // Browsers allow sound after a first touch only.
  document.addEventListener("pointerdown", () => { speaker ??= new AudioContext(); }, { once: true });
}

// ---------------------------------------------------------------- chat

const mute = find("#mute");
function showMute() {
  if (!mute) return;
  const isMuted = kept("mute") === "on";
  mute.setAttribute("aria-pressed", String(isMuted));
  mute.textContent = isMuted ? mute.dataset.on : mute.dataset.off;
  const words = find("#chat ol");
  if (words) words.hidden = isMuted;
  const deafTo = mutedSeats();
  all("#chat [data-mute]").forEach((button) => button.setAttribute("aria-pressed", String(deafTo.includes(button.dataset.mute))));
  all("#chat [data-from]").forEach((line) => { line.hidden = deafTo.includes(line.dataset.from); });
}
const mutedSeats = () => (kept(`mute ${main.dataset.table}`) || "").split(",");
function muteSeat(seat) {
  const deafTo = mutedSeats();
  keep(`mute ${main.dataset.table}`, (deafTo.includes(seat) ? deafTo.filter((one) => one !== seat) : [...deafTo, seat]).join(","));
  showMute();
}
mute?.addEventListener("click", () => { keep("mute", kept("mute") === "on" ? "off" : "on"); showMute(); });
document.addEventListener("click", (event) => {
  const button = event.target.closest("#chat [data-mute]");
  if (button) muteSeat(button.dataset.mute);
});

// ---------------------------------------------------------------- clocks

function showClocks(step) {
  for (const clock of all(".clock[data-runs='1']")) {
    const left = Math.max(0, Number(clock.dataset.seconds) - step);
    clock.dataset.seconds = left;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("is-low", left < 10);
  }
}
setInterval(() => showClocks(1), 1000);

function showTimes() {
  for (const time of all("time[data-at]")) {
    const at = new Date(Number(time.dataset.at) * 1000);
    time.dateTime = at.toISOString();
    time.textContent = at.toLocaleString(document.documentElement.lang);
  }
}

// ---------------------------------------------------------------- live messages

document.addEventListener("table:settled", showMute);
document.addEventListener("table:told", () => setTimeout(callPlayer, 200));   // the title can wait
document.addEventListener("htmx:wsOpen", () => { const lost = find("#lost"); if (lost) lost.hidden = true; });
document.addEventListener("htmx:wsClose", (closed) => {
  if (closed.detail.event?.code === 4403) { location.reload(); return; } // he may not look any more: the page says why
  const lost = find("#lost");
  if (lost) lost.hidden = false;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.matches?.("form[data-clear]") && event.detail.successful) event.target.reset();
  if (event.detail.successful) find("#notice .is-bad")?.remove();
  if (event.target.matches?.("[hx-post$='/hint']")) requestAnimationFrame(() => find("#coach").scrollIntoView({ block: "nearest" }));
});
document.addEventListener("click", (event) => event.target.closest("#notice .is-bad")?.remove());

// A dead line may never say so: one over which nothing comes though it was asked is given up, and another one is opened.
const BEAT = 20_000;   // milliseconds
htmx.createWebSocket = (address) => {
  const line = new WebSocket(address, []);
  let isAsked = false;
  line.addEventListener("message", () => { isAsked = false; });
  const beat = setInterval(() => {
    if (line.readyState > WebSocket.OPEN) { clearInterval(beat); return; }
    if (isAsked) { giveUp(line); return; }
    isAsked = true;
    if (line.readyState === WebSocket.OPEN) line.send("still there?");
  }, BEAT);
  return line;
};

function giveUp(line) {
  const closed = line.onclose;
  line.onclose = null;
  line.close();
  closed?.(new CloseEvent("close", { code: 1006 }));
}

htmx.config.wsReconnectDelay = (tries) => Math.min(2000, 250 * 2 ** tries) * (0.5 + Math.random() / 2);

// ---------------------------------------------------------------- replay

const slider = find("#scrub");
let wanted = null;
let isFetching = false;
let shownPly = Number(slider?.value);

function address(number, isFrame) {
  const query = new URLSearchParams(main.dataset.query);
  if (isFrame) query.set("frame", "1");
  const text = query.toString();
  return `${main.dataset.replay}${number}${text ? `?${text}` : ""}`;
}

// The line of this moment in the middle of the log; the page itself stays where it is.
function showNow() {
  const [log, row] = [find("#log"), find("#log .is-now")];
  if (row) log.scrollTop += row.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2;
}

async function show(number) {
  const last = Number(slider.max);
  wanted = Math.max(0, Math.min(last, number));
  slider.value = wanted;
  if (isFetching) return;
  isFetching = true;
  while (wanted !== null) {
    const [target, was] = [wanted, shownPly];
    wanted = null;
    const answer = await fetch(address(target, true));
    if (!answer.ok) break;
    const frame = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#replay-frame");
    remember();
    find("#replay-frame").replaceWith(frame);
    history.replaceState(null, "", address(target, false));
    all(".scrub a[rel]").forEach((link) => {
      const to = { first: 0, prev: Math.max(0, target - 1), next: Math.min(last, target + 1), last }[link.rel];
      link.href = address(to, false);
    });
    for (const link of all("a[data-eyes]")) link.href = `${main.dataset.replay}${target}?eyes=${link.dataset.eyes}`;
    showTimes();
    walk();
    shownPly = target;
    retell(target === was + 1 ? all("#replay-steps > li") : []);   // going on by one move shows how it went
    showNow();
  }
  isFetching = false;
}

if (slider) {
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step) { event.preventDefault(); show(Number(slider.value) + step); }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".scrub a, #log a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(Number(new URL(link.href).pathname.split("/").pop()));
  });
}

// ---------------------------------------------------------------- what a player likes

for (const choice of all("select[data-wish]")) {
  choice.value = wish(choice.dataset.wish);
  choice.addEventListener("change", () => keep(`wish ${choice.dataset.wish}`, choice.value));
}

// One key to the hand, the board, the log.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const place = { h: "#hand", b: "#board", l: "#log" }[event.key];
  const element = place && find(place);
  if (!element) return;
  event.preventDefault();
  letGo(false);
  if (event.key !== "l" && find(".sides")) location.hash = "board";   // at the end the result lies in its place
  const inside = event.key === "l" ? null : element.querySelector("button, [tabindex='0'], input");
  if (!inside && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  (inside || element).focus();
});

// ---------------------------------------------------------------- setting a table: as many names as people at this screen

for (const own of all(".set-table input[name=own]")) {
  const show = () => own.form.querySelectorAll(".people p").forEach((row, place) => { row.hidden = place >= Number(own.value); });
  own.addEventListener("input", show);
  show();
}

// ---------------------------------------------------------------- the waiting room

// When the last chair is taken the page becomes the table; what was being written goes along.
const draft = find(".chat-form input[name=text]");
document.addEventListener("table:settled", () => {
  if (!find("main.waiting") || !find("#waiting[data-begun]")) return;
  if (draft?.value) sessionStorage.setItem("draft", draft.value);
  location.reload();
});
if (draft && sessionStorage.getItem("draft")) {
  draft.value = sessionStorage.getItem("draft");
  sessionStorage.removeItem("draft");
}
const copy = find("#copy");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => { await navigator.clipboard.writeText(copy.dataset.copy); copy.textContent = copy.dataset.done; });
}

callPlayer();
showMute();
showTimes();
if (find("#replay-frame")) { walk(); showNow(); }
