/* Finds words in the rules while they are typed; without it the form is sent. */

const form = document.querySelector("[role=search]");
const hits = document.getElementById("hits");
const status = hits.previousElementSibling;
let due, asked;

async function find() {
  const words = `?${new URLSearchParams(new FormData(form))}`;
  asked?.abort();
  const { signal } = asked = new AbortController();
  const found = await fetch(`${words}&part`, { signal })
    .then((answer) => answer.ok ? answer.text() : null)
    .catch(() => null);
  if (signal.aborted) return;
  status.className = found === null ? "trouble" : "vh";
  if (found === null) {
    status.textContent = status.dataset.lost;
    return;
  }
  hits.innerHTML = found;
  status.textContent = hits.querySelector("h2")?.textContent;
  // Who comes back from a place finds it again.
  history.replaceState(null, "", words);
}

form.addEventListener("input", () => {
  clearTimeout(due);
  due = setTimeout(find, 150);
});
