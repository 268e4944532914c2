// How the game may go on after a move: a button for each move of the line, and why it is so.

const STEPS = 4; // so many moves are shown: what comes later is guessed

/** Show the line of a row; `walk(ply)` puts up the position after that move of it. What has not
 *  changed is left alone, so that a button can be pressed while better answers come. */
export function showLine(el, row, walk) {
  const key = row ? JSON.stringify([row.full, row.line, row.why, row.range.words]) : "";
  el.walk = walk;
  if (el.dataset.key === key) return;
  el.dataset.key = key;
  if (!row) return void el.replaceChildren();
  const moves = row.line.length > 1 ? row.line.slice(0, STEPS).map((words, ply) => button(el, words, ply)) : [];
  const rest = [row.why, row.range.words].filter(Boolean).join(" · ");
  el.replaceChildren(...(moves.length ? moves : [`${row.full}. `]), " ", rest);
}

function button(el, words, ply) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "polygames-step", textContent: `${ply + 1}. ${words}` });
  made.title = "show the position after this move";
  made.addEventListener("click", () => el.walk(ply));
  return made;
}
