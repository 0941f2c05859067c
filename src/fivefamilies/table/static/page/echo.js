// Whoever has scrolled away from the strip still reads what is told, at the foot of the window, and is brought to the end of the game.

import { find, main } from "./dom.js";

const isAway = (element) => { const box = element?.getBoundingClientRect(); return Boolean(box) && (box.bottom < 0 || box.top > innerHeight); };
const isOver = () => Boolean(find("#ending:not([hidden])"));
let wasOver = isOver();
let echo = null;

function hush() {
  echo?.remove();
  echo = null;
}

function tell(words) {
  if (!isAway(find("#strip"))) { hush(); return; }
  if (!echo) {
    echo = Object.assign(document.createElement("p"), { className: "echo", ariaHidden: "true" });   // the strip says it to those who hear
    echo.addEventListener("click", () => document.dispatchEvent(new Event("table:skip")));
    main.append(echo);
  }
  echo.textContent = words;
}

if (main?.hasAttribute("ws-connect")) {
  document.addEventListener("table:step", () => tell(find("#strip-now")?.textContent ?? ""));
  document.addEventListener("table:told", () => {
    hush();
    if (isOver() && !wasOver && isAway(find("#ending h2"))) find("#ending").scrollIntoView({ block: "start" });
    wasOver = isOver();
  });
}
