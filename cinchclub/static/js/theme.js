// Light or dark: as the device says, or as somebody chose on this device. Runs before the page is drawn.
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
  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.querySelector("[data-theme-choice]");
    const select = choice?.querySelector("select");
    if (!select) return;
    select.value = chosen();
    choice.hidden = false;
    select.addEventListener("change", () => {
      apply(select.value);
      try {
        localStorage.setItem(KEY, select.value);
      } catch {
        // A browser that keeps nothing still shows the choice on this page.
      }
    });
  });
})();
