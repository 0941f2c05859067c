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

// On a phone the page goes where the next decision lies: to the city for a house, a district or a space of the street, else to the dice.
const CONFIRM = 190;   // its height
const isNarrow = matchMedia("(max-width: 760px)");   // as in the style sheet
document.addEventListener("table:settled", () => {
  if (!isNarrow.matches || !window.table?.isMine()) return;
  const lit = document.querySelector("#dp-city :is(.dp-business, .dp-spaces, .dp-district) .move") ?? document.querySelector("#dp-act .move");
  const box = lit?.getBoundingClientRect();
  const foot = lit?.closest("#dp-city") ? CONFIRM : 0;   // what is touched there stays in sight above the confirm bar
  if (box && (box.top < 60 || box.bottom > innerHeight - foot)) window.table.bring(lit.closest("#dp-city, #dp-act"), "start");
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
