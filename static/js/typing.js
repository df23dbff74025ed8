// The field that is being typed is told along, so that half a number is not judged: until it is left, nothing is said about it.

const form = document.getElementById("entry");
const typing = form.elements.namedItem("typing");

form.addEventListener("input", (event) => (typing.value = event.target.type === "text" ? event.target.name : ""), { capture: true });
form.addEventListener("change", () => (typing.value = ""), { capture: true });
