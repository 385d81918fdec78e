// Planning an event: count the named players and the tables that they fill. The server makes its own count.
const form = document.querySelector("[data-plan]");
const shown = form?.querySelector("[data-plan-count]");
const sizes = JSON.parse(shown?.dataset.sizes ?? "{}");
const even = (count, own) => {
  let best = 0;
  for (let tables = 1; tables <= count; tables += 1) {
    const fits = Math.floor(count / tables) >= Math.min(...own) && Math.ceil(count / tables) <= Math.max(...own);
    if (fits && (!best || Math.abs(count - tables * own[0]) < Math.abs(count - best * own[0]))) best = tables;
  }
  return { tables: best, out: best ? 0 : count };
};
const room = (count, odd, own) => {
  if (odd === "uneven-tables") return even(count, own);
  const tables = Math.floor(count / own[0]);
  const over = count % own[0];
  if (odd === "table-of-three" && over > 0 && tables >= 3 - over) return { tables: tables + 1, out: 0 };
  return { tables, out: odd === "table-of-five" ? over - Math.min(over, tables) : over };
};
// The headings of a list, and the lines above the headings, are not players.
const headings = new Set(JSON.parse(shown?.dataset.headings ?? "[]"));
const isHeading = (line) => [line, ...line.split(/[\t;,]/)].some((cell) => headings.has(cell.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()));
const isOneOf = (kinds) => JSON.parse(kinds).includes(form.elements.movement_kind?.value);
// In an evening of pairs a line holds both partners.
const hasPairs = () => isOneOf(shown.dataset.ofPairs);
const between = new RegExp(shown?.dataset.between ?? "$^", "iu");
// In other evenings a line with a sign such as "&" names two fixed partners, unless a plan changes the partners.
const isPlayedAlone = () => JSON.parse(shown.dataset.playedAlone).includes(form.elements.game.value);
const takesPartners = () => isOneOf(shown.dataset.ofPartners) && !isPlayedAlone();
const sign = new RegExp(shown?.dataset.sign ?? "$^", "u");
const isPair = (line) => (hasPairs() && between.test(line)) || (takesPartners() && sign.test(line));
const named = (text) => {
  const lines = text.split("\n").filter((line) => line.trim());
  const names = lines.slice(lines.slice(0, Number(shown.dataset.above) + 1).findIndex(isHeading) + 1);
  // A list of pairs with two columns may name each pair twice, once for each partner. A pair is counted once.
  const people = names.flatMap((line) => (isPair(line) ? line.split(hasPairs() ? between : sign).slice(0, 2) : [line]));
  return new Set(people.map((name) => name.trim().toLowerCase()).filter(Boolean)).size;
};
const tally = () => {
  const words = shown.dataset;
  const typed = named(form.elements.players.value);
  const count = typed + form.querySelectorAll("[name=members]:checked").length;
  const own = sizes[form.elements.game.value] ?? [4];
  // The settings of another kind stay on the page until those of the chosen kind have come.
  const odd = isOneOf(words.ofOddTables) ? form.elements.movement_odd?.value : "sit-out";
  const arePairs = hasPairs() && count > 2 && count % 2 === 0;
  const { tables, out } = hasPairs() && !arePairs ? { tables: 0, out: 0 } : room(count, odd, own);
  const people = count === 1 ? words.one : words.many.replace("{count}", count);
  const who = arePairs ? words.pairs.replace("{count}", count / 2) : people;
  const places = tables === 1 ? words.table : words.tables.replace("{tables}", tables);
  const over = out === 1 ? words.oneOut : words.out.replace("{out}", out);
  const idle = arePairs && out > 0 ? words.pairOut : over;
  shown.textContent = tables === 0 ? who : `${who}: ${places}, ${idle}`;
  shown.hidden = count === 0;
};
// After a reload or Back, the browser ticks the kind that was chosen, but the settings are those of another.
const showTickedKind = () => {
  const ticked = form.querySelector("[name=movement_kind]:checked");
  if (ticked && ticked.value !== form.elements.shown_kind.value) {
    ticked.dispatchEvent(new Event("change", { bubbles: true }));
  }
};

// While the settings of another kind or game are loading, people go on typing. What they typed is put into the new
// fields. A field that is gone, or that does not offer the choice any more, is named.
const isTicked = (control) => ["checkbox", "radio"].includes(control.type);
const typedInto = () => [...form.elements].filter((control) => control.name && !["hidden", "file", "submit"].includes(control.type));
const keyOf = (control) => (isTicked(control) ? `${control.name}=${control.value}` : control.name);
const stateOf = (control) => (isTicked(control) ? control.checked : control.value);
const titleOf = (control) => (control.closest("fieldset.field")?.querySelector("legend") ?? control.labels?.[0])?.textContent.trim();
// The new settings come with closed headings. Those that are open on the page stay open.
const openHeadings = () => [...form.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
const openAgain = (titles) => {
  for (const summary of form.querySelectorAll("details > summary")) if (titles.includes(summary.textContent)) summary.parentElement.open = true;
};
const opened = new WeakMap();
const sent = new WeakMap();
const typedSince = new WeakMap();
const putBack = ([key, state, title]) => {
  const control = typedInto().find((each) => keyOf(each) === key);
  if (control && isTicked(control)) control.checked = state;
  else if (control && (!control.options || [...control.options].some((option) => option.value === state))) control.value = state;
  control?.closest("details")?.setAttribute("open", "");
  return control && stateOf(control) === state ? "" : title;
};
const name = (titles) => {
  const place = form.querySelector("[data-left-out]");
  const line = document.createElement("p");
  line.className = "message";
  line.textContent = place.dataset.leftOut.replace("{names}", titles.join(", "));
  place.append(line);
};
if (form) {
  form.addEventListener("htmx:beforeSend", ({ detail }) => {
    sent.set(detail.xhr, new Map(typedInto().map((each) => [each, stateOf(each)])));
  });
  form.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const before = sent.get(detail.xhr);
    // A field that came with another answer meanwhile was not typed into.
    const typed = typedInto().filter((each) => before?.has(each) && before.get(each) !== stateOf(each));
    opened.set(detail.xhr, openHeadings());
    typedSince.set(detail.xhr, typed.map((each) => [keyOf(each), stateOf(each), titleOf(each)]));
  });
  form.addEventListener("htmx:afterSwap", ({ detail }) => {
    openAgain(opened.get(detail.xhr) ?? []);
    const typed = typedSince.get(detail.xhr) ?? [];
    typedSince.delete(detail.xhr);
    const gone = [...new Set(typed.map(putBack).filter(Boolean))];
    if (gone.length) name(gone);
    if (typed.length) form.dispatchEvent(new Event("change"));
  });
}
if (shown) {
  form.addEventListener("input", tally);
  // The settings of another game or kind have come.
  document.body.addEventListener("htmx:afterSettle", tally);
  tally();
}
if (form) window.addEventListener("pageshow", showTickedKind);
