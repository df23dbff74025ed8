// A form that the browser sends by itself is sent only if the server can be reached: else the page stays as it is, with a word about it,
// and the same form works at the next tap.

const PATIENCE = 8000;
const words = () => document.querySelectorAll('[data-trouble="write"]');
let asking = false;
let ready;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form === ready || !words().length) return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  for (const one of words()) one.hidden = true;
  const asked = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
  const reached = await fetch("/healthz", asked).then(() => true, () => false);
  asking = false;
  if (reached && form.isConnected) {
    ready = form;
    form.requestSubmit(event.submitter);
    ready = undefined;
  } else {
    for (const one of words()) one.hidden = reached;
  }
});
