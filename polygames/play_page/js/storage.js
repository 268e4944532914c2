// The storage of the browser for games and puzzles. The page works without it, too.

const PREFIX = "polygames-play-";

/** Save a text; without storage do nothing. */
export function saveText(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // a private window, or a full storage
  }
}

const loadText = (name) => {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};

/** Return the saved game and the solved puzzles of a game; null for each that is missing. */
export const loadSaved = (game) => ({
  game: loadText(`game-${game}`),
  puzzles: loadText(`puzzles-${game}`),
});
