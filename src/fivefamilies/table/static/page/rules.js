// The rules page: what is looked for stays, the rest steps back.

import { find } from "./dom.js";

const field = find("#look-for");
const text = find("#rules-text");

/** Words as they are typed: no capitals, and ordinary spaces where printers use others. */
const plain = (words) => words.toLowerCase().replace(/\s+/g, " ");

function look() {
  const wanted = plain(field.value.trim());
  let found = 0;
  for (const piece of text.querySelectorAll(":scope > p, :scope > ul > li, :scope > ol > li, :scope > pre, tbody > tr")) {
    const isThere = !wanted || plain(piece.textContent).includes(wanted);
    piece.hidden = !isThere;
    found += isThere && wanted ? 1 : 0;
  }
  const told = find("#looked");
  told.textContent = wanted ? told.dataset.words.replace("#", found) : "";
}

field?.addEventListener("input", look);
