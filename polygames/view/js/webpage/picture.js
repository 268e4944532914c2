// The picture of a position on a saved page, drawn from the same primitives as the board, and the
// chart of a review.

import { addAttributes, patchChildren } from "../shared/dom.js";
import { createSvgElement, drawPrimitive } from "../shared/drawing.js";

/** Unpack a game: JSON that is deflated and in base64. */
export async function unpackGame(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const game = await new Response(stream).json();
  return { ...game, places: game.places.map(addUp) };
}

/** Return the sums of the first numbers of a column: its values, of which it has the steps. */
function addUp(steps) {
  let value = 0;
  return steps.map((step) => (value += step));
}

/** Return the numbers of the primitives of a picture: see pictures.py. */
export function listPrimitives({ pieces, pictures }, place) {
  const found = [];
  for (const piece of pictures[place]) {
    for (let i = 0; i < pieces[piece].length; i += 2) {
      const [first, length] = pieces[piece].slice(i, i + 2);
      for (let number = first; number < first + length; number += 1) found.push(number);
    }
  }
  return found;
}

/** Draw a picture. `getTargetAttributes` returns the attributes of a shape that has a target. */
export function drawPicture(svg, game, place, getTargetAttributes) {
  const [width, height] = game.size;
  const [looks, xs, ys] = game.places;
  const shapes = listPrimitives(game, place).map((number) => {
    const look = game.looks[looks[number]];
    const made = drawPrimitive(look, 1);
    made.setAttribute("transform", `translate(${xs[number]} ${ys[number]})`);
    if (look.target) addAttributes(made, getTargetAttributes(look));
    return made;
  });
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  patchChildren(svg, createSvgElement("rect", { width, height, class: "paper" }), ...shapes);
}

// --- The chart of a review

/** Format a number with at most two decimals. */
const formatNumber = (value) => String(Math.round(value * 100) / 100).replace("-", "\u2212");

/** Return the data of a chart from the values of a review. `line` has the nodes of the main line. */
export function toChart({ curve: { unit, scale, lines }, nodes }, line) {
  const values = lines.flatMap((each) => each.values.map(([, value]) => value));
  const isOpposed = scale[0] === -scale[1];
  const low = isOpposed ? scale[0] : Math.min(...values);
  const high = isOpposed ? scale[1] : Math.max(low + 1, ...values);
  const length = line.length - 1;
  const toShare = (value) => (value - low) / (high - low);
  return {
    curves: lines.map((each) => ({
      color: each.color,
      points: each.values.map(([node, value]) => [
        line.indexOf(node) / Math.max(1, length),
        toShare(value),
      ]),
    })),
    ...{ marks: [], proved: [], luck: [] },
    zero: isOpposed ? toShare(0) : null,
    measure: unit,
    top: formatNumber(high),
    bottom: formatNumber(low),
    length,
    end: `${nodes[line.at(-1)].number} moves`,
  };
}
