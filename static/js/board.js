// The live board asks for news only while it is seen, and keeps in the address which round stands open.

document.addEventListener("htmx:config:request", (event) => {
  if (document.hidden && event.detail.ctx.sourceElement.id === "board") event.preventDefault();
});

// The row that was tapped stays under the thumb, although another one closes above it.
const isRow = (event) => event.detail.ctx.sourceElement?.matches("a.why");
let row;
let top;

document.addEventListener("htmx:before:swap", (event) => {
  if (!isRow(event)) return;
  row = event.detail.ctx.sourceElement.closest("tbody").id;
  top = document.getElementById(row).getBoundingClientRect().top;
});
document.addEventListener("htmx:after:swap", (event) => {
  if (!isRow(event)) return;
  history.replaceState(history.state, "", event.detail.ctx.request.action);
  const now = document.getElementById(row);
  if (now) scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
});
