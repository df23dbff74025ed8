// The number pad: our own keyboard for points, since phones' numeric keyboards have no minus. It docks at the foot and fills the field
// that was tapped, or the fields beneath that count its cards by class. Those stay plain labelled inputs: what is sent is theirs.

const pad = document.getElementById("pad");
const part = (name) => pad.querySelector(`[data-${name}]`);
const [asked, whose, output, sign, tabs, classes, next] = ["asked", "whose", "value", "sign", "tabs", "classes", "next"].map(part);
const foot = pad.closest(".foot");
const last = foot.querySelector("[data-last]"); // what the last field leads to
const LONGEST = 7;

let field; // the field that is being filled
let target; // where digits go: the field itself, or one of its counts of cards
let fresh; // whether the next digit takes the place of what stands there
let minus; // a sign that waits for its first digit

// ---- Numbers, in halves, so that no fraction is ever lost. Digits of any script count, as they do where the form is read.

const NUMBER = /^-?\d*(\.\d{0,2})?$/;
function digitOf(sign) {
  let [value, code] = [0, sign.codePointAt(0)];
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value % 10;
}
const plain = (text) => text.trim().replace(/[−－]/, "-").replace(/[,．，٫]/, ".").replace(/\p{Nd}/gu, digitOf);
// What is no number, such as 1,250, is no whole number of halves either.
const halves = (text) => (NUMBER.test(plain(text)) ? 2 * Number(plain(text) || 0) : NaN);
const written = (count) => String(count / 2);
// What is being typed keeps its open end, "12.", and what is no number stays as it is.
function printed(text) {
  if (!/\p{Nd}/u.test(text) || !NUMBER.test(plain(text))) return text;
  const [whole, rest] = plain(text).split(".");
  const grouped = Math.abs(Number(whole)).toLocaleString(document.documentElement.lang);
  return (whole.startsWith("-") ? "−" : "") + grouped + (rest === undefined ? "" : `.${rest}`);
}

// ---- The fields of the page

const countsOf = (input) => [...(input.closest(".points")?.querySelectorAll(".cards input") ?? [])];
const isCounted = (input) => countsOf(input).some((count) => count.value !== "");
const sumOf = (input) => countsOf(input).reduce((sum, count) => sum + ((halves(count.value) || 0) / 2) * halves(count.dataset.worth), 0);
const isColumn = (fold) => fold.name === "column";

function isInReach(input) {
  const fold = input.closest("details:not([open])");
  return !fold || isColumn(fold);
}

function following() {
  const all = [...document.querySelectorAll('[data-pad]:not([data-pad="count"])')].filter(isInReach);
  const here = all.findIndex((input) => input === field || input.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING);
  return all[all[here] === field ? here + 1 : here];
}

// What points are for is written beside them, and asked for.
function unsaid() {
  const note = field.closest(".adjust")?.querySelector("input:not([data-pad])");
  return note && Number(plain(field.value)) && !note.value ? note : undefined;
}

function put(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// A pile has points or a count of its cards, never both.
function enter(value) {
  minus = fresh = false;
  if (target === field) for (const count of countsOf(field)) count.value = "";
  else field.value = "";
  put(target, value);
  show();
}

// ---- The keys

function typed() {
  if (fresh) return minus ? "-" : "";
  return plain(target.value) || (minus ? "-" : "");
}

const most = () => Number(target.dataset.most ?? 10 ** LONGEST - 1);

function digit(key) {
  const before = typed();
  const [whole, rest] = before.replace("-", "").split(".");
  if (rest === undefined ? whole.length >= LONGEST : rest !== "") return;
  const after = (rest === undefined && whole === "0" ? before.slice(0, -1) : before) + key;
  if (Number(after) <= most()) enter(after);
}

function point() {
  if (pad.dataset.kind !== "half" || target !== field || typed().includes(".")) return;
  enter(`${typed().replace(/^(-?)$/, "$10")}.`);
}

function half() {
  const whole = typed().split(".")[0].replace(/^(-?)$/, "$10");
  enter(typed().endsWith(".5") ? whole : `${whole}.5`);
}

function add(step) {
  const before = target === field && isCounted(field) ? sumOf(field) : halves(target.value);
  if (!Number.isInteger(before)) return;
  // A sign that waits for its number takes this one.
  const after = before + 2 * (minus && !target.value ? -step : step);
  if (isBlank() && step < 0) return;
  const least = target === field && sign.dataset.allowed ? -Infinity : 0;
  enter(written(Math.min(Math.max(after, least), 2 * most())));
}

// A kind of card that was not counted has nothing to take back, and the points stay what they are.
const isBlank = () => target !== field && target.value === "";

function back() {
  if (isBlank()) return;
  const left = plain(target.value).slice(0, -1);
  if (target === field && isCounted(field)) clear();
  else enter(left === "-" ? "" : left);
}

function clear() {
  if (!isBlank()) enter("");
}

function turn() {
  if (!sign.dataset.allowed || target !== field) return;
  const [value, kept] = [plain(field.value), fresh];
  if (value) enter(value.startsWith("-") ? value.slice(1) : `-${value}`);
  // What the next digit replaces hands on its sign.
  if (value && kept) [fresh, minus] = [true, field.value.startsWith("-")];
  if (!value) minus = !minus;
  show();
}

// ---- What stands on the pad

const owner = (input) => document.getElementById(input.dataset.whose);

function label(input) {
  return input.dataset.asked ?? input.labels[0]?.textContent.trim() ?? input.getAttribute("aria-label");
}

function showNext() {
  const after = following();
  let words = next.dataset.done;
  if (unsaid()) words = next.dataset.next.replace("%s", label(unsaid()));
  else if (after) {
    const moves = label(after) === label(field) || after.closest("details") !== field.closest("details");
    const other = moves && owner(after)?.textContent.trim();
    words = next.dataset.next.replace("%s", other || label(after));
  } else if (last) words = last.textContent;
  next.firstElementChild.textContent = words;
}

function mark(input) {
  const counted = isCounted(input);
  if (countsOf(input).length) input.placeholder = counted ? written(sumOf(input)) : "0";
  input.classList.toggle("by-cards", counted);
  return counted;
}

function show() {
  const counted = mark(field);
  output.textContent = counted ? printed(written(sumOf(field))) : printed(field.value) || (minus ? "−" : "0");
  output.classList.toggle("blank", !counted && field.value === "");
  output.classList.toggle("fresh", fresh && target === field && (counted || field.value !== ""));
  for (const radio of classes.querySelectorAll("input")) {
    const [count] = document.getElementsByName(radio.value);
    radio.nextElementSibling.querySelector("strong").textContent = printed(count.value) || "0";
    radio.setAttribute("aria-label", `${count.getAttribute("aria-label")}: ${count.value || 0}`);
  }
  showNext();
}

// ---- Counting cards

function drawClasses() {
  const counts = countsOf(field);
  tabs.hidden = !counts.length;
  classes.querySelectorAll("label").forEach((drawn) => drawn.remove());
  for (const count of counts) {
    const drawn = pad.querySelector("template").content.firstElementChild.cloneNode(true);
    const [name, worth] = [drawn.querySelector("small"), drawn.querySelector("em")];
    name.textContent = count.dataset.asked;
    worth.textContent = `× ${count.dataset.worth}`;
    drawn.querySelector("input").value = count.name;
    classes.append(drawn);
  }
}

function aim(input) {
  target = input;
  fresh = true;
  minus = false;
  for (const radio of classes.querySelectorAll("input")) radio.checked = radio.value === target.name;
  show();
}

function take(how) {
  tabs.querySelector(`[value="${how}"]`).checked = true;
  pad.dataset.how = how;
  aim(how === "cards" ? countsOf(field)[0] : field);
}

// ---- Opening, going on, closing

function leave() {
  if (!field) return;
  field.classList.remove("now");
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// The field stays in sight between what sticks to the top and the pad; it moves only if it would not.
function bring() {
  const heads = document.querySelector(".heads");
  const top = heads ? Math.max(heads.getBoundingClientRect().top, 0) + heads.offsetHeight : 0;
  const bottom = foot.getBoundingClientRect().top;
  // With its label, where both fit.
  const boxes = [field.closest(".q, .pick, .field") ?? field, field].map((part) => part.getBoundingClientRect());
  const box = boxes.find((part) => part.height <= bottom - top) ?? boxes[1];
  const over = Math.max(0, box.bottom - bottom);
  const under = Math.min(0, box.top - over - top);
  if (over || under) scrollBy({ top: over + under, behavior: "instant" });
}

function open(input, how) {
  leave();
  const fold = input.closest("details:not([open])");
  if (fold) fold.open = true;
  field = target = input;
  field.classList.add("now");
  pad.dataset.kind = field.dataset.pad;
  sign.hidden = field.dataset.signed === undefined;
  sign.dataset.allowed = sign.hidden ? "" : "yes";
  pad.setAttribute("aria-label", pad.dataset.name.replace("%s", field.getAttribute("aria-label") ?? label(field)));
  asked.textContent = label(field);
  whose.replaceChildren(...[...(owner(field)?.childNodes ?? [])].map((node) => node.cloneNode(true)));
  drawClasses();
  pad.hidden = false;
  foot.classList.add("typing");
  take(how ?? (isCounted(field) ? "cards" : "points"));
  bring();
  pad.focus({ preventScroll: true });
}

// Where the page ends under the pad it would jump when the pad goes. It is held open at its end until it has been moved away from there.
const main = document.getElementById("main");
const hold = (length) => (main.style.marginBottom = length > 0 ? `${length}px` : "");
const missing = () => scrollY + innerHeight - document.documentElement.scrollHeight + (Number.parseFloat(main.style.marginBottom) || 0);
addEventListener("scroll", () => main.style.marginBottom && missing() <= 0 && hold(0), { passive: true });

function close(goBack) {
  const [left, before] = [field, scrollY];
  leave();
  field = undefined;
  pad.hidden = true;
  foot.classList.remove("typing");
  hold(before - scrollY + missing());
  scrollTo({ top: before, behavior: "instant" });
  if (goBack) left.focus({ preventScroll: true });
}

function go() {
  const [after, note] = [following(), unsaid()];
  if (note) {
    close(false);
    return note.focus();
  }
  if (after) return open(after, pad.dataset.how === "cards" && countsOf(after).length ? "cards" : undefined);
  close(!last);
  last?.click();
}

function nextClass() {
  const counts = countsOf(field);
  aim(counts[(counts.indexOf(target) + 1) % counts.length]);
}

const KEYS = { back, clear, half, sign: turn, next: go, class: nextClass, close: () => close(true) };

pad.addEventListener("click", (event) => {
  const key = event.target.closest("button");
  if (!key) return;
  if (key.dataset.add) add(Number(key.dataset.add));
  else if (key.dataset.key) KEYS[key.dataset.key]();
  else digit(key.textContent.trim());
  // A key that was tapped does not keep the focus: Enter on a keyboard beside the phone goes on to the next field.
  if (event.detail && !pad.hidden) pad.focus({ preventScroll: true });
});

pad.addEventListener("change", (event) => {
  if (event.target.name === "pad-how") take(event.target.value);
  else aim(document.getElementsByName(event.target.value)[0]);
  event.stopPropagation();
});

function around(event) {
  const stops = [...pad.querySelectorAll("button, input")].filter((stop) => stop.getClientRects().length && (stop.type !== "radio" || stop.checked));
  const [first, last] = [stops[0], stops.at(-1)];
  const here = document.activeElement;
  if (!pad.contains(here)) first.focus();
  else if (event.shiftKey ? here === first || here === pad : here === last) (event.shiftKey ? last : first).focus();
  else return true;
}

// Whoever touched a word of the page meanwhile has left no field, and types on.
document.addEventListener("keydown", (event) => {
  if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!pad.contains(event.target) && !event.target.matches("body, main")) return;
  const onKey = event.target.matches("button, input") && event.target.matches(":focus-visible");
  if (event.key === "Escape") close(true);
  else if (/^\d$/.test(event.key)) digit(event.key);
  else if (event.key === "Backspace") back();
  else if (event.key === "Delete") clear();
  else if (event.key === "-" || event.key === "−") turn();
  else if (event.key === "." || event.key === ",") point();
  else if (event.key === "Enter" && !onKey) event.repeat || go();
  else if (event.key !== "Tab" || around(event)) return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  const input = opener ? document.getElementById(opener.dataset.opens) : event.target.closest("[data-pad]");
  if (input) open(input, opener && "cards");
  else if (field && !pad.contains(event.target) && event.target.closest("a, button, input, label, summary")) close(false);
});

new ResizeObserver(() => field && bring()).observe(foot);

// Counts may also be put back from what the phone has kept.
document.addEventListener("input", (event) => {
  const counted = event.target.closest(".cards") && event.target.closest(".points");
  if (counted) mark(counted.querySelector("[data-pad]"));
});

for (const input of document.querySelectorAll("[data-pad]")) {
  input.inputMode = "none";
  input.setAttribute("aria-haspopup", "dialog");
}
document.documentElement.classList.add("has-pad");
