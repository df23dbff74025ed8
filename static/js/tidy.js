// What this phone keeps of rounds half typed (see draft.js) is let go when nobody will come back to it: the game is finished, or it has
// lain here for a month. What cannot be read goes too.

const MONTH = 30 * 24 * 60 * 60 * 1000;
const { game, finished } = document.getElementById("next").dataset;

function isFresh(key) {
  try {
    return Date.now() - JSON.parse(localStorage.getItem(key)).at < MONTH && !(finished !== undefined && key.includes(game));
  } catch {
    return false;
  }
}

try {
  for (const key of Object.keys(localStorage)) if (key.startsWith("typed ") && !isFresh(key)) localStorage.removeItem(key);
} catch {
  // A phone that keeps nothing has nothing to tidy.
}
