// Teams that stand below one another open one at a time: "Next" opens the one after, and the row that was tapped stays under the thumb
// although the one above it closes.

const folds = [...document.querySelectorAll("details[name]")];
let tapped;

for (const [index, fold] of folds.entries()) {
  const summary = fold.querySelector("summary");
  summary.addEventListener("click", () => {
    tapped = { summary, top: summary.getBoundingClientRect().top };
  });
  fold.addEventListener("toggle", () => {
    if (tapped?.summary !== summary) return;
    if (fold.open) scrollBy({ top: summary.getBoundingClientRect().top - tapped.top, behavior: "instant" });
    tapped = undefined;
  });

  const next = fold.querySelector(".next-column");
  const after = folds[index + 1];
  if (!next || !after) continue;
  next.querySelector("bdi").textContent = after.querySelector("summary bdi").textContent;
  next.hidden = false;
  next.addEventListener("click", () => {
    after.open = true;
    const opened = after.querySelector("summary");
    opened.focus({ preventScroll: true });
    opened.scrollIntoView({ block: "start" });
  });
}
