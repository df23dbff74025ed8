// One tap on a link to a rule opens it over the page; what that takes is fetched at the first one. Without this script the link leads to the rules.

const WORDS = '[data-trouble="draft"], [data-trouble="read"]';

// Where not even that can be fetched, nobody is led away to a page of the browser's own.
function lead(link) {
  fetch("/healthz", { method: "HEAD", cache: "no-store" }).then(
    () => location.assign(link.href),
    () => document.querySelectorAll(WORDS).forEach((one) => (one.hidden = false)),
  );
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('a.rule, a[data-rule]');
  const script = document.getElementById("rule")?.dataset.script;
  if (!link || !script || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import(script).then(({ show }) => show(link), () => lead(link));
});
