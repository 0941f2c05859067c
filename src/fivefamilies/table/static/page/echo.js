// Whoever has scrolled away from the strip still reads what is told, at the foot of the window, and is brought to the end of the game.

import { all, find, main } from "./dom.js";

const isAway = (element) => { const box = element?.getBoundingClientRect(); return Boolean(box) && (box.bottom < 0 || box.top > innerHeight); };
// A board may keep the question at the head of the window: the strip goes under it.
const isUnder = (element) => element?.getBoundingClientRect().bottom < (find("#status")?.getBoundingClientRect().bottom ?? 0);
const isOver = () => Boolean(find("#ending:not([hidden])"));
let wasOver = isOver();
let echo = null;

function hush() {
  echo?.remove();
  echo = null;
}

function tell(words) {
  if (!isAway(find("#strip")) && !isUnder(find("#strip"))) { hush(); return; }
  if (!echo) {
    echo = Object.assign(document.createElement("p"), { className: "echo", ariaHidden: "true" });   // the strip says it to those who hear
    echo.addEventListener("click", () => document.dispatchEvent(new Event("table:skip")));
    main.append(echo);
  }
  echo.textContent = words;
}

// Who won comes into sight, and below it why; whoever was at the board is there now.
function showEnd() {
  if (isAway(find("#status"))) find("#status").scrollIntoView({ block: "start" });
  if (document.activeElement?.matches("body, #board, #board *")) find("#ending").focus({ preventScroll: true });
}

// At the end the page shows the result or the final board: which of them.
function showSide() {
  const side = location.hash === "#board" ? "#board" : "#ending";
  for (const link of all(".sides a")) link.ariaCurrent = link.hash === side ? "true" : null;
}

if (main?.hasAttribute("ws-connect")) {
  document.addEventListener("table:step", () => tell(find("#strip-now")?.textContent ?? ""));
  document.addEventListener("table:told", () => {
    hush();
    if (isOver() && !wasOver) showEnd();
    wasOver = isOver();
    showSide();
  });
  addEventListener("hashchange", showSide);
  showSide();
}
