// The door: while a name is typed, only the rows that hold it are shown. Without script the server looks for it.
const find = document.querySelector("[data-door-find]");
const list = document.getElementById("door");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

function narrow() {
  const wanted = plain(find.value);
  let shown = 0;
  for (const row of list.querySelectorAll("[data-door-name]")) {
    row.hidden = !plain(row.dataset.doorName).includes(wanted);
    shown += !row.hidden;
  }
  list.querySelector("[data-door-none]").hidden = shown > 0;
}

// What was tapped is answered in its own row, so the rows stay until the answer has come.
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
