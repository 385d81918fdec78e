// Planning an event: how many players are named so far, and what room they make. The server counts for itself.
const form = document.querySelector("[data-plan]");
const shown = form?.querySelector("[data-plan-count]");
const tally = () => {
  const typed = form.elements.players.value.split("\n").filter((line) => line.trim()).length;
  const count = typed + form.querySelectorAll("[name=members]:checked").length;
  const tables = Math.floor(count / 4);
  const fives = form.elements.movement_odd?.value === "table-of-five" ? Math.min(count % 4, tables) : 0;
  const words = tables === 1 ? shown.dataset.table : shown.dataset.tables;
  const room = words.replace("{tables}", tables).replace("{out}", (count % 4) - fives);
  const people = count === 1 ? shown.dataset.one : shown.dataset.many.replace("{count}", count);
  shown.textContent = count < 4 ? people : `${people}: ${room}`;
  shown.hidden = count === 0;
};
if (shown) {
  form.addEventListener("input", tally);
  tally();
}
