// Copies an address, where the browser lets a page do so, and says that it is done.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    document.getElementById("said").textContent = button.dataset.done;
  });
}
