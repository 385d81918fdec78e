// The organiser's desk: the clock goes on between two looks at the server (live.js), and nothing is taken away from
// under a finger. What counts is the server's time; this only counts its seconds on.
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

// A look at the server gives way to a finger on a button, to a question that waits for its answer, and to what was
// pressed until it is answered: the answer finds its places on the page only if its button is still there.
const isBusy = () => pressed || sending > 0 || Boolean(document.querySelector("dialog[open]"));

if (desk) {
  document.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => (pressed = false), 250));
  }
  desk.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    sending += 1;
    document.querySelector(".page > .messages")?.remove(); // about what was pressed before
  });
  desk.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb === "post") sending -= 1;
  });
  desk.addEventListener("live-news", (event) => isBusy() && event.preventDefault());
  desk.addEventListener("live-shown", tick);
  desk.addEventListener("htmx:afterSwap", (event) => {
    tick();
    // What was pressed is gone where it can be pressed only once: whoever is at the keys goes on from the clock.
    const isDone = event.detail.requestConfig?.verb === "post" && document.activeElement === document.body;
    if (isDone) document.querySelector("#desk-phase").focus({ preventScroll: true });
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status) lost.hidden = event.detail.xhr.status < 500;
  });
  document.body.addEventListener("htmx:sendError", () => (lost.hidden = false));
  setInterval(tick, 250);
}
