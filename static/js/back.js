// What was typed and neither sent nor saved is put back when the page is opened again; see draft.js, which gives what it knows of the page.

let page;
const part = (texts, some) => Object.fromEntries(Object.entries(texts).filter(([name]) => some.includes(page.columnOf(name))));
// A recorded round has every answer written out.
const withoutZeros = (texts) => Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== "0"));

function put(some, texts) {
  page.state.putting = true;
  for (const one of page.inputs()) {
    if (!some.includes(page.columnOf(one.name))) continue;
    const value = texts[one.name] ?? "";
    const ticked = one.value === value;
    if (one.type === "text" ? one.value.trim() === value : one.checked === ticked) continue;
    if (one.type === "text") one.value = value;
    else one.checked = ticked;
    one.dispatchEvent(new Event("input", { bubbles: true }));
    one.dispatchEvent(new Event("change", { bubbles: true }));
  }
  page.state.putting = false;
  page.keep();
  // While the page is being opened htmx does not listen yet, but soon will.
  setTimeout(page.again);
}

function when(time) {
  const then = new Date(time);
  const day = then.toDateString() === new Date().toDateString() ? {} : { weekday: "short" };
  return then.toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit" });
}

function named(some) {
  const name = (column) => document.querySelector(`#head-${column} bdi`)?.textContent ?? page.notices.dataset.end;
  return some.map((column) => (column === "" ? page.notices.dataset.end : name(column))).join(", ");
}

function say(words, time, some, ways) {
  const notice = document.getElementById("back-words").content.firstElementChild.cloneNode(true);
  const sentence = words.replace("{time}", when(time)).replace("{columns}", named(some));
  for (const button of notice.querySelectorAll("button")) {
    const way = ways[button.dataset.way];
    button.hidden = !way;
    button.addEventListener("click", () => {
      notice.remove();
      way();
    });
  }
  page.notices.append(notice);
  // A status is read aloud when it changes while it is there.
  setTimeout(() => {
    notice.querySelector("span").textContent = sentence;
    notice.scrollIntoView({ block: "center" });
  });
}

// The seats were changed since: the server knows who is who, and shows the page with what was typed for whom it was typed.
function show(all) {
  const sent = Object.assign(document.createElement("form"), { method: "post", action: page.form.action, hidden: true });
  for (const [name, value] of [...all, ["csrfmiddlewaretoken", page.hidden("csrfmiddlewaretoken")]]) sent.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(sent);
  sent.submit();
}

function lay(texts, time, some) {
  page.state.aside = { at: time, typed: part(texts, some) };
  page.keep();
  say(page.notices.dataset.newer, time, some, {
    put: () => {
      const mine = page.state.aside.typed;
      page.state.aside = null;
      put(some, mine);
    },
    drop: () => {
      page.state.aside = null;
      page.keep();
    },
  });
}

// `elsewhere`: what was typed was to be the next round, which was saved elsewhere since and can be corrected now.
export function putBack(given, mine, elsewhere) {
  page = given;
  const { columns, drafted, notices, state, stands, same, hidden, keep, forget } = page;
  if (mine.seats !== hidden("seats")) {
    const drop = () => {
      forget();
      state.over = false;
    };
    say(notices.dataset.moved, mine.at, [], { show: () => show(mine.all), drop });
    return;
  }
  state.over = false;
  if (elsewhere) forget("next");
  // What the draft had before the round was saved elsewhere was there to be looked at.
  if (elsewhere && mine.arrived) return;
  const differs = (column) =>
    elsewhere ? !same(withoutZeros(mine.typed), withoutZeros(stands), column) : !same(mine.typed, stands, column);
  const own = columns.filter((column) => !same(mine.typed, mine.known, column) && differs(column));
  const rests = (column) => same(stands, mine.known, column) || (mine.sent && same(stands, mine.sent, column));
  const free = mine.revision === hidden("revision") ? own.filter(rests) : [];
  const newer = own.filter((column) => !free.includes(column));
  state.at = mine.at;
  if (newer.length) lay(mine.typed, mine.at, newer);
  else if (mine.aside) lay(mine.aside.typed, mine.aside.at, columns.filter((column) => page.of(mine.aside.typed, column)));
  if (!free.length) return keep();
  put(free, mine.typed);
  say(drafted ? notices.dataset.unsent : notices.dataset.unsaved, mine.at, free, { drop: () => put(free, stands) });
}
