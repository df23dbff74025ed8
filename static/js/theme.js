// Light or dark: the reader's own choice, kept in a cookie so that the server draws the first page right.
// Without a choice, and without this script, the phone decides.

const root = document.documentElement;

function chosen() {
  return document.cookie.match(/(?:^|; )theme=(light|dark)/)?.[1];
}

function shown() {
  return chosen() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function show(theme) {
  if (theme) root.dataset.theme = theme;
}

function toggle() {
  const theme = shown() === "dark" ? "light" : "dark";
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
  show(theme);
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.hidden = false;
  button.addEventListener("click", toggle);
}

// A page that comes back from the browser's cache may have been drawn before the choice was made.
addEventListener("pageshow", () => show(chosen()));
