// A form that has been sent waits for its answer: its buttons rest until then, so that a second tap sends nothing.
// Forms that htmx sends are left alone; they have hx-sync and hx-disable.

const resting = new Set();

addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  const buttons = [...event.target.elements].filter((element) => element.type === "submit");
  // Only after this turn: a button that is disabled at once would not send its own name and value.
  setTimeout(() => {
    for (const button of buttons) {
      button.disabled = true;
      resting.add(button);
    }
  });
});

// Going back may bring this very page out of the browser's cache; then its buttons must work again.
addEventListener("pageshow", () => {
  for (const button of resting) button.disabled = false;
  resting.clear();
});
