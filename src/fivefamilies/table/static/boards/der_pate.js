// Der Pate: a token or favour that was unfolded folds again when the game has moved on, or with Escape; arrows walk along a row.

const folds = () => document.querySelectorAll("#board .dp-hand details[open]");
const close = () => folds().forEach((fold) => { fold.open = false; });
const moment = () => document.querySelector("#status")?.dataset.ply;
let ply = moment();

document.addEventListener("table:settled", () => {
  if (moment() === ply) return;
  ply = moment();
  close();
});

const ROWS = ".dp-businesses, .dp-spaces, .dp-dice, .dp-answers, .dp-line, .dp-tokens, .dp-favours, .dp-pick, .dp-rails";
const STOPS = "button, summary, [tabindex='0']";
const STEP = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const [fold] = folds();
    close();
    fold?.querySelector("summary").focus();
  }
  const row = STEP[event.key] && event.target.closest?.(ROWS);
  if (!row) return;
  const stops = [...row.querySelectorAll(STOPS)].filter((stop) => stop.offsetParent);
  const place = stops.indexOf(event.target);
  if (place < 0) return;
  event.preventDefault();
  stops[(place + STEP[event.key] + stops.length) % stops.length].focus();
});
