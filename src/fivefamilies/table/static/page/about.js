// Everything explains itself: whatever has `data-about` answers a hover, a focus or a touch with what it is and its rules.

import { find, main } from "./dom.js";

const answers = new Map();
let card = null;
let shownFor = null;
let timer = 0;
let clicked = null;   // where the pointer has rested since a click: what comes to lie under it was not asked for

function makeCard() {
  card = document.createElement("div");
  card.id = "about";
  card.className = "about";
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  main.append(card);   // inside a landmark
}

async function ask(thing) {
  if (!answers.has(thing)) {
    const query = new URLSearchParams({ thing });
    const table = main.dataset.table;
    answers.set(thing, fetch(`/t/${table}/about?${query}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null));
  }
  return answers.get(thing);
}

async function show(element) {
  shownFor = element;
  const told = await ask(element.dataset.about);
  if (shownFor !== element || !element.isConnected) return;
  if (!told) { hide(); return; }
  if (!card) makeCard();
  const name = document.createElement("b");
  name.textContent = told.name;
  const text = document.createElement("p");
  text.textContent = told.text;
  const rules = document.createElement("p");
  rules.className = "about-rules";
  for (const rule of told.rules) {
    const link = document.createElement("a");
    link.href = rule.href;
    link.target = "_blank";
    link.textContent = rule.number;
    rules.append(link, " ");
  }
  card.replaceChildren(name, text, rules);
  card.hidden = false;
  element.setAttribute("aria-describedby", "about");
  const [place, size] = [element.getBoundingClientRect(), card.getBoundingClientRect()];
  const left = Math.max(8, Math.min(innerWidth - size.width - 8, place.left + place.width / 2 - size.width / 2));
  const isBelow = place.top - size.height - 8 < 0;
  card.style.left = `${left + scrollX}px`;
  card.style.top = `${(isBelow ? place.bottom + 8 : place.top - size.height - 8) + scrollY}px`;
}

function hide() {
  clearTimeout(timer);
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
  if (card) card.hidden = true;
}

const target = (event) => event.target.closest?.("[data-about]");

function hover(event) {
  const element = target(event);
  if (event.pointerType === "touch" || event.target.closest?.("#about")) return;
  if (clicked && clicked.screenX === event.screenX && clicked.screenY === event.screenY) return;
  clicked = null;
  clearTimeout(timer);
  if (element && element !== shownFor) timer = setTimeout(() => show(element), 350);
  else if (!element && shownFor) timer = setTimeout(hide, 250);
}

if (main?.dataset.table) {
  document.addEventListener("pointerover", hover);
  document.addEventListener("pointermove", (event) => { if (clicked) hover(event); });
  document.addEventListener("focusin", (event) => {
    const element = target(event);
    if (element && event.target.matches(":focus-visible")) show(element); else if (!event.target.closest("#about")) hide();
  });
  document.addEventListener("pointerdown", (event) => { clicked = event; }, true);
  document.addEventListener("click", (event) => {
    const element = target(event);
    if (element && !event.target.closest("button.move, summary")) {   // what unfolds is not covered
      if (shownFor === element && !card?.hidden) hide(); else show(element);
    } else if (!event.target.closest("#about")) hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  addEventListener("scroll", () => { if (find("#about") && !find("#about").hidden) hide(); }, { passive: true });
}
