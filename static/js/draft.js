// What is typed is never lost: it is kept on this phone until the draft on the server has it, or, of a correction, until it is saved.
// When the page is opened again, what was not sent is put back, unless something newer stands there; then that is said.

const form = document.getElementById("entry");
const save = document.querySelector('button[form="entry"]');
const notices = document.getElementById("back");
const { game, number, kind } = form.dataset;
const hidden = (name) => form.elements.namedItem(name)?.value ?? "";
// Only the next round has a draft on the server.
const drafted = kind === "next";
const key = (of) => `typed ${game} ${number} ${of}`;

// ---- what was typed, by the names of the fields; what is blank is left out

const columnOf = (name) => /^\d+(?=-)/.exec(name)?.[0] ?? "";
const inputs = [...form.querySelectorAll("input[name]:not([type=hidden], [name=keep])")];
const names = new Set(inputs.map((one) => one.name));

function typed(data) {
  const pairs = [...data].filter(([name]) => names.has(name)).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(pairs.filter(([, value]) => value));
}

function rendered() {
  const given = (one) => (one.type === "text" ? one.defaultValue : one.defaultChecked ? one.value : "");
  return typed(inputs.filter(given).map((one) => [one.name, given(one)]));
}

const of = (texts, column) => Object.entries(texts).filter(([name]) => columnOf(name) === column).sort().join("\n");
const same = (one, other, column) => of(one, column) === of(other, column);
const columns = [...new Set(inputs.map((one) => columnOf(one.name)))];
const alike = (one, other) => columns.every((column) => same(one, other, column));

// ---- kept on this phone, where it may be kept

// What was typed on the page that was here last, and what that had kept of earlier ones; what cannot be read is left out.
function copies(of) {
  try {
    const last = JSON.parse(localStorage.getItem(key(of)));
    return [last, ...last.aside].filter((one) => one.known).map((one) => ({ ...one, aside: [] }));
  } catch {
    return [];
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
// What the server has, as far as this page has heard; a page that answers what was sent shows what nobody has saved.
let known = "unsaved" in form.dataset ? {} : stands;
let sent = null; // what it may have without our having heard of it
// When it was typed; what was typed on earlier pages and not put back; whether it is being put back; whether nothing is to be kept any more.
const state = { at: 0, aside: copies(kind), putting: false, over: false };

function store(now) {
  if (alike(now, known) && !state.aside.length) return forget();
  const all = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  write({ at: state.at || Date.now(), revision: hidden("revision"), seats: hidden("seats"), all, typed: now, known, sent, aside: state.aside });
}

function keep() {
  if (!state.over && form.isConnected) store(typed(new FormData(form)));
}

function changed() {
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
  // The setup is another one: what is typed goes to a page that is made for it.
  if (ctx.response?.status === 412) {
    done();
    form.submit();
  }
  // It is refused, and the draft it was in may be gone: until it is saved, it is here.
  if (ctx.response?.status === 409) {
    known = {};
    sent = null;
    keep();
  }
});

// What was set aside is not saved with it: it stays.
function done() {
  state.over = true;
  known = {};
  store({});
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
  keep();
}
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) leave();
  else if (drafted && !state.over && !alike(typed(new FormData(form)), known)) again();
});

// ---- put back, in a script of its own, since there is seldom anything to put back; if that cannot be had, all stays set aside

// What was to be the next round, which was saved elsewhere since and can be corrected now.
const missed = kind === "correct" ? copies("next") : [];
if (known !== stands) keep();
if (state.aside.length || missed.length) {
  const page = { form, notices, kind, stands, columns, state, hidden, inputs, columnOf, same, keep, forget, again };
  addEventListener("DOMContentLoaded", () => import(notices.dataset.script).then(({ putBack }) => putBack(page, missed), () => {}));
}

// Going back may bring this very page out of the browser's cache, or the typed values into a new one.
addEventListener("pageshow", (event) => {
  if (event.persisted) save.disabled = false;
  if (drafted && !state.over && !alike(typed(new FormData(form)), known)) {
    keep();
    if (event.persisted) again();
  }
});
