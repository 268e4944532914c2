// The list of moves: the main line, and each branch below the move that it replaces. And the
// players.
import { glyphLegend, glyphName } from "../moves/rows.js";

/** Create an element with a class, a text and other properties. */
export function createTag(name, className = "", text = "", others = {}) {
  return Object.assign(document.createElement(name), { className, textContent: text, ...others });
}

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
  const button = (place) => {
    const {
      number,
      by: [name, mark, color],
      move,
      glyph = "",
      comment,
      verdict,
    } = nodes[place];
    const made = createTag("button", "move", "", { type: "button", onclick: () => go(place) });
    const sign = createTag("b", "mark", mark);
    sign.style.color = color;
    made.append(
      createTag("span", "number", `${number}.`),
      sign,
      createTag("span", "text", `${move} ${glyph}`.trim()),
      createTag("span", "note", comment ?? ""),
    );
    made.setAttribute(
      "aria-label",
      [`${number}. ${name}: ${move}`, verdict ?? glyphName(glyph), comment]
        .filter(Boolean)
        .join(". "),
    );
    made.title = [verdict ?? glyphName(glyph), comment].filter(Boolean).join("\n");
    buttons.set(place, made);
    return made;
  };
  const line = (first, className) => {
    const made = createTag("ol", className);
    const due = [[made, first]];
    while (due.length) {
      const [into, place] = due.pop();
      const item = createTag("li");
      const [next] = children[place];
      if (nodes[place].chapter) into.append(createTag("li", "chapter", nodes[place].chapter));
      item.append(button(place));
      into.append(item);
      const [main, ...others] = children[nodes[place].parent];
      if (place === main) {
        for (const other of others) {
          const branch = createTag("ol", "branch");
          const box = createTag("li");
          box.append(branch);
          into.append(box);
          due.push([branch, other]);
        }
      }
      if (next !== undefined) due.push([into, next]);
    }
    return made;
  };
  const [first] = children[0];
  const signs = createTag("p", "signs", glyphLegend(nodes));
  return {
    moves: first === undefined ? createTag("p", "", "No move was played.") : line(first, "line"),
    buttons,
    signs,
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
    const made = createTag("div", "seat");
    const sign = createTag("b", "mark", mark);
    const who = players[seat];
    made.classList.toggle("on", winners.length ? winners.includes(seat) : seat === turn);
    made.style.setProperty("--seat", color);
    sign.style.color = color;
    const role = winners.includes(seat)
      ? "\u2605 "
      : !winners.length && seat === turn
        ? "\u25b6\ufe0e "
        : "";
    made.append(
      sign,
      createTag("span", "", `${role}${name}${who ? ` \u00b7 ${who}` : ""}`),
      createTag("b", "score", score),
    );
    return made;
  });
}
