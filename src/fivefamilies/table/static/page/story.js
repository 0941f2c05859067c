// The log is a story: equal lines in a row are one, and touching a line shows that moment in place; Escape returns to live.

import { find, main } from "./dom.js";

export function fold() {
  const log = find("#log");
  if (!log) return;
  let first = null;
  let count = 1;
  for (const row of [...log.children]) {
    const words = row.querySelector("a")?.textContent;
    if (first && words && words === first.querySelector("a")?.textContent) {
      count += 1;
      row.hidden = true;
      first.dataset.times = `× ${count}`;
    } else {
      first = row;
      count = 1;
    }
  }
}

// With the next frame, which lays out the page anyway.
let isDue = false;
export function showNews() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    fold();
    const log = find("#log.is-live");
    if (log) log.scrollTop = log.scrollHeight;
  });
}

let live = null;   // the board as it is, while an earlier moment is shown in its place

async function look(link) {
  const answer = await fetch(`${link.getAttribute("href")}?frame=1`);
  if (!answer.ok) return;
  const frame = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [past, board] = [frame.querySelector("#board"), find("#board")];
  if (!past || !board) return;
  if (!live) {
    live = board;
    live.before(Object.assign(document.createElement("div"), { id: "past" }));
    live.hidden = true;
  }
  past.id = "past-board";
  for (const named of past.querySelectorAll("[id]")) named.removeAttribute("id");
  find("#past").replaceChildren(banner(frame.querySelector(".viewing")), past);
  for (const row of document.querySelectorAll("#log .is-now")) row.classList.remove("is-now");
  link.closest("li").classList.add("is-now");
}

function banner(words) {
  const bar = document.createElement("p");
  bar.className = "viewing";
  bar.setAttribute("role", "status");
  const back = document.createElement("button");
  back.type = "button";
  back.className = "small";
  back.textContent = words.querySelector("a").textContent;
  back.addEventListener("click", toLive);
  bar.append(`${words.firstChild.textContent} `, back);
  return bar;
}

function toLive() {
  if (!live) return;
  find("#past").remove();
  live.hidden = false;
  live = null;
  for (const row of document.querySelectorAll("#log .is-now")) row.classList.remove("is-now");
  find("#board").focus({ preventScroll: true });
}

if (main?.dataset.table) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#log.is-live a, #strip a[data-ply]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    look(link);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") toLive(); });
  document.addEventListener("table:settled", showNews);
  showNews();
}
