// Copies an address, where the browser lets a page do so, and says that it is done; else the address is marked, to be copied by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const address = document.getElementById(button.dataset.copy);
    const copied = await navigator.clipboard.writeText(address.value).then(() => true, () => false);
    if (!copied) address.select();
    document.getElementById("said").textContent = copied ? button.dataset.done : button.dataset.refused;
  });
}
