// The address follows what is looked for, so that it can be kept and sent; and whoever goes on by keyboard stands at the first of the games
// that have come, not at the end of the page.

const ours = (event) => event.detail.ctx.sourceElement;
let last;
let pressed = false;

document.addEventListener("htmx:before:swap", (event) => {
  last = document.querySelector("#games > li:last-child");
  pressed = document.getElementById("older")?.contains(document.activeElement);
  if (ours(event)?.id !== "find") return;
  const asked = new URLSearchParams(new FormData(ours(event)));
  for (const [name, value] of [...asked]) if (!value) asked.delete(name);
  history.replaceState(history.state, "", asked.size ? `?${asked}` : location.pathname);
});

document.addEventListener("htmx:after:swap", () => {
  if (pressed) last?.nextElementSibling?.querySelector("a").focus({ preventScroll: true });
  pressed = false;
});
