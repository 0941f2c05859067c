// "Tell me when it is my turn": off until this browser allows it. Shown only where the house and the browser can.

import { find } from "./dom.js";

const button = find("#push");
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const form = (fields) => new URLSearchParams({ csrf: button.dataset.csrf, ...fields });

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return worker ? worker.pushManager.getSubscription() : null;
}

async function showState() {
  const isOn = Boolean(await subscription());
  button.setAttribute("aria-pressed", String(isOn));
  button.textContent = isOn ? button.dataset.on : button.dataset.off;
}

async function turnOn(key) {
  if (await Notification.requestPermission() !== "granted") throw new Error("not allowed");
  await navigator.serviceWorker.register("/worker.js");
  const worker = await navigator.serviceWorker.ready;
  const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })).toJSON();
  await fetch("/push/subscribe", { method: "POST", body: form({ endpoint: made.endpoint, ...made.keys }) });
}

async function turnOff(made) {
  await fetch("/push/unsubscribe", { method: "POST", body: form({ endpoint: made.endpoint }) });
  await made.unsubscribe();
}

async function offer() {
  const { key } = await (await fetch("/push/key")).json();
  if (!key) return;
  button.hidden = false;
  await showState();
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const made = await subscription();
      if (made) await turnOff(made); else await turnOn(key);
      find("#push-refused").hidden = true;
    } catch { find("#push-refused").hidden = false; }   // not allowed, or no push service: it stays off
    button.disabled = false;
    await showState();
  });
}

if (button && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) offer();
