/* Finds words in the rules while they are typed; without it the form is sent. */

const form = document.querySelector("[role=search]");
const hits = document.getElementById("hits");
let due, asked;

async function find() {
  const words = `?${new URLSearchParams(new FormData(form))}`;
  asked?.abort();
  asked = new AbortController();
  const found = await fetch(`${words}&part`, asked)
    .then((answer) => answer.ok ? answer.text() : null)
    .catch(() => null);
  if (found === null) return;
  hits.innerHTML = found;
  hits.previousElementSibling.textContent = hits.querySelector("h2")?.textContent;
  // Who comes back from a place finds it again.
  history.replaceState(null, "", words);
}

form.addEventListener("input", () => {
  clearTimeout(due);
  due = setTimeout(find, 150);
});
