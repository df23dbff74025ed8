// What this phone keeps of rounds half typed (see draft.js) is let go when nobody will come back to it: the game is finished, the round
// was saved with it, or it has lain here for a month.

const MONTH = 30 * 24 * 60 * 60 * 1000;
const { game, next, finished } = document.getElementById("next").dataset;

function stale(key, copy) {
  if (!copy || Date.now() - copy.at > MONTH) return true;
  const [, of, number, kind] = key.split(" ");
  if (of !== game) return false;
  return finished !== undefined || (kind === "next" && Number(number) < Number(next) && copy.arrived);
}

try {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith("typed "))) {
    if (stale(key, JSON.parse(localStorage.getItem(key)))) localStorage.removeItem(key);
  }
} catch {
  // A phone that keeps nothing has nothing to tidy.
}
