// Confirmation dialogs, notes about slow requests, and the buttons that print and copy.
//
// A form with data-confirm is sent only after the user has agreed in its dialog. Without scripts the form is sent
// at once; the server asks for a reason, or the step can be undone.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const dialog = form.dataset.confirm && document.getElementById(form.dataset.confirm);
  if (!dialog || form.dataset.agreed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const sender = event.submitter;
  // The note in the dialog comes from the part of the page that is renewed, so that it is up to date.
  const [source, note] = [document.querySelector(`[data-dialog-note="${dialog.id}"]`), dialog.querySelector("[data-note]")];
  note.hidden = !source?.textContent;
  note.replaceChildren(...(source?.cloneNode(true).childNodes ?? []));
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      // The page may have renewed the part with the form while the dialog was open.
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

// Show a note while a slow request runs. Hide the note if the user comes back to this page.
document.addEventListener("submit", (event) => {
  const busy = event.target.querySelector("[data-busy]");
  if (busy && !event.defaultPrevented) busy.hidden = false;
});
addEventListener("pageshow", () => document.querySelectorAll("[data-busy]").forEach((busy) => (busy.hidden = true)));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    // Outside HTTPS a browser has no clipboard to write to, but it can copy what is selected.
    const field = document.getElementById(copy.dataset.copy);
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
    else document.execCommand("copy");
  }
});
