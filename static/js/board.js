// The board on a screen: it stays awake while it is seen, asks for news only then, and keeps in the address which round stands open.

let lock;

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock || (lock && !lock.released)) return;
  // The phone may refuse, to save its battery; the board works all the same.
  lock = await navigator.wakeLock.request("screen").catch(() => undefined);
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);

document.addEventListener("htmx:config:request", (event) => {
  if (document.hidden && event.detail.ctx.sourceElement.id === "board") event.preventDefault();
});

document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement?.matches("a.why")) history.replaceState(history.state, "", request.action);
});
