// A count is one row of cells, "0 1 2 +". Past the usual values its last three cells become "− 3 +", so nothing moves under the thumb.
// The labelled input stays what is sent, typed into and read aloud; here it only gets cells laid over it.

const words = document.getElementById("entry").dataset;
const ARROWS = { ArrowUp: 1, ArrowDown: -1 };

function button(text, label) {
  const made = document.createElement("button");
  made.type = "button";
  // The input is the one stop of the Tab key; digits and arrows do there what the cells do for a thumb.
  made.tabIndex = -1;
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

function enhance(count) {
  const input = count.querySelector("input");
  const usual = count.dataset.usual.split(" ").map(Number);
  const most = count.dataset.most === undefined ? Infinity : Number(count.dataset.most);
  const last = usual.at(-1);
  const asked = input.getAttribute("aria-label");
  const worth = (count.dataset.worth ?? "").split("·").map((points) => points.trim()).filter(Boolean);

  const cells = usual.map((value) => button(String(value)));
  const less = button("−", words.less.replace("%s", () => asked));
  const more = button("+", words.more.replace("%s", () => asked));
  const beyond = last < most;

  function current() {
    return /^\d+$/.test(input.value.trim()) ? Number(input.value) : null;
  }

  function set(value) {
    input.value = String(Math.min(Math.max(value, 0), most));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function step(by) {
    const value = current();
    // From an empty row, or from a usual value, "+" goes on where the cells end.
    if (by > 0 && count.dataset.shape === "cells") set(last + 1);
    else set((value ?? 0) + by);
  }

  function draw() {
    const value = current();
    const stepping = input.value.trim() !== "" && !usual.includes(value);
    count.dataset.shape = stepping ? "steps" : "cells";
    cells.forEach((cell, index) => {
      cell.hidden = stepping && index >= cells.length - (beyond ? 2 : 3);
      cell.setAttribute("aria-pressed", String(usual[index] === value));
    });
    less.hidden = !stepping;
    more.hidden = !stepping && !beyond;
    more.disabled = stepping && (value ?? 0) >= most;
  }

  cells.forEach((cell, index) => {
    cell.addEventListener("click", () => set(usual[index]));
    const points = worth[usual[index] - 1];
    if (points) {
      const under = document.createElement("small");
      under.textContent = points;
      cell.append(under);
    }
  });
  less.addEventListener("click", () => step(-1));
  more.addEventListener("click", () => step(1));
  input.addEventListener("input", draw);
  input.addEventListener("focus", () => input.select());
  input.addEventListener("keydown", (event) => {
    if (!(event.key in ARROWS)) return;
    event.preventDefault();
    set((current() ?? 0) + ARROWS[event.key]);
  });

  count.prepend(...cells, less);
  count.append(more);
  count.classList.add("live");
  count.dataset.cells = String(cells.length + (beyond ? 1 : 0));
  draw();
  return draw;
}

const redraws = [...document.querySelectorAll(".count")].map(enhance);

// The browser may put typed values back after this script has run.
addEventListener("pageshow", () => redraws.forEach((draw) => draw()));
