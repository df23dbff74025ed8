// The running sums are told to those who listen: only what has changed, and only when the typing pauses.

const PAUSE = 1500;
const sums = document.getElementById("sums");
const status = document.getElementById("sums-said");
const said = () => [...sums.querySelectorAll("[data-said]")].map((sum) => sum.dataset.said);
let told = said();
let timer;

document.addEventListener("htmx:after:swap", () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const now = said();
    const news = now.filter((sentence, index) => sentence !== told[index]);
    told = now;
    if (news.length) status.textContent = news.join("; ");
  }, PAUSE);
});
