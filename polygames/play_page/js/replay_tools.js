// The replay of a finished game: buttons to step through its moves, and its costliest moves.

import { createButton, createElement } from "../../view/js/shared/dom.js";

const FAULTLESS_TEXT = "No move was a mistake, as far as the computer knows.";
const HEADING = "What was better";

/** Return the place of the displayed position in the game. Before move 18 it is "After move 17". */
const positionText = (number, last) =>
  number ? `After move ${number} of ${last}` : `The start, before ${last} moves`;

/** Create the tools below the board of a finished game; none before its end. */
export function createReplay(replay, send) {
  if (!replay) return [];
  const { number, last, progress, mistakes, is_faultless } = replay;
  const goTo = (move) => send({ do: "go_to", move: Math.max(0, Math.min(last, move)) });
  const step = (words, label, move) =>
    createButton(words, () => goTo(move), { ariaLabel: label, disabled: move < 0 || move > last });
  return [
    createElement(
      "div",
      { key: "steps", className: "play-steps" },
      step("|◀", "first position", number ? 0 : -1),
      step("◀", "one move back", number - 1),
      createElement("span", { role: "status", textContent: positionText(number, last) }),
      step("▶", "one move on", number + 1),
      step("▶|", "last position", number < last ? last : -1),
    ),
    progress
      ? createElement("p", { key: "progress", role: "status", textContent: progress })
      : null,
    is_faultless ? createElement("p", { key: "faultless", textContent: FAULTLESS_TEXT }) : null,
    mistakes.length ? createElement("h2", { key: "heading", textContent: HEADING }) : null,
    ...mistakes.map(({ number: move, text }) =>
      createElement(
        "div",
        { key: `mistake ${move}`, className: "play-mistake" },
        createElement("p", { textContent: text }),
        createButton("Show it", () => goTo(move - 1), { ariaLabel: `show move ${move}` }),
      ),
    ),
  ].filter(Boolean);
}
