// Keeps the start button saying who deals, while names are typed and the dealer's disc is moved.

function say() {
  const form = document.querySelector("#new");
  const button = form.querySelector(".go");
  const place = form.elements.namedItem("first_dealer").value;
  const name = form.elements.namedItem(`seat-${place}`)?.value.trim();
  const { lot, named, seat } = button.dataset;
  if (place === "lot") button.textContent = lot;
  else button.textContent = name ? named.replace("{name}", () => name) : seat.replace("{number}", Number(place) + 1);
}

document.addEventListener("input", (event) => {
  if (event.target.form?.id === "new") say();
});

// Going back brings the names that were typed, but the button as it was first drawn.
addEventListener("pageshow", say);
