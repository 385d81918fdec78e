// Keeps the part of a page that changes up to date: by the event's stream, or else by asking every two
// seconds. The clock goes on by itself, on the server's time. Without script the page is read again now and then.
import { ring } from "./bell.js";

const POLL = 2000;
const PAUSED_AFTER = 7000;
const STREAM_AGAIN = 60000;
const SILENT_AFTER = 75000;
const STREAM_GRACE = 3000;

const root = document.querySelector("[data-live]");
if (root) start(root);

function start(root) {
  const part = root.querySelector("[data-live-part]");
  const stateLine = root.querySelector("[data-live-state]");
  const pace = Number(root.dataset.pace);
  const spread = Number(root.dataset.spread);
  let stream = null;
  let streams = false;
  let opened = 0;
  let tag = null;
  let heard = performance.now();
  const late = Math.random() * spread; // this phone's own place in the crowd
  let asking = false;
  let again = false;
  let overtaken = false;
  let planned = 0;
  let due = 0;
  let asked = 0;
  let cut = !navigator.onLine;
  let clock = readClock(part);
  let phase = clock && `${clock.round} ${clock.phase}`;
  let nextTry = 0;

  const boards = startBoards(part);

  function say() {
    const silent = performance.now() - heard > PAUSED_AFTER;
    const state = cut || (!streams && silent) ? "paused" : streams ? "live" : "polling";
    if (root.dataset.state === state) return;
    root.dataset.state = state;
    const says = { live: stateLine.dataset.saysLive, polling: stateLine.dataset.saysPolling };
    stateLine.textContent = says[state] ?? stateLine.dataset.saysPaused;
  }

  // One request at a time; what is asked for meanwhile is asked for once more afterwards.
  async function refresh() {
    planned = 0;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    overtaken = false;
    asked = performance.now();
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(root.dataset.live, { headers, cache: "no-store", redirect: "error" });
      if (answer.ok || answer.status === 304) {
        heard = performance.now();
        cut = false;
      }
      if (answer.ok) {
        const text = await answer.text();
        if (!overtaken) {
          tag = answer.headers.get("ETag");
          show(text);
        }
      }
    } catch {
      // No connection: the state line says so, and the next round tries again.
    }
    asking = false;
    if (again || overtaken) plan(overtaken ? 0 : pace);
    again = false;
    say();
  }

  // `wait` after the last time or later, not all phones of a hall at once; what is planned is put off never.
  function plan(wait, crowd = late) {
    const when = Math.max(performance.now(), asked + wait) + crowd;
    if (planned && due <= when) return;
    clearTimeout(planned);
    due = when;
    planned = setTimeout(refresh, when - performance.now());
  }

  function show(text) {
    const open = [...part.querySelectorAll("details[open][id]")].map((found) => found.id);
    const scrolled = part.querySelector(".scroll")?.scrollLeft ?? 0;
    const focused = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
    part.innerHTML = text;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (scrolled) part.querySelector(".scroll").scrollLeft = scrolled;
    if (focused) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    boards.renew();
    clock = readClock(part);
    noticed(clock && `${clock.round} ${clock.phase}`);
    tick();
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

  function tick() {
    const shown = part.querySelector("[data-clock-figures]");
    if (!shown || !clock || clock.remaining === null) return;
    const left = clock.ends ? Math.max(0, Math.ceil((clock.ends - serverNow(clock)) / 1000)) : clock.remaining;
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (shown.textContent !== text) shown.textContent = text;
    shown.toggleAttribute("data-short", left <= 60);
  }

  // What is told in full is shown at once; an answer that may be older, still on its way, is not.
  function told(kind, data) {
    heard = performance.now();
    if (kind === "seating") {
      overtaken = asking;
      // Few have a place that the news cannot fill: who sits out, or sits where there are not four.
      if (fillPlace(part, data)) plan(pace / 5);
      else plan(0, late / 4);
    } else if (kind === "clock") {
      overtaken = asking;
      if (changeClock(part, data)) {
        clock = readClock(part);
        noticed(`${clock.round} ${clock.phase}`);
      }
      tick();
      plan(spread ? 1000 : 0);
    } else plan(pace);
  }

  function listen() {
    nextTry = performance.now() + STREAM_AGAIN;
    stream?.close();
    stream = new EventSource(root.dataset.stream);
    stream.onopen = () => {
      opened = heard = performance.now();
      streams = true;
      cut = false;
      say();
    };
    stream.onerror = () => {
      // It comes again by itself unless it was refused; until then the page asks.
      if (stream.readyState === EventSource.CLOSED) lost();
      else setTimeout(() => stream.readyState !== EventSource.OPEN && lost(), STREAM_GRACE);
    };
    for (const kind of ["seating", "score", "clock", "standings"]) {
      stream.addEventListener(kind, (event) => told(kind, JSON.parse(event.data)));
    }
  }

  function lost() {
    if (!streams && root.dataset.state) return;
    streams = false;
    refresh();
    say();
  }

  addEventListener("offline", () => {
    cut = true;
    streams = false;
    stream?.close();
    say();
  });
  addEventListener("online", () => {
    listen();
    refresh();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    tag = null; // a device that slept has lost count of the time
    refresh();
  });
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (event) => event.persisted && listen());

  setInterval(() => {
    const now = performance.now();
    if (streams && now - opened > SILENT_AFTER) streams = false;
    if (!streams && navigator.onLine && now >= nextTry) listen();
    if (!streams && !planned && now - asked >= POLL) refresh();
    say();
  }, 500);
  setInterval(tick, 250);
  listen();
  tick();
  root.querySelector("[data-fullscreen]")?.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

// The clock as the server told it, and when that was.
function readClock(part) {
  const shown = part.querySelector("[data-clock]");
  if (!shown) return null;
  const { now, ends, remaining, round, phase } = shown.dataset;
  return {
    round,
    phase,
    now: Date.parse(now),
    ends: ends ? Date.parse(ends) : null,
    remaining: remaining === undefined ? null : Number(remaining),
    since: performance.now(),
  };
}

function serverNow(clock) {
  return clock.now + (performance.now() - clock.since);
}

// A round was seated, its bell rung, its clock started, paused or lengthened: no phone needs to ask for that.
function changeClock(part, data) {
  const shown = part.querySelector("[data-clock]");
  const round = shown?.querySelector("[data-clock-round]");
  const words = shown?.querySelector("template").content.querySelector(`[data-phase="${data.shown}"]`);
  if (!round || !words) return false;
  round.textContent = data.round;
  shown.querySelector("[data-clock-says]").textContent = words.textContent;
  shown.querySelector("[data-clock-stands]").hidden = !data.stands;
  shown.classList.replace(`clock-${shown.dataset.phase}`, `clock-${data.shown}`);
  Object.assign(shown.dataset, { round: data.round, phase: data.shown, now: data.now, ends: data.ends_at ?? "" });
  if (data.remaining_seconds === null) delete shown.dataset.remaining;
  else shown.dataset.remaining = data.remaining_seconds;
  return true;
}

// Everybody's next seat comes with the news: nobody has to wait until a whole hall has asked for it.
function fillPlace(part, data) {
  const place = part.querySelector("[data-place][data-seated]");
  if (!place) return false;
  const me = Number(place.dataset.player);
  const table = data.tables.find((one) => one.seats.some((seat) => seat.id === me));
  const partner = place.querySelector("[data-place-partner]");
  if (!table || table.seats.length !== 4 || !partner) return false;
  const seat = table.seats.findIndex((one) => one.id === me);
  const title = place.querySelector("[data-place-round]");
  if (title.textContent !== String(data.round)) title.textContent = data.round;
  place.querySelector("[data-place-table]").textContent = table.number;
  place.querySelector("[data-place-seat]").textContent = seat + 1;
  partner.replaceChildren(name(table.seats[(seat + 2) % 4]));
  const [left, right] = [table.seats[(seat + 1) % 4], table.seats[(seat + 3) % 4]];
  place.querySelector("[data-place-against]").replaceChildren(name(left), " & ", name(right));
  place.querySelector("[data-place-why]")?.setAttribute("hidden", "");
  return true;
}

function name(seat) {
  const shown = document.createElement("bdi");
  shown.textContent = seat.name;
  return shown;
}

// The projector's boards, one after the other; the one shown stays when the part is renewed.
function startBoards(part) {
  let shown = null;
  const all = () => [...part.querySelectorAll("[data-board]")];
  const choose = (index) => {
    const found = all();
    if (!found.length) return;
    found.forEach((board, place) => (board.hidden = place !== index % found.length));
    shown = found[index % found.length].dataset.board;
  };
  const current = () => Math.max(0, all().findIndex((board) => board.dataset.board === shown));
  const seconds = Number(part.querySelector("[data-boards]")?.dataset.boards ?? 0);
  if (seconds) {
    choose(0);
    setInterval(() => choose(current() + 1), seconds * 1000);
  }
  return { renew: () => seconds && choose(current()) };
}
