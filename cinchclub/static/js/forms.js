// For every form: after a refusal the focus moves to the error. What was typed survives Back, a reload, a change of
// language and the end of a session. It is kept in the browser's history entry of the page, so no storage is needed
// and no other tab sees it.
import { renewToken } from "./tokens.js";

// The answer is the error or, on a page without errors, the preview that the user asked for.
const WRONG = "main [aria-invalid=true], main .errors";
const openAround = (element) => {
  for (let group = element.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
};
const leadToAnswer = (root) => {
  const found = (selector) => [...root.querySelectorAll(selector)];
  found(WRONG).forEach(openAround);
  const [answer] = [...found("[data-error-summary]"), ...found(WRONG), ...found("[data-answer]")];
  if (!answer) return;
  openAround(answer);
  if (!answer.matches("a, button, input, select, textarea")) answer.tabIndex = -1;
  answer.focus({ preventScroll: true });
  const { top, bottom } = answer.getBoundingClientRect();
  if (top < 0 || Math.min(bottom, top + innerHeight / 2) > innerHeight) answer.scrollIntoView({ block: "start" });
};
leadToAnswer(document);
// Move the focus only after the user has pressed something. A page can also send requests by itself or while the
// user types.
document.addEventListener("htmx:afterSettle", ({ detail: { elt, requestConfig } }) => {
  const isPressed = ["click", "submit"].includes(requestConfig?.triggeringEvent?.type);
  if (isPressed && !requestConfig.elt.closest(".entry")) leadToAnswer(elt);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-error-summary] a[data-field]");
  if (!link) return;
  const { field } = link.dataset;
  const group = document.getElementById(link.hash.slice(1));
  const named = link.closest("form")?.elements[field] ?? document.getElementsByName(field)[0];
  // Several forms of the page can have a field of this name. If the link's id is the id of a field, that field is
  // meant.
  const isField = group?.matches("input, select, textarea");
  const target = isField ? group : ((named instanceof Element ? named : named?.[0]) ?? group);
  if (!target) return;
  event.preventDefault();
  openAround(target);
  target.scrollIntoView({ block: "center" });
  target.focus();
});

// A new club is most likely in the time zone of its founder.
const zone = document.querySelector("[data-founding] [data-time-zone]");
if (zone && !document.querySelector("[data-error-summary]")) zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;

// In a form with an idempotency key each press counts, so the second click of a double click is ignored.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("button")?.form?.elements.namedItem("key")) event.preventDefault();
});

const OWN = "form:not([data-entry], .language-choice, [method=dialog], [data-link-exchange])";
const isSecret = (field) => ["password", "file", "hidden", "submit", "button"].includes(field.type) || !field.name;
const isPressed = (field) => field.type === "checkbox" || field.type === "radio";
const isTyped = (field) => {
  if (isPressed(field)) return field.checked !== field.defaultChecked;
  if (field.localName === "select") return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
};
// A field is found again by its name, also if the form has gained fields since, such as new members to choose from.
const fieldsOf = (form, place) => {
  const count = {};
  return [...form.elements].filter((field) => !isSecret(field)).map((field) => {
    count[field.name] = (count[field.name] ?? 0) + 1;
    return { field, where: `${place} ${field.name} ${isPressed(field) ? field.value : count[field.name]}` };
  });
};
const fields = () => [...document.querySelectorAll(OWN)].flatMap(fieldsOf);

function keep() {
  const typed = fields().filter(({ field }) => isTyped(field)).map(({ field, where }) => [where, isPressed(field) ? field.checked : field.value]);
  try {
    if (typed.length || history.state?.typed) history.replaceState({ ...history.state, typed }, "");
  } catch {
    // The browser has a size limit for its history. Beyond it, Back shows the form as it was loaded.
  }
  return typed.length > 0;
}

function restore() {
  const typed = new Map(history.state?.typed);
  for (const { field, where } of typed.size ? fields() : []) {
    if (!typed.has(where)) continue;
    if (isPressed(field)) field.checked = typed.get(where);
    else field.value = typed.get(where);
    openAround(field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

restore();
document.addEventListener("change", keep);
document.addEventListener("submit", keep, { capture: true });
addEventListener("pagehide", keep);
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".language-choice") || !keep()) return;
  event.preventDefault();
  const body = new URLSearchParams([[event.submitter.name, event.submitter.value]]);
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
  location.reload();
});

// Without a network the browser would replace the page, and what was typed would be lost.
const noNetwork = document.querySelector("[data-no-network]");
document.addEventListener("submit", (event) => {
  if (navigator.onLine || event.defaultPrevented || !event.target.matches(OWN)) return;
  event.preventDefault();
  noNetwork.hidden = false;
  noNetwork.focus();
});
addEventListener("online", () => { noNetwork.hidden = true; });

// If the session has ended or the CSRF token is out of date, the answer must not replace anything on the page.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  const outcome = xhr.getResponseHeader("Outcome");
  if (outcome !== "stale-token" && outcome !== "signed-out") return;
  event.detail.shouldSwap = false;
  if (outcome === "signed-out") document.querySelector("[data-signed-out]").hidden = false;
  else again(requestConfig, xhr.getResponseHeader("Token"));
});

const repeated = new WeakSet();

function again({ elt, triggeringEvent }, token) {
  if (repeated.has(triggeringEvent)) return;
  renewToken(token);
  document.addEventListener("htmx:configRequest", (event) => event.detail.triggeringEvent && repeated.add(event.detail.triggeringEvent), { once: true });
  if (triggeringEvent?.type === "submit") elt.requestSubmit(triggeringEvent.submitter);
  else window.htmx.trigger(elt, triggeringEvent?.type ?? "change");
}

// Once a slip has its points, Tab skips the choice of the winner and moves on to the next slip.
document.addEventListener("input", (event) => {
  const row = event.target.closest(".slips-rows fieldset");
  const winner = row?.querySelector(".slips-winner select");
  if (!winner) return;
  const points = [...row.querySelectorAll(".slips-side input")];
  winner.tabIndex = points.every((field) => field.value.trim()) ? -1 : 0;
});
