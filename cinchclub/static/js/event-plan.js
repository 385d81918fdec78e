// Planning an event: how many players are named so far, and what room they make. The server counts for itself.
const form = document.querySelector("[data-plan]");
const shown = form?.querySelector("[data-plan-count]");
const room = (count, odd) => {
  const tables = Math.floor(count / 4);
  const over = count % 4;
  if (odd === "table-of-three" && over > 0 && tables >= 3 - over) return { tables: tables + 1, out: 0 };
  return { tables, out: odd === "table-of-five" ? over - Math.min(over, tables) : over };
};
const tally = () => {
  const typed = form.elements.players.value.split("\n").filter((line) => line.trim()).length;
  const count = typed + form.querySelectorAll("[name=members]:checked").length;
  const { tables, out } = room(count, form.elements.movement_odd?.value);
  const words = tables === 1 ? shown.dataset.table : shown.dataset.tables;
  const said = words.replace("{tables}", tables).replace("{out}", out);
  const people = count === 1 ? shown.dataset.one : shown.dataset.many.replace("{count}", count);
  shown.textContent = count < 4 ? people : `${people}: ${said}`;
  shown.hidden = count === 0;
};
if (shown) {
  form.addEventListener("input", tally);
  tally();
}
