// Seats people without asking the server: a name tapped goes to the first empty seat, or leaves it, and neighbours swap.
// The buttons submit where this script does not run, and where no seat is empty, so that the server says so.

const same = (name) => name.normalize("NFC").trim().toLowerCase();
const seats = () => [...document.querySelectorAll(".seat input[type=text]")];

function put(seat, name) {
  seat.value = name;
  seat.dispatchEvent(new Event("input", { bubbles: true }));
}

function add(name) {
  const seated = seats().find((seat) => same(seat.value) === same(name));
  const empty = seats().find((seat) => same(seat.value) === "");
  if (seated) put(seated, "");
  else if (empty) put(empty, name);
  return Boolean(seated ?? empty);
}

function swap(place) {
  const all = seats();
  const next = (place + 1) % all.length;
  const discs = document.querySelectorAll(".deals input");
  const dealer = [place, next].find((each) => discs[each].checked);
  if (dealer !== undefined) discs[dealer === place ? next : place].checked = true;
  const name = all[place].value;
  put(all[place], all[next].value);
  put(all[next], name);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("form button[name=add], form button[name=swap]");
  if (!button) return;
  if (button.name === "swap") swap(Number(button.value));
  else if (!add(button.value)) return;
  event.preventDefault();
});

function mark() {
  const names = new Set(seats().map((seat) => same(seat.value)));
  for (const button of document.querySelectorAll("button[name=add]")) {
    button.setAttribute("aria-pressed", names.has(same(button.value)));
  }
}

document.addEventListener("input", (event) => {
  mark();
  // What was wrong with a seat is no longer true of what is typed there now.
  if (event.target.matches(".seat [aria-invalid]")) {
    event.target.removeAttribute("aria-invalid");
    document.getElementById(event.target.getAttribute("aria-describedby"))?.remove();
  }
});
addEventListener("pageshow", mark);

// Enter, which a phone's keyboard calls "next", goes on to the next seat that is empty, and starts the game when there is none.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".seat input[type=text]")) return;
  const all = seats();
  const after = all.indexOf(event.target) + 1;
  const empty = [...all.slice(after), ...all.slice(0, after)].find((seat) => same(seat.value) === "");
  if (!empty || empty === event.target) return;
  event.preventDefault();
  empty.focus();
});
