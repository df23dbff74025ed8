// What a closed fold says of the fields in it follows what is typed there: the house rules that were changed, and the game's name.

const COMMA = ", ";

function answer(field) {
  const { options, selectedIndex, value } = field.querySelector("input, select");
  return options ? options[selectedIndex].text : value.trim();
}

function changed(fold) {
  return [...fold.querySelectorAll("[data-rule]")]
    .filter((field) => field.querySelector("input, select").value.trim() !== field.dataset.usual)
    .map((field) => `${field.dataset.rule} ${answer(field) || "–"}`);
}

function say() {
  const rules = document.querySelector("[data-rules]");
  const named = document.querySelector("[data-named]");
  if (rules) {
    rules.dataset.drawn ??= rules.textContent;
    const told = changed(rules.closest("details"));
    // As it was drawn, it may tell of changes that are taken back by now.
    const usual = rules.dataset.drawn.startsWith(rules.dataset.changed) ? "" : rules.dataset.drawn;
    rules.textContent = told.length ? `${rules.dataset.changed} ${told.join(COMMA)}` : usual;
  }
  if (named) named.textContent = document.getElementById("name").value.trim() || named.dataset.nameless;
}

document.addEventListener("input", (event) => {
  if (event.target.closest("#house-rules, #game-name")) say();
});
