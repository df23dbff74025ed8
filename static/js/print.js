// The button that prints stands there only where a script can do it.

const button = document.querySelector("[data-print]");
button.hidden = false;
document.querySelector("[data-no-print]").hidden = true;
button.addEventListener("click", () => print());
