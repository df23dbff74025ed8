// What was typed last is kept too when the page is left, or the phone put away, before it was sent by itself.

const form = document.getElementById("entry");
// A round that is being corrected has no draft; it is stored when it is saved, or not at all.
const correcting = form.elements.namedItem("revision");
let typed = 0;
let sending = 0;
let kept = 0;

const isDraft = (event) => event.detail.ctx.sourceElement === form;

form.addEventListener("input", () => (typed += 1));
document.addEventListener("htmx:before:request", (event) => {
  if (isDraft(event)) sending = typed;
});
document.addEventListener("htmx:after:request", (event) => {
  if (isDraft(event) && event.detail.ctx.response?.status === 200) kept = sending;
});

function keep() {
  if (correcting || kept === typed) return;
  if (navigator.sendBeacon(form.getAttribute("hx-post"), new FormData(form))) kept = typed;
}

addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) keep();
});
