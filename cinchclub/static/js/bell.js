// The sounds of the bell, the last hand and new seats. A browser lets a page make sounds only after a tap.
import { recall, remember } from "./device.js";

const KEY = "cinchclub-sound";
const STRIKES = {
  bell: [[880, 0], [880, 0.9], [880, 1.8]],
  over: [[880, 0], [880, 0.9], [880, 1.8]],
  "last-hand": [[660, 0], [880, 0.35]],
  seated: [[523, 0], [659, 0.25], [784, 0.5]],
};
const button = document.querySelector("[data-sound]");
let context = null;

export function ring(kind) {
  if (!context || context.state !== "running") return;
  for (const [pitch, after] of STRIKES[kind] ?? []) strike(pitch, context.currentTime + after);
}

// Sound a struck bell: a tone with two overtones that is loud at once and fades slowly.
function strike(pitch, at) {
  for (const [times, loud] of [[1, 0.35], [2.4, 0.12], [5.4, 0.05]]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch * times;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loud, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 1.6 / times + 0.4);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2.2);
  }
}

function say() {
  const on = context?.state === "running";
  button.setAttribute("aria-pressed", String(on));
  button.textContent = on ? button.dataset.saysOn : button.dataset.saysOff;
}

async function turn(on) {
  try {
    context ??= new AudioContext();
    if (on) await context.resume();
    else await context.suspend();
  } catch {
    return say(); // Without sound the page still shows the bell, and the button stays off.
  }
  remember(KEY, on ? "on" : "off");
  say();
}

if (button) {
  button.addEventListener("click", async () => {
    await turn(context?.state !== "running");
    ring("last-hand");
  });
  // If the sound was on at the last visit, the first tap anywhere turns it on again.
  if (recall(KEY) === "on") {
    addEventListener("pointerdown", (event) => event.target !== button && !context && turn(true), { once: true });
  }
}
