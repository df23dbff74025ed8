// A rule in a sheet over the page: what lies beneath stays as it is, and is there again when the sheet is closed. See rule.js, which
// fetches this script and gives it the link that was tapped.

const PATIENCE = 8000;
// What is at hand already may have changed, but is not worth a long wait.
const IMPATIENCE = 2000;
// What was read once is there without a network too.
const read = new Map();

let sheet;
let styled;
let sorry;
let opener;
let going; // to all the rules, once the sheet is closed

function make() {
  document.body.append(document.getElementById("rule").content.cloneNode(true));
  const links = [...document.querySelectorAll('body > link[rel="stylesheet"]')];
  styled = Promise.all(links.map((one) => one.sheet ?? new Promise((done) => (one.onload = one.onerror = done))));
  sheet = document.querySelector("body > .part");
  sorry = [...sheet.querySelector(".prose").childNodes];
  sheet.querySelector("button").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.addEventListener("close", closed);
  sheet.querySelector(".text-act").addEventListener("click", leave);
}

function ask(address, patience, how) {
  return fetch(address, { ...how, signal: AbortSignal.timeout(patience) }).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
}

// What was read before, here or ever, is good enough where nothing newer can be had; if nothing is there at all, null.
async function get(address) {
  const known = read.get(address);
  const text = await ask(address, known ? IMPATIENCE : PATIENCE)
    .catch(() => known ?? ask(address, PATIENCE, { cache: "only-if-cached", mode: "same-origin" })).catch(() => null);
  if (text !== null) read.set(address, text);
  return text;
}

function fill(text, link) {
  const title = sheet.querySelector("h2");
  const prose = sheet.querySelector(".prose");
  const all = sheet.querySelector(".text-act");
  const words = document.createElement("template");
  words.innerHTML = text ?? "";
  title.textContent = words.content.querySelector("h2")?.textContent ?? link.textContent;
  words.content.querySelector("h2")?.remove();
  all.href = link.href;
  // What leads to another part of the same page leads there from here as well; names of places are for that page only.
  for (const one of words.content.querySelectorAll('a[href^="#"]')) {
    one.href = link.href.replace(/#.*/, one.getAttribute("href"));
    one.dataset.rule = "";
  }
  // The part was asked for without the round, so that it is the same in all of them.
  const { search } = new URL(link.href);
  for (const one of words.content.querySelectorAll('a[href*="/opening/"]')) one.href = one.getAttribute("href").split("?")[0] + search;
  for (const one of words.content.querySelectorAll("[id]")) one.removeAttribute("id");
  prose.replaceChildren(...(text === null ? sorry : words.content.childNodes));
  prose.scrollTop = 0;
}

// The way back leads out of the sheet, so that a phone's own gesture closes it. The page stays where it is: it may have moved since the
// browser last took down how far.
function open(link) {
  opener = link;
  history.scrollRestoration = "manual";
  history.pushState({ ...history.state, rule: true }, "");
  sheet.showModal();
}

function closed() {
  if (history.state?.rule) history.back();
  // The page may have been drawn anew meanwhile.
  const again = opener.isConnected ? opener : [...document.links].find((one) => one.href === opener.href);
  again?.focus({ preventScroll: true });
}

addEventListener("popstate", () => {
  if (sheet?.open) sheet.close();
  history.scrollRestoration = "auto";
  if (going) location.assign(going);
  going = undefined;
});

// Back from the rules is the page, not its sheet.
function leave(event) {
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  going = event.currentTarget.href;
  sheet.close();
}

export async function show(link) {
  if (link.hasAttribute("aria-busy")) return;
  if (!sheet?.isConnected) make();
  const { pathname, search, hash } = new URL(link.href);
  const query = new URLSearchParams(search);
  query.delete("round");
  link.setAttribute("aria-busy", "true");
  const [text] = await Promise.all([get(`${pathname}part/${hash.slice(1)}/?${query}`), styled]);
  link.removeAttribute("aria-busy");
  fill(text, link);
  // The link may have been one of the sheet itself, which is gone with what stood there.
  if (sheet.open) sheet.querySelector(".prose").focus();
  else open(link);
}
