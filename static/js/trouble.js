// A request that got no answer, or a broken one, is said where the page has words for it; the next good answer takes them back.
// What is refused for a reason (409, 422) comes with its own words.

const REASONS = [409, 422];
const words = () => document.querySelectorAll("[data-trouble]");

function trouble(shown) {
  for (const element of words()) element.hidden = !shown;
}

document.addEventListener("htmx:error", () => trouble(true));
document.addEventListener("htmx:after:request", (event) => {
  const status = event.detail.ctx.response?.status;
  if (!status) return;
  trouble(status >= 400 && !REASONS.includes(status));
  // The board is withdrawn, or no longer this account's: the whole page says so.
  if (status === 404 && event.detail.ctx.sourceElement?.id === "board") location.reload();
});
