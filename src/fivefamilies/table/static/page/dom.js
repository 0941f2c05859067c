// Small words that every part of the page's script uses.

export const find = (selector) => document.querySelector(selector);
export const all = (selector) => [...document.querySelectorAll(selector)];
export const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* a private window keeps nothing */ } };
export const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
export const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
export const main = find("main");
export const isTyping = (event) => event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");

// What a player likes, kept in this browser: speed of the steps, whether to confirm, whether to answer what has one answer.
export const wish = (name) => kept(`wish ${name}`) || { speed: "normal", confirm: "always", answer: "ask" }[name];

// The elements that stand for things on the table, by what they are called.
export function mark(look, things) {
  const wanted = new Set(things);
  for (const element of all("#board [data-thing]")) element.classList.toggle(look, wanted.has(element.dataset.thing));
}
