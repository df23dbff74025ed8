// A short vibration confirms a save, where the phone can, before the sheet takes the page's place.

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement?.matches('button[form="entry"]') && ctx.hx?.redirect) navigator.vibrate?.(40);
});
