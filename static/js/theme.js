// Light, dark or high contrast: the reader's own choice, kept in a cookie so that the server draws the first page right.
// Without a choice the phone decides. Without this script the form sends the choice to the server.

const root = document.documentElement;
const choices = () => document.querySelectorAll(".looks button");

function chosen() {
  return document.cookie.match(/(?:^|; )theme=(light|dark|contrast)/)?.[1] ?? "";
}

function show(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const choice of choices()) choice.setAttribute("aria-pressed", String(choice.value === theme));
}

function choose(theme) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=${theme ? 31536000 : 0}; samesite=lax${secure}`;
  show(theme);
}

document.addEventListener("click", (event) => {
  const choice = event.target.closest(".looks button");
  if (!choice) return;
  event.preventDefault();
  choose(choice.value);
});

// A page that comes back from the browser's cache may have been drawn before the choice was made.
addEventListener("pageshow", (event) => event.persisted && show(chosen()));
