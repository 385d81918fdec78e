// Shortcuts of a single key can be switched off on this device (WCAG 2.1.4).
const KEY = "cinch-shortcuts";
const OFF = "off";
const root = document.documentElement;
const box = document.querySelector("#shortcuts");

try {
  root.dataset.shortcuts = localStorage.getItem(KEY) ?? "";
} catch {
  // A browser that keeps nothing has them until they are switched off on the page.
}
if (box) {
  box.checked = root.dataset.shortcuts !== OFF;
  box.addEventListener("change", () => {
    root.dataset.shortcuts = box.checked ? "" : OFF;
    try {
      localStorage.setItem(KEY, root.dataset.shortcuts);
    } catch {
      // As above.
    }
  });
}
