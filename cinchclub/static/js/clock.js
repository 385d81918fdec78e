// The server's time. The clock of a device may be wrong, but it keeps running while the device sleeps. So the
// difference between the two clocks stays valid until the server's next answer.
let ahead = 0;

// The header `Date` has whole seconds. On average the answer was sent half a second later.
export function heard(answer) {
  const sent = Date.parse(answer.headers.get("Date"));
  if (sent) ahead = sent + 500 - Date.now();
}

// The time at which the page was made sets the clock until the first answer comes.
export function begin(now) {
  ahead = Date.parse(now) - Date.now();
}

export function serverNow() {
  return Date.now() + ahead;
}

export function showSeconds(face, seconds) {
  const figures = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (face.textContent !== figures) face.textContent = figures;
}
