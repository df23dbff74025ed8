// Lets a password be looked at while it is typed; without this script it stays hidden, as it is where somebody looks on.

for (const button of document.querySelectorAll("[data-reveals]")) {
  const field = document.getElementById(button.dataset.reveals);
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  });
}
