// What is typed is never lost: it is kept on this phone until the draft on the server has it, or, of a correction, until it is saved.
// When the page is opened again, what was not sent is put back, unless something newer stands there; then that is said.

const form = document.getElementById("entry");
const save = document.querySelector('button[form="entry"]');
const notices = document.getElementById("back");
const [, game, number, placed] = /([\w-]{36})\/rounds\/(\d+)\/(insert)?/.exec(form.getAttribute("action"));
const hidden = (name) => form.elements.namedItem(name)?.value ?? "";
const kind = placed ?? (hidden("revision") ? "correct" : "next");
// Only the next round has a draft on the server.
const drafted = kind === "next";
const key = (of) => `typed ${game} ${number} ${of}`;

// ---- what was typed, by the names of the fields; what is blank is left out

const OTHERS = /^(csrfmiddlewaretoken|submission|revision|setup|seats|keep|round|attempted|insert|typing|base-.*)$/;
const columnOf = (name) => /^\d+(?=-)/.exec(name)?.[0] ?? "";
const inputs = () => [...form.querySelectorAll("input[name]")].filter((one) => one.type !== "hidden" && !OTHERS.test(one.name));

function typed(data) {
  const pairs = [...data].filter(([name]) => !OTHERS.test(name)).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(pairs.filter(([, value]) => value));
}

function rendered() {
  const given = (one) => (one.type === "text" ? one.defaultValue : one.defaultChecked ? one.value : "");
  return typed(inputs().filter(given).map((one) => [one.name, given(one)]));
}

const of = (texts, column) => Object.entries(texts).filter(([name]) => columnOf(name) === column).sort().join("\n");
const same = (one, other, column) => of(one, column) === of(other, column);
const columns = [...new Set(inputs().map((one) => columnOf(one.name)))];
const alike = (one, other) => columns.every((column) => same(one, other, column));

// ---- kept on this phone, where it may be kept

function read(of) {
  try {
    return JSON.parse(localStorage.getItem(key(of)));
  } catch {
    return null;
  }
}

function forget(of = kind) {
  try {
    localStorage.removeItem(key(of));
  } catch {
    // Then nothing was kept either.
  }
}

function write(copy) {
  let kept = true;
  try {
    localStorage.setItem(key(kind), JSON.stringify(copy));
  } catch {
    kept = false;
  }
  for (const one of document.querySelectorAll("[data-kept]")) one.hidden = !kept;
  for (const one of document.querySelectorAll("[data-unkept]")) one.hidden = kept;
}

const stands = rendered();
let known = stands; // what the server has, as far as this page has heard
let sent = null; // what it may have without our having heard of it
let arrived = false; // whether it went out as the page was left, over a network that was there
// When it was typed; what was typed and not put back, since something newer stands there; whether it is being put back; whether nothing
// is to be kept any more.
const state = { at: 0, aside: null, putting: false, over: false };

const whole = () => [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");

function keep() {
  if (state.over || !form.isConnected) return;
  const now = typed(new FormData(form));
  if (alike(now, known) && !state.aside) forget();
  else write({ at: state.at || Date.now(), revision: hidden("revision"), seats: hidden("seats"), all: whole(), typed: now, known, sent, arrived, aside: state.aside });
}

function changed() {
  arrived = false;
  if (!state.putting) state.at = Date.now();
  keep();
}
form.addEventListener("input", changed);
form.addEventListener("change", changed);

// ---- sent to the draft

const bodies = new WeakMap();
const isDraft = (event) => event.detail.ctx?.sourceElement === form;

document.addEventListener("htmx:config:request", (event) => {
  if (isDraft(event)) bodies.set(event.detail.ctx, typed(event.detail.ctx.request.body));
});
document.addEventListener("htmx:before:request", (event) => {
  if (!isDraft(event) || !drafted) return;
  sent = bodies.get(event.detail.ctx);
  keep();
});
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (isDraft(event) && ctx.response?.headers.get("Draft") === "kept") {
    known = bodies.get(ctx);
    sent = null;
    keep();
  }
  // The page may have been drawn anew since, with a button of its own.
  if (!ctx.sourceElement?.matches('button[form="entry"]')) return;
  if (ctx.hx?.redirect) done();
  // It is refused, and the draft it was in may be gone: until it is saved, it is here.
  if (ctx.response?.status === 409) {
    known = {};
    sent = null;
    keep();
  }
});

function done() {
  state.over = true;
  forget();
}
// Where another page took this one's place to ask what is to become of it, the choice is made by a form of that page.
addEventListener("submit", (event) => {
  if (!event.defaultPrevented && !form.isConnected && event.target.method === "post") done();
});

// What a dead network kept back is sent when it lives again; there is no need to touch the page for that.
const PAUSES = [2, 4, 8, 15, 30];
let failed = 0;
let timer;
const again = () => window.htmx?.trigger(form, "again");

function later(event) {
  if (!isDraft(event)) return;
  clearTimeout(timer);
  timer = setTimeout(again, 1000 * PAUSES[Math.min(failed, PAUSES.length - 1)]);
  failed += 1;
}
document.addEventListener("htmx:error", later);
document.addEventListener("htmx:after:request", (event) => {
  if (!isDraft(event)) return;
  if (event.detail.ctx.response?.status >= 500) return later(event);
  clearTimeout(timer);
  failed = 0;
});
addEventListener("online", () => {
  if (failed) again();
});

// ... and when the page is left or the phone put away, what was typed last goes out at once.
function leave() {
  if (state.over || !drafted || !form.isConnected || alike(typed(new FormData(form)), known)) return;
  const data = new FormData(form);
  if (!navigator.sendBeacon(form.getAttribute("hx-post"), data)) return;
  sent = typed(data);
  arrived = !failed && navigator.onLine;
  keep();
}
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) leave();
  else if (drafted && !state.over && !alike(typed(new FormData(form)), known)) again();
});

// ---- put back, in a script of its own, since there is seldom anything to put back

const missed = drafted || placed ? null : read("next");
const mine = read(kind) ?? missed;
if (mine?.typed) {
  state.over = true; // until it has been looked at nothing takes its place
  const page = { form, notices, drafted, stands, columns, state, hidden, inputs, columnOf, of, same, alike, keep, forget, again };
  addEventListener("DOMContentLoaded", async () => (await import("./back.js")).putBack(page, mine, mine === missed));
}

// Going back may bring this very page out of the browser's cache, or the typed values into a new one.
addEventListener("pageshow", (event) => {
  if (event.persisted) save.disabled = false;
  if (drafted && !state.over && !alike(typed(new FormData(form)), known)) {
    keep();
    if (event.persisted) again();
  }
});
