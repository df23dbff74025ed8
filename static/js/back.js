// What was typed and neither sent nor saved is put back when the page is opened again; see draft.js, which gives what it knows of the page.

let page;
const only = (texts, test) => Object.fromEntries(Object.entries(texts).filter(test));
const part = (texts, some) => only(texts, ([name]) => some.includes(page.columnOf(name)));

function put(some, texts) {
  page.state.putting = true;
  for (const one of page.inputs) {
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

function letGo(copy) {
  page.state.aside = page.state.aside.filter((one) => one !== copy);
  page.keep();
}

function turned(copy) {
  // The page may be the very one on which it is shown.
  if (Object.fromEntries(copy.all).submission === page.hidden("submission")) return letGo(copy);
  say(page.notices.dataset.moved, copy.at, [], { show: () => show(copy.all), drop: () => letGo(copy) });
}

function lay(copy, some) {
  page.state.aside.push(copy);
  say(page.notices.dataset.newer, copy.at, some, {
    put: () => {
      letGo(copy);
      put(some, copy.typed);
    },
    drop: () => letGo(copy),
  });
}

function sort(copy, taken) {
  const { columns, kind, notices, stands, same, hidden } = page;
  if (copy.seats !== hidden("seats")) return turned(copy);
  // A recorded round has every answer written out.
  const meant = (texts) => only(texts, ([, value]) => kind !== "correct" || value !== "0");
  const own = columns.filter((column) => !same(copy.typed, copy.known, column) && !same(meant(copy.typed), meant(stands), column));
  const rests = (column) => same(stands, copy.known, column) || (copy.sent && same(stands, copy.sent, column));
  const free = copy.revision === hidden("revision") ? own.filter((column) => rests(column) && !taken.has(column)) : [];
  const newer = own.filter((column) => !free.includes(column));
  if (newer.length) lay({ ...copy, typed: part(copy.typed, newer), known: part(copy.known, newer) }, newer);
  if (free.length) {
    page.state.at ||= copy.at;
    put(free, copy.typed);
    say(kind === "next" ? notices.dataset.unsent : notices.dataset.unsaved, copy.at, free, { drop: () => put(free, stands) });
    for (const column of free) taken.add(column);
  }
  letGo(copy);
}

// `missed`: what was typed to be the next round, on the page where that can be corrected now.
export function putBack(given, missed) {
  page = given;
  page.state.aside.push(...missed);
  if (missed.length) page.forget("next");
  page.keep();
  // The newest comes first; what was typed before it for the same column is only offered.
  const taken = new Set();
  for (const copy of [...page.state.aside]) sort(copy, taken);
}
