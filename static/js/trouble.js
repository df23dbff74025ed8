// A request that got no answer, or a broken one, is said where the page has words for it; what was typed stays as it is.
// What is refused for a reason (409, 422), or leads to another page (412), comes with its own words.
//
// Words are for a kind of request: "read" what the page asks by itself, "draft" what it sends by itself, "write" what somebody sent,
// and "answer" an answer that is none. Words for no kind are for all of them.

const REASONS = [409, 412, 422];

function kindOf(ctx) {
  if (ctx?.request?.method === "GET") return "read";
  return ctx?.sourceElement?.id === "entry" ? "draft" : "write";
}

function say(kind, shown) {
  for (const words of document.querySelectorAll("[data-trouble]")) {
    if (words.dataset.trouble === kind || words.dataset.trouble === "") words.hidden = !shown;
  }
}

document.addEventListener("htmx:before:request", (event) => {
  if (kindOf(event.detail.ctx) === "write") say("write", false);
});
document.addEventListener("htmx:error", (event) => say(kindOf(event.detail.ctx), true));
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const status = ctx.response?.status;
  if (!status) return;
  const kind = kindOf(ctx);
  const broken = status >= 400 && !REASONS.includes(status);
  const own = document.querySelector('[data-trouble="answer"]') && kind !== "read";
  // An answer to anything shows that there is a network.
  for (const one of ["read", "draft", "answer", kind]) say(one, false);
  if (broken) say(own ? "answer" : kind, true);
  // The board is withdrawn, or no longer this account's: the whole page says so.
  if (status === 404 && ctx.sourceElement?.id === "board") location.reload();
});
