// The live board asks for news only while it is seen, and keeps in the address which round stands open.

document.addEventListener("htmx:config:request", (event) => {
  if (document.hidden && event.detail.ctx.sourceElement.id === "board") event.preventDefault();
});

document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement?.matches("a.why")) history.replaceState(history.state, "", request.action);
});
