// Check-in: while the user types a name, only the matching rows are shown. Without scripts the server searches.
const find = document.querySelector("[data-check-in-find]");
const list = document.getElementById("check-in");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

function narrow() {
  const wanted = plain(find.value);
  let shown = 0;
  for (const row of list.querySelectorAll("[data-check-in-name]")) {
    row.hidden = !plain(row.dataset.checkInName).includes(wanted);
    shown += !row.hidden;
  }
  list.querySelector("[data-check-in-none]").hidden = shown > 0;
}

// The answer to a tap replaces the tapped row, so the list is not renewed until the answer has come.
let sending = 0;

if (find && list) {
  list.addEventListener("htmx:beforeRequest", () => (sending += 1));
  list.addEventListener("htmx:afterRequest", () => (sending -= 1));
  list.addEventListener("live-news", (event) => sending > 0 && event.preventDefault());
  find.addEventListener("input", narrow);
  list.addEventListener("live-shown", narrow);
  list.addEventListener("htmx:afterSettle", narrow);
  narrow();
}
