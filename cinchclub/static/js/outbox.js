// The entries that this phone sends: a queue in IndexedDB, in order. Each entry is stored with its own idempotency
// key before it is sent, and removed once the server has recorded it or holds it for a director (header `Outcome`).
// Any other entry stops the entries after it, which would otherwise be recorded under its number.

import { renewToken } from "./tokens.js";

const RETRY_MS = 4000;
const PATIENCE_MS = 20000;
const SENT = ["recorded", "repeated", "held"];
const STOPPED = ["refused", "conflict", "preview", "signed-out", "changing"];

// Return a random UUID. crypto.randomUUID is missing if the hall's server is used without HTTPS.
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const committed = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error);
});

// Return the browser's store, or null if the browser has none or refuses it.
async function openStore() {
  try {
    const request = indexedDB.open("cinchclub", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
    const database = await done(request);
    return (mode) => database.transaction("entries", mode).objectStore("entries");
  } catch {
    return null;
  }
}

// The queue of a table. An entry has the request to send (`url`, `fields`), its deal (`number`, `dealer`,
// `misdeal`) and its description as text (`summary`).
export class Outbox {
  constructor(table, part, tell) {
    [this.table, this.part, this.tell] = [table, part, tell];
    this.entries = [];
    this.isSending = false;
    this.opened = openStore().then((store) => (this.store = store)).then(() => this.load());
    addEventListener("online", () => this.send());
    // The user may have signed in, or opened the table's link, in another tab.
    document.addEventListener("visibilitychange", () => !document.hidden && this.sendAgain());
  }

  // Load the waiting entries, and keep the entries that this page has already sent or is storing now. Other tabs use
  // the same store.
  async load() {
    if (!this.store) return this.show();
    const kept = (await done(this.store("readonly").getAll())).filter((entry) => entry.table === this.table);
    const sent = this.entries.filter((entry) => SENT.includes(entry.state) && !kept.some(({ id }) => id === entry.id));
    const beingStored = this.entries.filter(({ id }) => id === undefined);
    const stored = kept.map((entry) => this.entries.find(({ id }) => id === entry.id) ?? entry);
    this.entries = [...sent, ...stored, ...beingStored];
    this.show();
  }

  get unsent() {
    return this.entries.filter((entry) => !SENT.includes(entry.state));
  }

  async keep(entry) {
    const hasWaited = this.unsent.some((other) => other !== entry);
    if (!this.unsent.length) this.entries = [];
    if (!this.entries.includes(entry)) this.entries.push(entry);
    await this.write(entry, { state: "waiting", why: "", hasWaited: hasWaited || entry.hasWaited });
    this.send();
  }

  // Store an entry with a change. The list shows it only after the browser has committed it, so that whatever the
  // list shows outlives the page.
  async write(entry, change) {
    Object.assign(entry, change);
    try {
      entry.table = this.table;
      const entries = this.store("readwrite");
      [entry.id] = await Promise.all([done(entries.put(entry)), committed(entries.transaction)]);
    } catch {
      this.store = null; // Without the store, only this page can send the entry. The page says so.
      entry.id ??= freshKey();
    }
    this.show();
  }

  async drop(entry) {
    try {
      await done(this.store("readwrite").delete(entry.id));
    } catch {
      // Without the store there is nothing to remove.
    }
  }

  // Discard an entry. If its deal was never played, the later entries move up by one. Each of them gets the number
  // of the entry before it, and the dealer that the phone had expected for that number.
  async discard(entry) {
    const isOfAnother = entry.state === "conflict";
    const later = isOfAnother ? [] : this.unsent.slice(this.unsent.indexOf(entry) + 1);
    this.entries = this.entries.filter((other) => other !== entry);
    await this.drop(entry);
    let { number, dealer } = entry;
    for (const next of later) {
      const place = { number: next.number, dealer: next.dealer };
      const fields = next.fields.map(([name, value]) => {
        if (name === "number") return [name, String(number)];
        if (name === "key") return [name, freshKey()];
        return [name, name === "dealer" && value === String(next.dealer) ? String(dealer) : value];
      });
      const counted = next.counted && next.counted + number - next.number;
      await this.write(next, { fields, number, dealer, counted });
      ({ number, dealer } = place);
    }
    this.show();
    this.send();
  }

  async sendAgain() {
    for (const entry of this.entries.filter(({ state }) => state === "signed-out")) await this.write(entry, { state: "waiting", why: "" });
    await this.send();
  }

  async send() {
    await this.opened;
    if (this.isSending) return;
    clearTimeout(this.timer);
    this.isSending = true;
    await this.load();
    let page = null;
    let hasStopped = false;
    // Without an id, an entry is still being stored. Writing it now would store it twice. `keep` sends it afterwards.
    for (let entry; (entry = this.unsent[0]) && entry.id !== undefined && !STOPPED.includes(entry.state); ) {
      const answer = await this.post(entry);
      if (!answer) break;
      page = answer.page ?? page;
      hasStopped = !answer.page;
    }
    this.isSending = false;
    this.show();
    if (page) this.tell.sent(page);
    else if (hasStopped) this.tell.stopped(this.unsent[0]);
  }

  // Send one entry and return its outcome, or null if the entry has to be sent again later.
  async post(entry, isRetried = false) {
    await this.write(entry, { state: "sending" });
    const body = new FormData();
    for (const [name, value] of entry.fields) body.append(name, value);
    body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
    let outcome, answer, text;
    try {
      const signal = AbortSignal.timeout?.(PATIENCE_MS);
      answer = await fetch(entry.url, { method: "POST", body, headers: { "HX-Request": "true" }, credentials: "same-origin", signal });
      outcome = answer.headers.get("Outcome");
      text = await answer.text();
    } catch {
      return this.later(entry);
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    const why = page.querySelector("[data-reason]")?.textContent.trim() ?? "";
    if (outcome === "stale-token" && !isRetried) {
      renewToken(answer.headers.get("Token"));
      return this.post(entry, true);
    }
    if (SENT.includes(outcome)) {
      await this.drop(entry);
      Object.assign(entry, { state: outcome, why: outcome === "held" ? why : "" });
      this.show();
      return { page };
    }
    if (outcome === "not-allowed" || outcome === "signed-out") await this.write(entry, { state: "signed-out", why: "" });
    else if (STOPPED.includes(outcome)) await this.write(entry, { state: outcome, why });
    else return this.later(entry);
    return { page: null };
  }

  async later(entry) {
    await this.write(entry, { state: "waiting", hasWaited: true });
    this.timer = setTimeout(() => this.send(), RETRY_MS);
    return null;
  }

  // An entry that is sent at once needs no line in the list, because the page itself says that it is recorded.
  show() {
    const stored = this.entries.filter(({ id }) => id !== undefined);
    const shown = stored.filter((entry) => entry.hasWaited || this.unsent.length > 1 || STOPPED.includes(entry.state));
    this.part.hidden = !shown.length;
    const list = this.part.querySelector("[data-outbox-list]");
    list.replaceChildren(...shown.map((entry) => this.line(entry)));
    const state = this.state();
    for (const line of this.part.querySelectorAll("[data-queue-state]")) line.hidden = line.dataset.queueState !== state;
  }

  state() {
    const first = this.unsent[0]?.state;
    if (!first) return "done";
    if (first === "sending") return "sending";
    if (STOPPED.includes(first)) return this.unsent.length > 1 ? "stopped" : "stopped-alone";
    return this.store ? "waiting" : "unkept";
  }

  line(entry) {
    const line = this.part.querySelector("template").content.cloneNode(true).firstElementChild;
    const [deal, dealer] = line.querySelectorAll("[data-words]");
    deal.textContent = deal.dataset.words.replace("{number}", entry.counted ?? entry.number);
    dealer.textContent = dealer.dataset.words.replace("{name}", entry.dealerName);
    line.querySelector("[data-summary]").textContent = entry.summary;
    line.querySelector("[data-why]").textContent = entry.why ?? "";
    const state = entry.state === "repeated" ? "recorded" : entry.state;
    for (const words of line.querySelectorAll("[data-state]")) words.hidden = words.dataset.state !== state;
    const keys = line.querySelector("form");
    keys.hidden = state === "sending" || SENT.includes(state);
    line.querySelector("[data-send-again]").hidden = !["signed-out", "changing", "refused"].includes(state);
    line.dataset.entry = this.entries.indexOf(entry);
    return line;
  }

  of(element) {
    return this.entries[Number(element.closest("[data-entry]").dataset.entry)];
  }
}
