// The rules page: what is looked for stays, the rest steps back.

import { find } from "./dom.js";

const field = find("#look-for");
const text = find("#rules-text");

function look() {
  const wanted = field.value.trim().toLowerCase();
  let found = 0;
  for (const piece of text.querySelectorAll(":scope > p, :scope > ul > li, :scope > ol > li, :scope > pre, tbody > tr")) {
    const isThere = !wanted || piece.textContent.toLowerCase().includes(wanted);
    piece.hidden = !isThere;
    found += isThere && wanted ? 1 : 0;
  }
  const told = find("#looked");
  told.textContent = wanted ? told.dataset.words.replace("#", found) : "";
}

field?.addEventListener("input", look);
