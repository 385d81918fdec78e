// A group (<details>) with an id that the user has opened stays open when its part of the page is replaced.
export function keepOpen(part, replace) {
  const open = [...part.querySelectorAll("details[open][id]")].map((group) => group.id);
  replace();
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}
