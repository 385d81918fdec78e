// What happens when a form is sent, and the keys to print and to copy.
//
// A grave step asks once more: a form with data-confirm is sent only after its dialog was agreed to.
// Without script the form is sent at once; the server asks for a reason or can undo where it matters.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const dialog = form.dataset.confirm && document.getElementById(form.dataset.confirm);
  if (!dialog || form.dataset.agreed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const sender = event.submitter;
  // What holds now is shown in the part of the page that renews itself.
  const [source, note] = [document.querySelector(`[data-dialog-note="${dialog.id}"]`), dialog.querySelector("[data-note]")];
  note.hidden = !source?.textContent;
  note.textContent = source?.textContent ?? "";
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      // While the question was open, the page may have renewed the part with the form.
      const now = form.isConnected ? form : document.querySelector(`form[data-confirm="${dialog.id}"]`);
      const pressed = sender?.isConnected ? sender : now?.querySelector("button");
      if (dialog.returnValue !== "yes") return pressed?.focus();
      if (!now) return;
      now.dataset.agreed = "yes";
      now.requestSubmit(pressed);
      delete now.dataset.agreed;
    },
    { once: true },
  );
  dialog.showModal();
}, { capture: true });

// What takes a while says so until the next page is there; whoever comes back to this one finds it quiet.
document.addEventListener("submit", (event) => {
  const busy = event.target.querySelector("[data-busy]");
  if (busy && !event.defaultPrevented) busy.hidden = false;
});
addEventListener("pageshow", () => document.querySelectorAll("[data-busy]").forEach((busy) => (busy.hidden = true)));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    // Outside HTTPS a browser has no clipboard to write to; what is selected it copies.
    const field = document.getElementById(copy.dataset.copy);
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
    else document.execCommand("copy");
  }
});
