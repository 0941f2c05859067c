// Choose, see what it will do, confirm. Boards use `window.table`; buttons with the class `move` need nothing.

import { all, find, isCalm, isTyping, main, mark, wish } from "./dom.js";

const bar = find("#confirm");
const idle = find("#confirm-words")?.textContent;
let touched = null;   // the button by which it was chosen
let chosen = [];   // the moves that wait for their confirmation: one id, or words of several that belong together
const PAUSE = 2500;   // milliseconds, for whoever lets what is forced be answered by itself
let came = performance.now();   // when the question came
let asked = 0;     // the last preview that was asked for
let sent = null;   // the moment at which a move was confirmed: until the table has moved on, nothing else can be chosen
let isSending = false;
const sending = [];   // what was confirmed and not yet acknowledged: sent again when the line is back

const at = () => find("#status input[name=at]")?.value;
const isMine = () => find("#status")?.dataset.yours === "1";
const legal = () => all("#actions .move");
const byNotation = (words) => legal().find((button) => button.dataset.notation === words);

// Of things that are alike and lie side by side, only the touched one is taken up.
const isTwin = (button) => button !== touched && button.value === touched?.value && touched.closest("[data-roam]")?.contains(button);

function show() {
  const [yes, no] = [find("#confirm-yes"), find("#confirm-no")];
  yes.disabled = no.disabled = chosen.length === 0;
  bar.classList.toggle("is-open", chosen.length > 0);
  for (const button of all(".move")) button.classList.toggle("is-chosen", chosen.length === 1 && button.value === chosen[0] && !isTwin(button));
  document.dispatchEvent(new CustomEvent("table:chosen", { detail: chosen }));
}

async function foresee() {
  const number = ++asked;
  await new Promise((done) => { setTimeout(done); });   // who confirms in the same breath asks for nothing
  if (number !== asked || !chosen.length) return null;
  const query = new URLSearchParams({ moves: chosen.join(";"), at: at() });
  const answer = await fetch(`/t/${main.dataset.table}/preview?${query}`, { headers: { "hx-request": "true" } });
  if (number !== asked || !chosen.length || answer.status !== 200) return null;
  const told = await answer.json();
  const then = told.then === find("#status .question")?.textContent.trim() ? "" : told.then;   // the same question again is no news
  find("#confirm-told").textContent = [...told.told.map((line) => `${line}.`.replace(/([.!?])\.$/, "$1")), then].filter(Boolean).join(" ");
  mark("is-meant", told.things);
  showPurse(told.purse);
  return told;
}

// What one has before and after: for eyes at once, for ears when they come by; the price itself was told.
function showPurse(purse) {
  const place = find("#confirm-purse");
  place.hidden = !purse;
  place.textContent = purse?.shown ?? "";
  if (purse) place.ariaLabel = purse.words;
}

async function take(moves, words) {
  if (at() === sent) return;
  chosen = moves;
  find("#confirm-words").textContent = words;
  find("#confirm-told").textContent = "";
  showPurse(null);
  show();
  const told = foresee();
  if (wish("confirm") === "final" && (await told)?.is_free && chosen === moves) confirm();
  else find("#confirm-yes").focus({ preventScroll: true });
}

export function letGo(isBack = true) {
  if (!bar || !chosen.length) return;
  const old = chosen[0];
  chosen = [];
  find("#confirm-words").textContent = idle;
  find("#confirm-told").textContent = "";
  showPurse(null);
  mark("is-meant", []);
  show();
  if (isBack) (find(`#board .move[value="${CSS.escape(old)}"]`) || find("#board"))?.focus({ preventScroll: true });
}

// A confirmed move is kept until the server has it; while the line is down it is sent again with the number of its moment, so that
// it cannot be made twice.
async function confirm() {
  if (!chosen.length) return;
  const form = new FormData(find("#moves"));
  sent = at();
  sending.push(new URLSearchParams({ csrf: form.get("csrf"), at: sent, moves: chosen.join(";") }));
  letGo(false);
  find("#board").focus({ preventScroll: true });
  if (wish("answer") === "alone") await new Promise((done) => { setTimeout(done, Math.max(0, came + PAUSE - performance.now())); });
  if (!isSending) await send();
}

async function send() {
  isSending = true;
  while (sending.length) {
    try {
      const answer = await fetch(`/t/${main.dataset.table}/moves`, { method: "POST", body: sending[0], headers: { "hx-request": "true" } });
      const text = answer.status === 204 ? "" : await answer.text();
      if (answer.status === 503) throw new Error(text);
      if (!answer.ok) sent = null;
      if (text) document.dispatchEvent(new CustomEvent("table:patch", { detail: text }));
      sending.shift();
      find("#kept").hidden = true;
    } catch {
      find("#kept").hidden = false;
      await new Promise((done) => { setTimeout(done, 700); });
    }
  }
  isSending = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.sure && !window.confirm(button.dataset.sure)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (bar && button.matches("#moves .move")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    touched = button;
    if (chosen.length === 1 && chosen[0] === button.value) confirm();
    else take([button.value], button.dataset.words || button.getAttribute("aria-label") || button.textContent.trim());
  } else if (button.id === "confirm-no") {
    letGo();
  } else if (button.id === "confirm-yes") {
    event.preventDefault();
    event.stopImmediatePropagation();
    confirm();
  }
}, true);

document.addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  if (event.key === "Escape") letGo();
  if (bar && /^[1-9]$/.test(event.key)) {
    const button = all("#actions[open] .move")[Number(event.key) - 1];
    if (button) { event.preventDefault(); button.click(); }
  }
});

// After the table has moved on, what was chosen before is no longer meant.
export function moveOn() {
  if (!bar) return;
  sent = null;
  came = performance.now();
  if (chosen.length) letGo(false);
  show();
  bringNear();
  answerAlone();
}

// The page brings what is asked into sight, here and for the boards. The coach of a lesson lies above the board on a phone: what he has
// not said before is read first, and nothing draws the eye away from it before the next move.
const isPhone = matchMedia("(max-width: 700px)");
const heard = { words: "", at: null };
function speaking() {
  const coach = find("#lesson:not([hidden])");
  if (coach && coach.textContent !== heard.words) Object.assign(heard, { words: coach.textContent, at: at() });
  return isPhone.matches && heard.at === at() ? coach : null;
}
function bring(element, block = "center") {
  const coach = speaking();
  (coach || element)?.scrollIntoView({ block: coach ? "start" : block, behavior: isCalm.matches ? "auto" : "smooth" });
}

// On a phone the next choice may lie elsewhere on the board: it comes into sight, unless one of its answers is there already.
function bringNear() {
  if (!isPhone.matches || !isMine() || !document.activeElement?.matches("body, #board, #board *")) return;
  const moves = all("#board .move");
  const wanted = moves.filter((button) => !button.closest("[data-out], [data-aside]"));   // the way out is no reason to look away
  const answers = (wanted.length ? wanted : moves).filter((button) => button.checkVisibility());
  const isSeen = (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  if (speaking() || !answers.some(isSeen)) bring(answers[0]);
}

// A question with one answer is answered by itself, for whoever likes it: after a pause that all of his answers take, forced or not.
function answerAlone() {
  if (!bar || !isMine() || wish("answer") !== "alone" || legal().length !== 1) return;
  const [only] = legal();
  const moment = at();
  setTimeout(() => {
    if (at() === moment && isMine() && !chosen.length) { chosen = [only.value]; confirm(); }
  }, PAUSE);
}

if (bar) {
  window.table = {
    choose(words) {
      const button = byNotation(words);
      if (button) take([button.value], button.textContent.trim()); else letGo(false);
      return Boolean(button);
    },
    gather(moves, words) { if (moves.length) take(moves, words || moves.join(", ")); else letGo(false); },
    letGo, confirm, bring, isMine, legal: () => legal().map((button) => button.dataset.notation), chosen: () => chosen,
  };
  show();
  answerAlone();
}
