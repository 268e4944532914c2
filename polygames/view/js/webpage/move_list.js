// The list of moves: the main line, and each branch below the move that it replaces. And the
// players.

import { createElement, createPart, createSign } from "../shared/dom.js";
import { glyphLegend, glyphName } from "../shared/verdicts.js";

/** Return the children of each node, the main line first. */
export function childrenOf(nodes) {
  const found = nodes.map(() => []);
  nodes.forEach(({ parent }, place) => {
    if (parent !== undefined) found[parent].push(place);
  });
  return found;
}

/** Create the list of moves, its buttons by node, and the legend of the signs. `go` is called
 *  with the node of a pressed move. */
export function createMoveList(nodes, children, go) {
  const buttons = new Map();
  const createMove = (place) => {
    const { number, by, move, glyph = "", comment, verdict } = nodes[place];
    const [name, mark, color] = by;
    const judgement = verdict ?? glyphName(glyph);
    const words = [`${number}. ${name}: ${move}`, judgement, comment];
    const button = createElement(
      "button",
      {
        type: "button",
        className: "move",
        title: [judgement, comment].filter(Boolean).join("\n"),
        ariaLabel: words.filter(Boolean).join(". "),
        onclick: () => go(place),
      },
      createElement("span", { className: "number" }, `${number}.`),
      createElement("b", { className: "mark", style: { color } }, mark),
      createElement("span", { className: "text" }, `${move} ${glyph}`.trim()),
      createElement("span", { className: "note" }, comment),
    );
    buttons.set(place, button);
    return createElement("li", {}, button);
  };
  const createLine = (start) => {
    const made = createPart("ol", "line");
    const due = [[made, start]];
    while (due.length) {
      const [into, place] = due.pop();
      const [next] = children[place];
      const { chapter, parent } = nodes[place];
      if (chapter) into.append(createElement("li", { className: "chapter" }, chapter));
      into.append(createMove(place));
      const [main, ...others] = children[parent];
      for (const other of place === main ? others : []) {
        const branch = createPart("ol", "branch");
        into.append(createElement("li", {}, branch));
        due.push([branch, other]);
      }
      if (next !== undefined) due.push([into, next]);
    }
    return made;
  };
  const [first] = children[0];
  return {
    moves: first === undefined ? createElement("p", {}, "No move was played.") : createLine(first),
    buttons,
    signs: createElement("p", { className: "signs" }, glyphLegend(nodes)),
  };
}

/** Scroll the list to a move, without scrolling the page. */
export function scrollToMove(moves, button) {
  if (!button) moves.scrollTop = 0;
  else if (
    button.offsetTop < moves.scrollTop ||
    button.offsetTop + button.offsetHeight > moves.scrollTop + moves.clientHeight
  ) {
    moves.scrollTop = button.offsetTop - moves.clientHeight / 2;
  }
}

// --- The players: name, mark and score of each seat, and whose turn it is

/** Create a box for each seat. `players` has the names that are known. */
export function createSeatBoxes({ seats, turn, winners = [] }, players) {
  return seats.map(([name, mark, color, score], seat) => {
    const isTurn = !winners.length && seat === turn;
    const isWinner = winners.includes(seat);
    const [sign, words] = isWinner
      ? ["\u2605 ", "winner"]
      : isTurn
        ? ["\u25b6\ufe0e ", "to move"]
        : [""];
    const who = players[seat] ? ` \u00b7 ${players[seat]}` : "";
    return createElement(
      "div",
      { className: `seat${sign ? " on" : ""}`, style: { "--seat": color } },
      createElement("b", { className: "mark", ariaHidden: "true", style: { color } }, mark),
      createElement("span", {}, ...createSign(sign, words), `${name}${who}`),
      createElement("b", { className: "score" }, score),
    );
  });
}
