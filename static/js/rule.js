// One tap on a link to a rule opens it over the page; what that takes is fetched at the first one. Without this script the link leads to the rules.

document.addEventListener("click", (event) => {
  const link = event.target.closest('a.rule, a[data-rule]');
  const script = document.getElementById("rule")?.dataset.script;
  if (!link || !script || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import(script).then(({ show }) => show(link), () => location.assign(link.href));
});
