// The entry of a deal on a phone. The server computes every score; this script never does.
//
// Every tap is saved on the phone in a draft. Recorded entries go through the outbox. While entries wait there, the
// phone goes on to the next deal with its dealer.
import { recall, remember } from "./device.js";
import { keepOpen } from "./groups.js";
import { Outbox, freshKey } from "./outbox.js";

const NEXT_DIGIT_MS = 700;

class Entry {
  constructor(table) {
    this.table = table;
    this.draftName = `cinch-draft-${table.dataset.table}`;
    this.changes = 0;
    this.taps = [];
    this.touched = null;
    this.aimed = "";
    this.typed = { name: "", figure: "", at: -Infinity };
    this.editing = null;
    const part = document.querySelector("[data-outbox]");
    this.outbox = part && new Outbox(table.dataset.table, part, {
      sent: (page) => this.answered(page),
      stopped: (entry) => !this.isTouched && entry.state !== "signed-out" && this.edit(entry),
    });
    this.begin();
    this.outbox?.opened.then(() => this.begin()).then(() => this.outbox.sendAgain());
  }

  get form() {
    return this.table.querySelector("form[data-entry]");
  }

  // The draft: what has been tapped so far survives a reload of the page.
  begin() {
    const form = this.form;
    if (!form) return;
    const isOfServer = form.dataset.bound !== undefined;
    this.course ??= JSON.parse(document.getElementById("course").textContent);
    if (!this.isTouched && !isOfServer) this.goTo(this.due());
    this.offer();
    const draft = this.draft();
    if (!this.isTouched && draft && draft.number === form.elements.number.value && !isOfServer) this.restore(draft);
    this.tally();
  }

  draft() {
    try {
      return JSON.parse(recall(this.draftName));
    } catch {
      return null;
    }
  }

  // Return the deal after those that wait in the outbox, with its dealer.
  due() {
    let { number, dealer } = this.course;
    for (const entry of this.outbox?.unsent ?? []) {
      if (entry.number < number || entry === this.editing) continue;
      number = entry.number + 1;
      const dealt = Number(entry.fields.find(([name]) => name === "dealer")?.[1]) || entry.dealer;
      dealer = this.course.next[entry.misdeal][dealt - 1];
    }
    return { number, dealer };
  }

  // Return a deal's number as the page shows it: in the round, where misdeals do not count, or at the table.
  counted(number, { countedFrom }) {
    if (countedFrom === undefined) return number;
    const misdeals = this.outbox?.unsent.filter((entry) => entry.misdeal && entry.number < number).length ?? 0;
    return number - countedFrom - misdeals;
  }

  // Offer no further deal once the waiting deals are all that the round needs.
  offer() {
    const left = this.table.querySelector("[data-left]")?.dataset.left;
    const isOther = (entry) => !entry.misdeal && entry !== this.editing;
    const isFull = left !== undefined && (this.outbox?.unsent.filter(isOther).length ?? 0) >= Number(left);
    this.table.toggleAttribute("data-is-full", isFull);
  }

  goTo({ number, dealer }) {
    const form = this.form;
    if (form.elements.number.value === String(number) && this.dealer === dealer) return;
    this.dealer = dealer;
    form.elements.number.value = number;
    form.elements.dealer.value = dealer;
    const words = this.table.querySelector("[data-deal-words]");
    if (words) words.textContent = words.dataset.dealWords.replace("{number}", this.counted(number, words.dataset));
    const name = this.table.querySelector("[data-dealer-name] bdi");
    if (name) name.textContent = this.course.players[dealer - 1];
    const seller = this.table.querySelector("[data-seller-name] bdi");
    if (seller) seller.textContent = this.course.players[this.course.next[""][dealer - 1] - 1];
    const mark = form.querySelector(".seat-note");
    if (mark) form.querySelector(`[name=maker][value="${dealer}"]`)?.closest("label").append(mark);
  }

  // Empty the form for the deal that is due.
  clear() {
    remember(this.draftName, null);
    if (!this.form) return;
    this.isTouched = false;
    this.follow = false;
    this.editing = null;
    const blank = Object.entries(this.course.blank).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one ?? "")]));
    this.fill(blank);
    this.form.elements.key.value = freshKey();
    delete this.form.dataset.bound;
    this.form.querySelector("[data-error-summary]")?.remove();
    this.form.hidden = Boolean(this.form.querySelector(".cards")); // Only the server can lay the cards again.
    this.dealer = null;
    this.goTo(this.due());
    this.offer();
    this.table.querySelector("[data-preview]")?.replaceWith(this.table.querySelector("[data-preview-blank]").content.cloneNode(true));
    this.tally();
  }

  restore(draft) {
    this.fill(draft.fields);
    this.form.elements.key.value = draft.key;
    this.isTouched = true;
    this.ask();
  }

  fill(fields) {
    const kept = new Map();
    for (const [name, value] of fields) kept.set(name, [...(kept.get(name) ?? []), value]);
    for (const field of this.form.elements) {
      if (!field.name || field.type === "hidden" || field.localName === "button") continue;
      const values = kept.get(field.name) ?? [""];
      if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
      else field.value = values[0];
      this.unfold(field);
    }
  }

  // htmx listens to the form only once the page has loaded.
  ask() {
    const ask = () => window.htmx?.trigger(this.form, "entry-restored");
    if (document.readyState === "complete") ask();
    else addEventListener("load", ask, { once: true });
  }

  // Open the folded part of the page that contains a filled field.
  unfold(field) {
    const isTyped = field.localName === "input" && field.type === "text";
    const isChosen = field.localName === "select" ? !field.selectedOptions[0]?.defaultSelected : field.checked || isTyped;
    if (isChosen && field.value) field.closest("details")?.setAttribute("open", "");
  }

  fields() {
    return [...new FormData(this.form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  }

  keepDraft() {
    if (!this.form) return; // A page without the form corrects a deal and has no draft.
    this.isTouched = true;
    const { number, key } = this.form.elements;
    remember(this.draftName, JSON.stringify({ number: number.value, key: key.value, fields: this.fields() }));
  }

  changed() {
    this.changes += 1;
    this.keepDraft();
    const preview = this.table.querySelector("[data-preview]");
    if (preview) preview.dataset.stale = "";
    for (const confirm of this.table.querySelectorAll("[data-confirms]")) confirm.disabled = true;
    this.tally();
  }

  // The line at the foot of the screen says what has been chosen so far.
  tally() {
    const tally = this.table.querySelector("[data-tally]");
    if (!tally || !this.form) return;
    const said = [];
    for (const step of this.form.querySelectorAll("[data-step]")) {
      const words = this.said(step);
      const place = step.querySelector("[data-said-here]");
      if (place) place.textContent = words;
      if (words) said.push(words);
    }
    tally.querySelector("[data-tally-text]").textContent = said.join(" · ");
    tally.hidden = said.length === 0;
    this.tallyScore(tally);
  }

  // Once the score is known, the line shows the score and can record the deal like the button under the score.
  tallyScore(tally) {
    const preview = this.table.querySelector("[data-preview]:not([data-stale], [hidden])");
    const made = [...(preview?.querySelectorAll(".preview-figure") ?? [])].map((figure) => figure.textContent);
    const record = tally.querySelector("[data-tally-record]");
    tally.querySelector("[data-tally-score]").textContent = made.length ? `→ ${made.join(" : ")}` : "";
    record.hidden = !preview?.querySelector("[data-confirms]:enabled");
  }

  // Return what was chosen in a step. If each side has its own keys: one number per side, or a dash.
  said(step) {
    const shown = (found) => [...found].filter((element) => element.offsetParent);
    const chosen = (part) => shown(part.querySelectorAll("label[data-said]:has(:checked)"))[0]?.dataset.said;
    const sides = shown(step.querySelectorAll("[data-side]")).map(chosen);
    if (sides.some((figure) => figure)) return sides.map((figure) => figure ?? "–").join(" : ");
    return chosen(step) ?? "";
  }

  // Return the text of this entry in the list of waiting entries: the choices, and who won each point.
  summary() {
    const points = [...this.form.querySelectorAll(".point-row:has(:checked)")].map((row) => {
      const winner = row.querySelector("label:has(:checked)").textContent.trim();
      return `${row.querySelector("legend").firstChild.textContent.trim()}: ${winner}`;
    });
    return [this.table.querySelector("[data-tally-text]").textContent, ...points].filter(Boolean).join(" · ");
  }

  // After a tap, scroll the next step into view. Keyboard users stay where they are.
  goOn(field) {
    const step = field.closest("[data-side], [data-step]");
    if (!step || field.type !== "radio" || field.name === "detail" || field.name.startsWith("won_")) return;
    const steps = [...this.form.querySelectorAll("[data-step], [data-side], [data-preview]")];
    // If nobody bid, the law names the maker, so the next step is skipped. An unplayed deal needs no further keys.
    const following = steps.indexOf(step) + (field.name === "bid" && field.value === "0" ? 2 : 1);
    const next = field.name === "misdeal" && field.value ? steps.at(-1) : steps[following];
    this.follow = next?.dataset.preview !== undefined;
    if (!this.follow && next?.getBoundingClientRect().bottom > innerHeight - 70) this.lookAt(next, "nearest");
  }

  // Keyboard shortcuts. A digit chooses a number in the next group without a choice, or in the group that the user
  // has moved to with Tab or the arrow keys. S, H, D and C choose trumps. Two digits typed quickly are one number
  // if the group has that number.
  press(event) {
    const { target, key } = event;
    const isElsewhere = target.closest?.("a, button, summary, input, dialog") && !this.form?.contains(target);
    if (!this.form || event.ctrlKey || event.metaKey || event.altKey || isElsewhere || this.form.querySelector(".cards")) return;
    if (target.matches?.("select, textarea, input:not([type=radio], [type=checkbox])")) return;
    if (key === "Enter" && target.type === "radio") {
      event.preventDefault();
      const confirm = this.table.querySelector("[data-confirms]:enabled");
      confirm?.focus({ preventScroll: true });
      this.lookAt(confirm ?? this.table.querySelector("[data-preview]"), "nearest");
    }
    if (document.documentElement.dataset.shortcuts === "off") return;
    if (/^[SHDC]$/i.test(key)) this.choose("trump", key.toUpperCase());
    if (/^\d$/.test(key)) this.digit(key, target, event.timeStamp);
  }

  digit(key, target, at) {
    const { name, figure } = this.typed;
    const isSame = at - this.typed.at < NEXT_DIGIT_MS && this.choose(name, figure + key);
    const group = isSame ? name : this.figureDue(target);
    if (!isSame && !this.choose(group, key)) return;
    this.typed = { name: group, figure: isSame ? figure + key : key, at };
  }

  figureDue(target) {
    const chosen = (name) => this.form.querySelector(`[name="${name}"]:checked`);
    const figures = [...this.form.querySelectorAll("[name=bid], [name=maker], [name=points], [name^=points_]")];
    const names = [...new Set(figures.filter((radio) => radio.type === "radio" && radio.checkVisibility()).map((radio) => radio.name))];
    if (this.aimed && target.name === this.aimed && names.includes(this.aimed)) return this.aimed;
    return names.find((name) => !chosen(name)) ?? names.at(-1);
  }

  choose(name, value) {
    const radio = this.form.querySelector(`[type=radio][name="${name}"][value="${value}"]`);
    if (!radio) return false;
    this.isSteered = false;
    this.aimed = "";
    radio.focus({ preventScroll: true });
    this.lookAt(radio.closest("label"), "nearest");
    if (!radio.checked) radio.click();
    return true;
  }

  // A card that is tapped while another card is being sent waits for the answer, which says whose turn it is.
  tapped(event) {
    const key = event.target.closest("button[name=tap]");
    if (!key || !(this.isAsking || key.ariaDisabled === "true")) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.isAsking) this.taps.push(key.value);
  }

  // The answer can replace a card under the user's finger. Such a card gets no click, but it still counts as
  // tapped.
  released() {
    const key = this.touched;
    this.touched = null;
    if (!key || key.isConnected) return;
    if (this.isAsking) this.taps.push(key.value);
    else this.tap(key.value);
  }

  tap(value) {
    this.table.querySelector(`button[name=tap][value="${CSS.escape(value)}"]`)?.click();
  }

  laid() {
    this.keepDraft();
    this.isAsking = false;
    const next = this.taps.shift();
    if (next) return this.tap(next);
    if (!this.table.querySelector("[data-confirms]")) return;
    this.lookAt(this.table.querySelector("[data-preview]"));
    if (document.activeElement === document.body) this.table.querySelector("#card-undo")?.focus({ preventScroll: true });
  }

  lost() {
    this.isAsking = false;
    this.taps = [];
  }

  // If the entry has changed since a score was requested, the score is not shown: its button would record an entry
  // that nobody has checked.
  asks() {
    this.asked = this.changes;
    this.isAsking = true;
  }

  get isOutdated() {
    return this.asked !== this.changes;
  }

  previewed() {
    if (this.follow) this.lookAt(this.table.querySelector("[data-preview]"));
    this.follow = false;
    this.restoreCalls();
    const tally = this.table.querySelector("[data-tally]");
    if (tally) this.tallyScore(tally);
  }

  // The answer may add rows for the bidding. Fill them from the draft.
  restoreCalls() {
    const draft = this.draft();
    const fields = this.form?.elements;
    if (!fields || draft?.number !== fields.number.value) return;
    const isRestored = ([name, value]) => {
      if (!/^call(er)?_/.test(name) || !value || fields[name]?.value !== "") return false;
      fields[name].value = value;
      return fields[name].value !== "";
    };
    if (draft.fields.filter(isRestored).length) window.htmx.trigger(this.form, "entry-restored");
  }

  lookAt(element, block = "start") {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ behavior: calm ? "auto" : "smooth", block });
  }

  // Put the entry into the outbox, which stores it before sending it. If the shown score was out of date, the entry
  // does not claim that the user has seen its score.
  keep(submitter) {
    const isSeen = !this.table.querySelector("[data-preview][data-stale]");
    const fields = this.fields().filter(([name]) => name !== "key" && (isSeen || name !== "seen"));
    const { elements } = this.form;
    fields.push(["key", this.editing ? freshKey() : elements.key.value], ["step", submitter.value]);
    const entry = this.editing ?? {};
    Object.assign(entry, {
      url: submitter.hasAttribute("formaction") ? submitter.formAction : this.form.action,
      fields,
      number: Number(elements.number.value),
      dealer: Number(elements.dealer.value) || this.dealer,
      misdeal: this.form.querySelector("[name=misdeal]:checked")?.value ?? "",
      summary: this.summary(),
    });
    entry.dealerName = this.course.players[entry.dealer - 1];
    entry.counted = this.counted(entry.number, this.table.querySelector("[data-deal-words]")?.dataset ?? {});
    const isKept = this.outbox.keep(entry);
    this.clear();
    window.scrollTo({ top: 0 });
    return isKept;
  }

  async edit(entry) {
    if (!this.form || this.form.querySelector(".cards")) return location.assign(this.table.dataset.live);
    if (entry.state === "waiting") await this.outbox.write(entry, { state: "changing" });
    this.fill(entry.fields);
    this.goTo(entry);
    this.editing = entry;
    this.offer();
    this.isTouched = true;
    this.follow = entry.state === "conflict"; // the answer shows both entries side by side
    this.changes += 1;
    this.tally();
    this.ask();
    this.lookAt(this.form);
  }

  // Another phone has recorded the deal in the form, so turn the form into the entry of the next deal.
  another({ dataset: { number, dealer } }) {
    Object.assign(this.course, { number: Number(number), dealer: Number(dealer) });
    this.goTo(this.due());
    this.keepDraft();
    this.ask();
  }

  async discard(entry) {
    if (entry === this.editing) this.clear();
    if (entry) await this.outbox.discard(entry);
    if (!this.isTouched && this.form) this.clear();
  }

  // Show the page that answers the last entry. If the user is already entering the next deal, keep what they have
  // tapped and renew only the score.
  answered(page) {
    const fragment = page.querySelector("[data-table]");
    if (!fragment) return this.isTouched || location.assign(this.table.dataset.live);
    if (this.outbox.unsent.length) return this.hearScore(fragment);
    const next = fragment.querySelector("form[data-entry]")?.elements.number.value;
    const number = this.form?.elements.number.value;
    history.replaceState(history.state, "", this.table.dataset.live);
    if (!this.isTouched) this.show(fragment);
    else if (next === number) this.renew(fragment);
    else this.hearScore(fragment);
  }

  // Another phone has recorded something. Renew the score at once, but renew the entry only if nobody is using it
  // here.
  hear(news) {
    news.preventDefault();
    const fragment = new DOMParser().parseFromString(news.detail.text, "text/html").querySelector("[data-table]");
    const isBusy = this.isTouched || this.form?.querySelector(".cards") || this.outbox?.unsent.length || this.form?.dataset.bound !== undefined || news.detail.isTyped || document.querySelector("dialog[open]");
    // If the table can record no more deals, a refused entry stays only in the list above the form.
    const isRefused = this.outbox?.unsent.some(({ state }) => ["refused", "conflict"].includes(state));
    const isOver = isRefused && !fragment.querySelector("form[data-entry]");
    if (!isBusy || isOver || this.table.querySelector("[data-refused]")) {
      return keepOpen(this.table, () => this.renew(fragment));
    }
    this.hearScore(fragment);
    // The deal being entered here may be the deal that was just recorded. The answer tells the user so.
    const due = fragment.querySelector("form[data-entry]")?.elements.number.value;
    const isWaiting = this.outbox?.unsent.length || this.editing;
    if (this.isTouched && !isWaiting && Number(due) > Number(this.form?.elements.number.value)) this.ask();
  }

  hearScore(fragment) {
    for (const part of [".scoreboard", ".table-clock", "[data-follows]"]) {
      const news = fragment.querySelector(part);
      if (news) this.table.querySelector(part)?.replaceWith(news);
    }
  }

  renew(fragment) {
    this.table.replaceChildren(...fragment.childNodes);
    window.htmx?.process(this.table);
    this.isTouched = false;
    this.editing = null;
    this.course = this.dealer = null;
    this.begin();
  }

  show(fragment) {
    this.renew(fragment);
    const first = this.table.querySelector("[data-look-here]");
    first?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }
}

const table = document.querySelector("[data-table]");
if (table) {
  const entry = new Entry(table);

  let tapped = false;
  table.addEventListener("pointerdown", () => {
    tapped = true;
    entry.isSteered = false;
    entry.aimed = "";
  });
  table.addEventListener("focusin", ({ target }) => (entry.aimed = entry.isSteered ? target.name : ""));
  document.addEventListener("keydown", (event) => {
    tapped = false;
    entry.isSteered = event.key === "Tab" || event.key.startsWith("Arrow");
    entry.press(event);
  });
  table.addEventListener("change", (event) => {
    if (event.target.form !== entry.form) return;
    entry.changed();
    if (tapped) entry.goOn(event.target);
  });
  table.addEventListener("submit", (event) => {
    if (event.target !== entry.form || !entry.outbox) return;
    const step = event.submitter?.value;
    if (["record", "instead", "ask-director"].includes(step)) entry.keep(event.submitter);
    else if (step === "next") entry.another(event.submitter);
    else return;
    event.preventDefault();
  });
  table.addEventListener("live-news", (event) => entry.hear(event));
  // A message is about the step before this entry.
  table.addEventListener("submit", () => document.querySelector(".page > .messages")?.remove(), { capture: true });
  table.addEventListener("click", (event) => {
    if (!event.target.closest("[data-discard-this]") || !entry.outbox) return;
    event.preventDefault();
    remember(entry.draftName, null);
    entry.isTouched = false;
    // If more entries wait, the answer to the next one renews the page. A reload could lose this answer.
    const isLast = !entry.outbox.unsent.some((other) => other !== entry.editing);
    entry.discard(entry.editing).then(() => isLast && location.assign(table.dataset.live));
  });
  const { outbox } = entry;
  outbox?.part.addEventListener("click", (event) => {
    if (event.target.closest("[data-edit]")) entry.edit(outbox.of(event.target));
    if (event.target.closest("[data-send-again]")) outbox.write(outbox.of(event.target), { state: "waiting" }).then(() => outbox.send());
  });
  outbox?.part.addEventListener("submit", (event) => {
    event.preventDefault();
    entry.discard(outbox.of(event.target));
  });
  // If the server cannot be reached, offer to record the entry without seeing its score first.
  const unreachable = (reached) => {
    const offer = table.querySelector("[data-unseen]");
    if (offer) offer.hidden = reached;
    const preview = table.querySelector("[data-preview]");
    if (!preview || !offer) return;
    preview.hidden = !reached; // the preview shows the entry as it was before the last tap
    if (!reached && entry.follow) entry.lookAt(offer, "nearest");
  };
  table.addEventListener("htmx:beforeRequest", (event) => {
    // As long as earlier deals wait, the score after this deal is unknown.
    const { unsent = [] } = outbox ?? {};
    const waits = entry.editing ? unsent.indexOf(entry.editing) > 0 : unsent.length > 0;
    const isPreview = event.detail.target?.id === "preview";
    if (isPreview && waits) {
      event.preventDefault();
      unreachable(false);
    } else {
      entry.asks();
    }
  });
  table.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "preview" && entry.isOutdated) event.detail.shouldSwap = false;
  });
  table.addEventListener("click", (event) => entry.tapped(event), { capture: true });
  table.addEventListener("pointerdown", (event) => (entry.touched = event.target.closest("button[name=tap]")));
  document.addEventListener("pointercancel", () => (entry.touched = null));
  document.addEventListener("pointerup", () => entry.released());
  table.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "cards") entry.laid();
  });
  document.body.addEventListener("htmx:sendError", () => {
    unreachable(false);
    entry.lost();
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    unreachable(true);
    entry.previewed();
  });
}
