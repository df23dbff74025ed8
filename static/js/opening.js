// Taps are answered on the page: what is laid comes back from the server, and the address follows it, so that no tap adds to the history.
// Taps made while one is being answered wait and go together. Where this script does not run, every tap is a page of its own.

const form = document.getElementById("laying");
const trouble = document.querySelector("[data-trouble]");
const DOUBLE_TAP = 350;
let waiting = [];
let asking = false;
let taken = { value: "", time: -Infinity };

const fields = (more) => new URLSearchParams([...new FormData(form), ...more]);
const where = (query) => `${form.getAttribute("action")}?${query}`;

// What had the focus may stand in a part that is drawn anew.
function drawn(part, content) {
  const { name, value } = part.contains(document.activeElement) ? document.activeElement : {};
  part.replaceChildren(content);
  if (!name) return;
  const again = [...part.querySelectorAll("button")].find((button) => button.name === name && button.value === value);
  (again ?? document.getElementById("main")).focus({ preventScroll: true });
}

function count() {
  const laid = form.elements.namedItem("laid").value.split(".");
  const { words } = form.querySelector(".suits").dataset;
  for (const key of form.querySelectorAll(".suits button")) {
    const number = laid.filter((mark) => mark.startsWith(`${key.value}-`)).length;
    const name = (key.dataset.name ??= key.getAttribute("aria-label"));
    key.setAttribute("aria-label", number ? words.replace("{card}", () => name).replace("{number}", number) : name);
    if (number) key.dataset.laid = number;
    else delete key.dataset.laid;
    // Not disabled, which would take the focus from it.
    if (number >= (Number(key.dataset.copies) || Infinity)) key.setAttribute("aria-disabled", "true");
    else key.removeAttribute("aria-disabled");
  }
}

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const part of page.querySelectorAll("[data-part]")) drawn(document.getElementById(part.dataset.part), part.content);
  count();
  history.replaceState(history.state, "", where(fields([])));
}

async function ask() {
  if (asking || !waiting.length) return;
  asking = true;
  const sent = waiting;
  waiting = [];
  try {
    const answer = await fetch(where(fields(sent)), { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(8000) });
    if (!answer.ok) throw new Error(answer.status);
    show(await answer.text());
    trouble.hidden = true;
  } catch {
    trouble.hidden = false;
    waiting = [];
  }
  asking = false;
  ask();
}

// The second half of a double tap may fall on what has moved to where a meld or a card has gone from.
function isSlip(value, time) {
  if (!/^(drop|out)-/.test(value)) return false;
  const before = taken;
  taken = { value, time };
  return value !== before.value && time - before.time < DOUBLE_TAP;
}

form.addEventListener("submit", (event) => {
  if (!event.submitter) return;
  event.preventDefault();
  if (event.submitter.ariaDisabled || isSlip(event.submitter.value, event.timeStamp)) return;
  waiting.push([event.submitter.name, event.submitter.value]);
  ask();
});

// A rule over the page has a place of its own in the history; the address of what was tapped meanwhile would go with it.
addEventListener("popstate", () => history.replaceState(history.state, "", where(fields([]))));
