// The server's time, as its last answer told it. A device's own clock may be wrong but goes on while the device
// sleeps, so the difference between the two holds until the next answer.
let ahead = 0;

// `Date` of an answer counts whole seconds: on average the answer was sent half a second later.
export function heard(answer) {
  const sent = Date.parse(answer.headers.get("Date"));
  if (sent) ahead = sent + 500 - Date.now();
}

// What a page says of the time it was made holds until an answer says better.
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
