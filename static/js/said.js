// What was done is told to those who listen too: a status is read aloud only if it is filled after the page has loaded.

const said = document.getElementById("said")?.textContent.trim();

if (said) {
  const status = document.createElement("p");
  status.className = "vh";
  status.setAttribute("role", "status");
  document.body.append(status);
  setTimeout(() => (status.textContent = said), 300);
}
