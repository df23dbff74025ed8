// The screen stays awake while this page is seen; nobody at a card table has a clean finger for it.

let lock;

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock || (lock && !lock.released)) return;
  // The phone may refuse, to save its battery; everything works all the same.
  lock = await navigator.wakeLock.request("screen").catch(() => undefined);
}

stayAwake();
document.addEventListener("visibilitychange", stayAwake);
