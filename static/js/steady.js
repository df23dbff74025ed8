// Rows never move under a finger: whatever is said between them meanwhile, the row touched last stays where it is on the screen.

const main = document.getElementById("main");
const ROWS = ".q, .pick, .adjust, fieldset, summary, .finding, #entry input, #entry button";
let last;
let row;
let top;
let spare = 0;

function touched(event) {
  last = event.target.closest?.(ROWS) ?? last;
}
main.addEventListener("pointerdown", touched);
main.addEventListener("focusin", touched);

document.addEventListener("htmx:before:swap", () => {
  // The field that the number pad fills comes first: the pad leads from one to the next without a touch.
  row = main.querySelector(".now")?.closest(ROWS) ?? last;
  top = row?.isConnected ? row.getBoundingClientRect().top : undefined;
});
document.addEventListener("htmx:after:swap", (event) => {
  // What stands in the way of a save is led to; see fields.js.
  if (top === undefined || !row.isConnected || event.detail.ctx.response?.status !== 200) return;
  const moved = row.getBoundingClientRect().top - top;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
  // At the very top there is nothing left to scroll: the room stays until the page is moved anyway.
  const left = top - row.getBoundingClientRect().top;
  if (left > 0.5) give(spare + left);
});

function give(room) {
  spare = room;
  main.style.marginTop = room ? `${room}px` : "";
}
addEventListener("scroll", () => {
  if (!spare || scrollY < spare) return;
  const room = spare;
  give(0);
  scrollBy({ top: -room, behavior: "instant" });
});
