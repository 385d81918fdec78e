// The director's desk. Between two polls (live.js) this script keeps the clock running, on the server's time. It
// also delays a poll's answer that would take a button away while the director uses it.
import { serverNow, showSeconds } from "./clock.js";

const desk = document.querySelector("[data-desk]");
const lost = document.querySelector("[data-live-lost]");
let pressed = false;
let sending = 0;

const tick = () => desk.querySelectorAll("[data-clock][data-runs]").forEach(countOn);

const countOn = (face) => {
  const gone = (serverNow() - Date.parse(face.dataset.now)) / 1000;
  const shown = Number(face.dataset.clock) + (face.dataset.runs === "down" ? -gone : gone);
  showSeconds(face, Math.max(0, face.dataset.runs === "down" ? Math.ceil(shown) : Math.floor(shown)));
};

// The desk is not renewed while a finger is on a button, a dialog is open, or a sent form waits for its answer:
// htmx finds the place for the answer only if the form's button is still on the page.
const isBusy = () => pressed || sending > 0 || Boolean(document.querySelector("dialog[open]"));

if (desk) {
  document.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => (pressed = false), 250));
  }
  desk.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    sending += 1;
    document.querySelector(".page > .messages")?.remove(); // the old messages are about an earlier button
  });
  desk.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb === "post") sending -= 1;
  });
  desk.addEventListener("live-news", (event) => isBusy() && event.preventDefault());
  desk.addEventListener("live-shown", tick);
  desk.addEventListener("htmx:afterSwap", (event) => {
    tick();
    // A button that can be pressed only once is gone now. Keyboard users continue at the clock.
    const isDone = event.detail.requestConfig?.verb === "post" && document.activeElement === document.body;
    if (isDone) document.querySelector("#desk-phase").focus({ preventScroll: true });
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status) lost.hidden = event.detail.xhr.status < 500;
  });
  document.body.addEventListener("htmx:sendError", () => (lost.hidden = false));
  setInterval(tick, 250);
}
