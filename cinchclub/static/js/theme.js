// Light or dark: the device's setting, or the choice made on this device. Runs before the page is drawn.
(() => {
  const KEY = "cinch-theme";
  const root = document.documentElement;
  const chosen = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  };
  const apply = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };

  root.dataset.script = "";
  apply(chosen());
  // An answer may replace the whole page, including the choice.
  const offer = () => {
    const choice = document.querySelector("[data-theme-choice][hidden]");
    if (!choice) return;
    choice.querySelector("select").value = chosen();
    choice.hidden = false;
  };
  document.addEventListener("DOMContentLoaded", offer);
  document.addEventListener("htmx:afterSettle", offer);
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-theme-choice] select")) return;
    apply(target.value);
    try {
      localStorage.setItem(KEY, target.value);
    } catch {
      // Without storage, the choice lasts until the user leaves the page.
    }
  });
})();
