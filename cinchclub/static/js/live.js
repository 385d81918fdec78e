// Polling: keeps the changing part of a page up to date. The server sets the interval (`Poll-After`, in seconds).
// The script also polls when the page becomes visible again, and less and less often while the server does not
// answer. Between polls the clock runs on the server's time. Without scripts the page reloads itself.
import { ring } from "./bell.js";
import { begin, heard, serverNow, showSeconds } from "./clock.js";
import { keepScreenOn } from "./device.js";
import { keepOpen } from "./groups.js";

const FIRST_AFTER = 2;
const MOST_PAUSE = 30;
const PATIENCE = 10000;
// The sizes of type on a projector's board, in hundredths of the screen's height. On screens that match `SCROLLS`,
// boards scroll instead of shrinking their type.
const LARGEST = 12;
const SMALLEST = 3;
const SCROLLS = matchMedia("(max-width: 40rem), (max-aspect-ratio: 6/5)");

const root = document.querySelector("[data-live]");
if (root) start(root);
if (document.querySelector("[data-stays-on]")) keepScreenOn();

function start(root) {
  const part = root.querySelector("[data-live-part]") ?? root;
  const stateLine = root.querySelector("[data-live-state]");
  const lost = document.querySelector("[data-live-lost]");
  let seconds = FIRST_AFTER;
  let failures = 0;
  let timer = 0;
  let asking = false;
  let clock = readClock(part);
  let clockShown = part.querySelector("[data-clock]");
  let phase = clock && `${clock.round} ${clock.phase}`;
  const renderedAt = part.querySelector("[data-now]")?.dataset.now;
  if (renderedAt) begin(renderedAt);

  const boards = startBoards(part);

  function say() {
    const state = failures || !navigator.onLine ? "paused" : "live";
    if (lost) lost.hidden = state === "live";
    if (root.dataset.state === state) return;
    root.dataset.state = state;
    if (stateLine) stateLine.textContent = state === "live" ? stateLine.dataset.saysLive : stateLine.dataset.saysPaused;
  }

  // The tag is part of the page, so it is also up to date after the answer to a form.
  const tagShown = () => root.querySelector("[data-tag]")?.dataset.tag;

  // Only one request runs at a time. If the part has changed since the request was sent, for example by the answer
  // to a form, then the response is out of date and is ignored.
  async function ask(tag = tagShown()) {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    const before = tagShown();
    try {
      const headers = { "HX-Request": "true", "If-None-Match": tag ? `W/"${tag}"` : "" };
      const signal = AbortSignal.timeout?.(PATIENCE);
      const answer = await fetch(root.dataset.live, { headers, signal, cache: "no-store", redirect: "error" });
      heard(answer);
      const isRefused = [403, 404].includes(answer.status);
      if (!answer.ok && !isRefused && answer.status !== 304) throw new Error(answer.statusText);
      seconds = Number(answer.headers.get("Poll-After")) || seconds;
      const text = await answer.text();
      if (isRefused) {
        seconds = MOST_PAUSE;
        refuse(text);
      } else if (answer.ok && tagShown() === before) tell(text);
      failures = 0;
    } catch {
      failures += 1; // The state line shows the failure, and the next poll tries again.
    }
    asking = false;
    say();
    plan();
  }

  // The pause varies by a tenth, so that the phones of a hall do not all poll at once.
  function plan() {
    clearTimeout(timer);
    const pause = failures ? Math.min(MOST_PAUSE, seconds * 2 ** (failures - 1)) : seconds;
    timer = setTimeout(ask, pause * (900 + 200 * Math.random()));
  }

  // Show the new part, unless the user has typed something or the page prevents it. A later poll then asks again.
  function tell(text) {
    const isTyped = [...part.querySelectorAll("input, select, textarea")].some(isChanged);
    const news = new CustomEvent("live-news", { bubbles: true, cancelable: true, detail: { text, isTyped } });
    const isWanted = root.dispatchEvent(news);
    const notice = document.getElementById("live-news");
    if (notice) notice.hidden = !isTyped;
    if (isWanted && !isTyped) show(text);
  }

  // If the caller may no longer see the page, show the reason in its place. Polling goes on, because an event may
  // be reopened.
  function refuse(text) {
    const why = new DOMParser().parseFromString(text, "text/html").querySelector("main .stock");
    if (!why || part.querySelector("[data-refused]")?.textContent === why.textContent) return;
    why.dataset.refused = "";
    part.replaceChildren(why);
  }

  function show(text) {
    const scrolled = part.querySelector(".scroll")?.scrollLeft ?? 0;
    const focused = part.contains(document.activeElement) && addressOf(document.activeElement);
    // A page that is loaded as a whole has to be reduced to its changing part.
    const options = root.id === "live" ? { select: "#live > *" } : {};
    keepOpen(part, () => htmx.swap(part, text, { swapStyle: "innerHTML" }, options));
    if (scrolled) part.querySelector(".scroll").scrollLeft = scrolled;
    if (focused) part.querySelector(focused)?.focus({ preventScroll: true });
    boards.renew();
    tick();
    root.dispatchEvent(new CustomEvent("live-shown"));
  }

  // A page may replace its part by itself, as the entry of a deal does. Check whether the clock has changed.
  function readAgain() {
    const shown = part.querySelector("[data-clock]");
    if (shown === clockShown) return;
    clockShown = shown;
    clock = readClock(part);
    noticed(clock && `${clock.round} ${clock.phase}`);
  }

  function noticed(now) {
    if (!now || now === phase) return;
    phase = now;
    const kind = now.split(" ")[1];
    root.dataset.news = kind;
    setTimeout(() => delete root.dataset.news, 6000);
    if (["seated", "last-hand", "bell", "over"].includes(kind)) ring(kind);
    else if (kind === "all-in") ring("bell");
  }

  const secondsUntil = (time) => Math.max(0, Math.ceil((time - serverNow()) / 1000));

  function tick() {
    readAgain();
    for (const count of part.querySelectorAll("[data-countdown]")) {
      showSeconds(count, secondsUntil(Date.parse(count.dataset.countdown)));
    }
    const face = part.querySelector("[data-clock-figures]");
    if (!face || !clock || clock.remaining === null) return;
    const left = clock.ends ? secondsUntil(clock.ends) : clock.remaining;
    showSeconds(face, left);
    face.toggleAttribute("data-short", left <= 60);
  }

  // Say that a pressed button did not reach the server, until the user presses a button again.
  const pressLost = document.querySelector("[data-press-lost]");
  for (const [name, isLost] of [["htmx:beforeRequest", false], ["htmx:sendError", true], ["htmx:timeout", true]]) {
    root.addEventListener(name, (event) => {
      if (pressLost && event.detail.requestConfig?.verb === "post") pressLost.hidden = !isLost;
    });
  }

  addEventListener("offline", say);
  addEventListener("online", () => ask());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask(""); // after a sleep the device's seconds may be wrong
  });
  setInterval(tick, 250);
  say();
  plan();
  tick();
  root.querySelector("[data-fullscreen]")?.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

// Return a selector that finds an element again after it was replaced.
function addressOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const link = element.getAttribute("href");
  return link && `a[href="${CSS.escape(link)}"]`;
}

function isChanged(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.localName !== "select") return field.value !== field.defaultValue;
  return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
}

// Return the clock that the server has put into the page.
function readClock(part) {
  const shown = part.querySelector("[data-clock]");
  if (!shown) return null;
  if (shown.dataset.phase === undefined) return null; // the desk keeps its own clock running
  const { ends, remaining, round, phase } = shown.dataset;
  return {
    round,
    phase,
    ends: ends ? Date.parse(ends) : null,
    remaining: remaining === undefined ? null : Number(remaining),
  };
}

// Give the lines of a board the largest type in which all names are whole and all lines are on the screen. The rest
// of the height goes between the lines. On a phone the board is an ordinary page.
function fit(board) {
  const lines = board.querySelector("ol");
  lines.removeAttribute("style");
  board.classList.remove("hall-fitted");
  if (SCROLLS.matches || board.dataset.board.startsWith("address")) return;
  board.classList.add("hall-fitted");
  const foot = document.querySelector(".live-bar").getBoundingClientRect().top;
  const items = [...lines.children];
  const names = [...lines.querySelectorAll(".hall-name")];
  const end = () => Math.max(...items.map((item) => item.getBoundingClientRect().bottom));
  const fits = (columns, size) => {
    lines.style.columns = columns;
    lines.style.fontSize = `${size}vh`;
    const isCut = (name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 3;
    return end() <= foot && !names.some(isCut);
  };
  let best = { size: 0 };
  for (const columns of [1, 2, 3]) {
    let [low, high] = [Math.max(SMALLEST, best.size), LARGEST];
    while (high - low > 0.15) {
      const size = (low + high) / 2;
      if (fits(columns, size)) [low, best] = [size, { size, columns }];
      else high = size;
    }
  }
  if (!best.size) { // even the smallest type cuts off a name
    lines.removeAttribute("style");
    board.classList.remove("hall-fitted");
    return;
  }
  fits(best.columns, best.size);
  const free = (foot - end()) / Math.ceil(items.length / best.columns) / 2;
  lines.style.setProperty("--spread", `${Math.floor(Math.min(free, innerHeight / 10) * 0.9)}px`);
}

// Show the projector's boards one after the other. The visible board stays when the part is renewed.
function startBoards(part) {
  let shown = null;
  const all = () => [...part.querySelectorAll("[data-board]")];
  const choose = (index) => {
    const found = all();
    if (!found.length) return;
    found.forEach((board, place) => (board.hidden = place !== index % found.length));
    shown = found[index % found.length].dataset.board;
    fit(found[index % found.length]);
  };
  const current = () => Math.max(0, all().findIndex((board) => board.dataset.board === shown));
  const seconds = Number(part.querySelector("[data-boards]")?.dataset.boards ?? 0);
  if (seconds) {
    choose(0);
    setInterval(() => choose(current() + 1), seconds * 1000);
    addEventListener("resize", () => all().filter((board) => !board.hidden).forEach(fit));
  }
  return { renew: () => seconds && choose(current()) };
}
