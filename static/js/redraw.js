// The table is drawn anew for another number of players; what is typed while that is asked for is carried over.

const FORM = "new";
const read = () => new Map(new FormData(document.getElementById(FORM)));
const isOurs = (event) => event.detail.ctx.sourceElement?.matches(`#${FORM} button`);

let sent;
let typed = [];

document.addEventListener("htmx:before:request", (event) => {
  if (isOurs(event)) sent = read();
});

document.addEventListener("htmx:before:swap", (event) => {
  if (isOurs(event)) typed = [...read()].filter(([name, value]) => sent.get(name) !== value);
});

document.addEventListener("htmx:after:swap", () => {
  const fields = document.getElementById(FORM)?.elements;
  for (const [name, value] of typed) {
    const field = fields?.namedItem(name);
    if (field) field.value = value;
  }
  if (typed.length) fields?.namedItem("seat-0").dispatchEvent(new Event("input", { bubbles: true }));
  typed = [];
});

// Whoever goes back to this page finds as many seats as they left.
document.addEventListener("htmx:after:swap", () => {
  const seated = document.querySelector("#new [name=seated]");
  if (!seated) return;
  const here = new URL(location.href);
  here.searchParams.set("seating", seated.value);
  history.replaceState(history.state, "", here);
});
