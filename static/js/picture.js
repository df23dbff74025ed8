// Saves a drawing as a picture of dots, which messengers take; without this script the drawing itself is saved.

for (const button of document.querySelectorAll("[data-picture]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const link = document.getElementById(button.dataset.picture);
    const drawing = new Image();
    drawing.src = link.href;
    const drawn = await drawing.decode().then(() => true, () => false);
    const canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
    if (drawn) canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
    const dots = drawn && await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!dots) return link.click();
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(dots);
    saved.download = button.dataset.file;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
  });
}
