// The card as a picture of dots, which every other program takes: shared where the phone can do that, else saved.
// Without this script the link saves the drawing.

const link = document.querySelector("[data-share]");
const drawing = document.querySelector(".picture");
const type = "image/png";

async function dots() {
  await drawing.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: drawing.naturalWidth, height: drawing.naturalHeight });
  canvas.getContext("2d").drawImage(drawing, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, type));
  return new File([blob], link.dataset.file, { type });
}

// It is made beforehand: a phone shares only what is at hand when it is tapped.
const file = await dots();
const shared = { files: [file], title: document.title };
if (navigator.canShare?.(shared)) {
  link.textContent = link.dataset.share;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    // Whoever thinks better of it has not failed.
    navigator.share(shared).catch(() => {});
  });
} else {
  link.href = URL.createObjectURL(file);
  link.download = link.dataset.file;
}
