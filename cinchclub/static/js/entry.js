// The entry of a deal on a phone. The score is never worked out here: the server does that.
//
// What is typed is kept on the phone as a draft; what is sent is kept in the outbox, with its request key,
// until the server has answered. A dropped network loses nothing, and sending again is the same request.

const RETRY_MS = 4000;
const NEXT_DIGIT_MS = 700;

const store = {
  read(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still sends; only a reload would lose the entry.
    }
  },
};

// A random UUID; crypto.randomUUID is missing where the hall's server is reached without https.
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

class Entry {
  constructor(table) {
    this.table = table;
    this.draftName = `cinch-draft-${table.dataset.table}`;
    this.outboxName = `cinch-outbox-${table.dataset.table}`;
    this.waiting = store.read(this.outboxName);
    this.sending = false;
    this.changes = 0;
    this.taps = [];
    this.touched = null;
    this.typed = { name: "", figure: "", at: -Infinity };
    this.begin();
    window.addEventListener("online", () => this.send());
    if (this.waiting) this.send();
  }

  get form() {
    return this.table.querySelector("form[data-entry]");
  }

  say(state, explanation = "") {
    const outbox = this.table.querySelector("[data-outbox]");
    if (!outbox) return;
    outbox.hidden = !state;
    for (const line of outbox.querySelectorAll("[data-state]")) line.hidden = line.dataset.state !== state;
    outbox.querySelector("[data-explanation]").textContent = explanation;
    outbox.querySelector("[data-outbox-keys]").hidden = state !== "refused";
  }

  // Draft: what has been tapped so far survives a reload of the page.

  begin() {
    this.isTouched = false;
    const form = this.form;
    if (!form) return;
    const draft = store.read(this.draftName);
    if (draft?.number === form.elements.number.value && !form.dataset.bound) this.restore(draft);
    this.tally();
  }

  restore(draft) {
    const kept = new Map();
    for (const [name, value] of draft.fields) kept.set(name, [...(kept.get(name) ?? []), value]);
    for (const field of this.form.elements) {
      if (!kept.has(field.name) || field.type === "hidden") continue;
      const values = kept.get(field.name);
      if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
      else field.value = values[0];
      this.unfold(field);
    }
    this.form.elements.key.value = draft.key;
    this.isTouched = true;
    // While the page still loads, nobody listens to the form yet.
    const ask = () => window.htmx?.trigger(this.form, "entry-restored");
    if (document.readyState === "complete") ask();
    else addEventListener("load", ask, { once: true });
  }

  // What stands in a folded part has to be seen.
  unfold(field) {
    const isTyped = field.localName === "input" && field.type === "text";
    const isChosen = field.localName === "select" ? !field.selectedOptions[0]?.defaultSelected : field.checked || isTyped;
    if (isChosen && field.value) field.closest("details")?.setAttribute("open", "");
  }

  fields() {
    return [...new FormData(this.form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  }

  keepDraft() {
    if (!this.form) return; // A correction is no draft of the next deal.
    this.isTouched = true;
    const { number, key } = this.form.elements;
    store.write(this.draftName, { number: number.value, key: key.value, fields: this.fields() });
  }

  changed() {
    this.changes += 1;
    this.keepDraft();
    const preview = this.table.querySelector("[data-preview]");
    if (preview) preview.dataset.stale = "";
    for (const confirm of this.table.querySelectorAll("[data-confirms]")) confirm.disabled = true;
    this.tally();
  }

  // A line at the foot of the screen says what has been chosen so far.

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
  }

  // Where each side has keys of its own, a figure for each, and a dash where there is none yet.

  said(step) {
    const shown = (found) => [...found].filter((element) => element.offsetParent);
    const chosen = (part) => shown(part.querySelectorAll("label[data-said]:has(:checked)"))[0]?.dataset.said;
    const sides = shown(step.querySelectorAll("[data-side]")).map(chosen);
    if (sides.some((figure) => figure)) return sides.map((figure) => figure ?? "–").join(" : ");
    return chosen(step) ?? "";
  }

  // After a tap the next step comes into sight; somebody at the keys stays where they are.

  goOn(field) {
    const step = field.closest("[data-side], [data-step]");
    if (!step || field.type !== "radio" || field.name === "detail" || field.name.startsWith("won_")) return;
    const steps = [...this.form.querySelectorAll("[data-step], [data-side], [data-preview]")];
    // If nobody bid, the law names the maker; a deal that was not played needs no other key.
    const following = steps.indexOf(step) + (field.name === "bid" && field.value === "0" ? 2 : 1);
    const next = field.name === "misdeal" && field.value ? steps.at(-1) : steps[following];
    this.follow = next?.dataset.preview !== undefined;
    if (!this.follow && next?.getBoundingClientRect().bottom > innerHeight - 70) this.lookAt(next, "nearest");
  }

  // At a keyboard: a digit presses a figure where the focus is or where one is due, S, H, D and C the trump.
  // Two digits typed quickly are one figure.

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
    const isNext = at - this.typed.at < NEXT_DIGIT_MS;
    const name = isNext ? this.typed.name : this.due(target);
    const figure = [isNext ? this.typed.figure + key : key, key].find((each) => this.choose(name, each));
    this.typed = { name, figure, at: figure ? at : -Infinity };
  }

  due(target) {
    const chosen = (name) => this.form.querySelector(`[name="${name}"]:checked`);
    const figures = [...this.form.querySelectorAll("[name=bid], [name=maker], [name=points], [name^=points_]")];
    const names = [...new Set(figures.filter((radio) => radio.type === "radio" && radio.checkVisibility()).map((radio) => radio.name))];
    if (names.includes(target.name)) return target.name;
    return names.find((name) => !chosen(name)) ?? names.at(-1);
  }

  choose(name, value) {
    const radio = this.form.querySelector(`[type=radio][name="${name}"][value="${value}"]`);
    if (!radio) return false;
    radio.focus({ preventScroll: true });
    this.lookAt(radio.closest("label"), "nearest");
    if (!radio.checked) radio.click();
    return true;
  }

  // A card tapped while another is on its way waits for the answer, which says whose turn it is.

  tapped(event) {
    const key = event.target.closest("button[name=tap]");
    if (!key || !(this.isAsking || key.ariaDisabled === "true")) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.isAsking) this.taps.push(key.value);
  }

  // A key that the answer replaced while a finger was on it gets no click, and counts as tapped all the same.

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

  // A score that was asked for before the last tap is not shown: its button would record what nobody has seen.

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
  }

  // Rows of the bidding that came with the answer may stand in the draft, too.
  restoreCalls() {
    const draft = store.read(this.draftName);
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

  // Outbox: kept before it is sent, until it is answered.

  keep() {
    const fields = this.fields();
    // Another deal than the one still waiting is another request, not the same one again.
    if (this.waiting && JSON.stringify(this.waiting.fields) !== JSON.stringify(fields)) {
      fields.find(([name]) => name === "key")[1] = freshKey();
    }
    this.waiting = { url: this.form.action, fields };
    store.write(this.outboxName, this.waiting);
    return this.send();
  }

  async send() {
    if (!this.waiting || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    this.say("sent");
    try {
      await this.answered(await this.post(this.waiting));
    } catch {
      this.wait();
    } finally {
      this.sending = false;
    }
  }

  post({ url, fields }) {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    body.set("step", "record");
    body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
    return fetch(url, { method: "POST", body, headers: { "HX-Request": "true" }, credentials: "same-origin" });
  }

  wait() {
    this.waited = true;
    this.say("waiting");
    this.timer = setTimeout(() => this.send(), RETRY_MS);
  }

  async answered(response) {
    if (response.status >= 500 || response.status === 429) return this.wait();
    const fragment = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-table]");
    if (!fragment) return this.say("refused");
    this.forget();
    this.show(fragment);
    history.replaceState(null, "", this.table.dataset.live);
    if (this.waited && response.ok) this.say("recorded");
    this.waited = false;
  }

  forget() {
    this.waiting = null;
    store.write(this.outboxName, null);
    store.write(this.draftName, null);
  }

  // What another phone recorded: the score at once, the entry only where nobody is at it here.

  hear(news) {
    news.preventDefault();
    const fragment = new DOMParser().parseFromString(news.detail.text, "text/html").querySelector("[data-table]");
    const isBusy = this.isTouched || this.table.querySelector("[data-conflict]") || this.form?.querySelector(".cards") || this.waiting || this.form?.dataset.bound !== undefined || news.detail.isTyped || document.querySelector("dialog[open]");
    if (!isBusy) return this.renew(fragment);
    const score = fragment.querySelector(".scoreboard");
    if (score) this.table.querySelector(".scoreboard")?.replaceWith(score);
  }

  renew(fragment) {
    this.table.replaceChildren(...fragment.childNodes);
    window.htmx?.process(this.table);
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
  table.addEventListener("pointerdown", () => (tapped = true));
  document.addEventListener("keydown", (event) => {
    tapped = false;
    entry.press(event);
  });
  table.addEventListener("change", (event) => {
    if (event.target.form !== entry.form) return;
    entry.changed();
    if (tapped) entry.goOn(event.target);
  });
  table.addEventListener("submit", (event) => {
    if (event.target !== entry.form || event.submitter?.value !== "record") return;
    event.preventDefault();
    entry.keep();
  });
  table.addEventListener("live-news", (event) => entry.hear(event));
  table.addEventListener("click", (event) => {
    if (event.target.closest("[data-send-again]")) entry.send();
    if (event.target.closest("[data-discard]")) {
      entry.forget();
      entry.say("");
    }
  });
  // Where the server cannot be reached, the entry can be confirmed unseen: the score follows later.
  const unreachable = (reached) => {
    const offer = table.querySelector("[data-unseen]");
    if (offer) offer.hidden = reached;
  };
  table.addEventListener("htmx:beforeRequest", () => entry.asks());
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
