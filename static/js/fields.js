// The fields of a round: Enter goes to the next one instead of saving half a round, and a field that a finding speaks of is marked.

const form = document.getElementById("entry");

function fields() {
  const all = form.querySelectorAll('input:not([type="hidden"])');
  return [...all].filter((field) => !field.closest("details:not([open])"));
}

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
  event.preventDefault();
  const all = fields();
  (all[all.indexOf(event.target) + 1] ?? document.querySelector('[form="entry"]')).focus();
});

// From the first try to save on, everything that is missing is said. The mark is set before the form is sent, so that no look at the
// sums that is on its way at the same moment takes the words back.
document.querySelector('[form="entry"]').addEventListener(
  "click",
  () => {
    if (form.elements.namedItem("attempted")) return;
    const mark = Object.assign(document.createElement("input"), { type: "hidden", name: "attempted", value: "yes" });
    document.getElementById("bases").append(mark);
  },
  { capture: true },
);

// A round that cannot be saved yet leads to the first thing to mend.
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.response?.status === 422) {
    const first = document.querySelector("form .finding.error") ?? document.querySelector("form .finding");
    first?.closest("details")?.setAttribute("open", "");
    first?.scrollIntoView({ block: "center" });
  }
});

document.addEventListener("htmx:after:swap", () => {
  const wrong = new Set([...document.querySelectorAll(".finding.error[data-for]")].map((finding) => finding.dataset.for));
  for (const field of form.querySelectorAll('input[type="text"]')) {
    if (wrong.has(field.name)) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
});

form.querySelector('[aria-invalid="true"]')?.focus();
