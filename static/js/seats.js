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

document.addEventListener("input", mark);
addEventListener("pageshow", mark);
