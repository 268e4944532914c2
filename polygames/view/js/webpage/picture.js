// The picture of a position on a saved page, drawn from the same primitives as the board, and the
// curve of a review.

import { drawPrimitive, createSvgElement, formatPoints } from "../shared/drawing.js";

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

/** Draw a picture. `target` is called for each element that can be clicked. */
export function drawPicture(svg, game, place, target = (_element, _shape) => {}) {
  const [width, height] = game.size;
  const [looks, xs, ys] = game.places;
  const shapes = listPrimitives(game, place).map((number) => {
    const look = game.looks[looks[number]];
    const made = drawPrimitive(look, 1);
    made.setAttribute("transform", `translate(${xs[number]} ${ys[number]})`);
    if (look.target) target(made, look);
    return made;
  });
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(createSvgElement("rect", { width, height, class: "paper" }), ...shapes);
}

// --- The curve of a review: the value of the game by move number. A click goes to a move

const CURVE_WIDTH = 600;
const CURVE_HEIGHT = 160;
const MARGIN_LEFT = 44;
const MARGIN_BOTTOM = 26;
const MARGIN_TOP = 10;
const MARGIN_RIGHT = 8;

/** Format a number with at most two decimals. */
const formatNumber = (value) => String(Math.round(value * 100) / 100).replace("-", "\u2212");

/** Create the curve, and a function that moves its cursor to a node. */
export function createCurve({ curve: { unit, scale, lines }, nodes }, go) {
  const svg = createSvgElement("svg", {
    class: "curve",
    viewBox: `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`,
    role: "img",
    "aria-label": `Values by move: ${unit}`,
  });
  const main = lines.flatMap(({ values }) => values.map(([place]) => place));
  const last = Math.max(1, ...main.map((place) => nodes[place].number));
  const all = lines.flatMap(({ values }) => values.map(([, value]) => value));
  const opposed = scale[0] === -scale[1];
  const low = opposed ? scale[0] : Math.min(...all);
  const high = opposed ? scale[1] : Math.max(low + 1, ...all);
  const x = (number) => MARGIN_LEFT + (number / last) * (CURVE_WIDTH - MARGIN_LEFT - MARGIN_RIGHT);
  const y = (value) =>
    MARGIN_TOP + ((high - value) / (high - low)) * (CURVE_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM);
  const text = (content, attributes) =>
    svg.append(createSvgElement("text", { class: "axis", ...attributes }, content));
  for (const value of opposed ? [low, 0, high] : [low, high]) {
    svg.append(
      createSvgElement("line", {
        class: "grid",
        x1: MARGIN_LEFT,
        x2: CURVE_WIDTH - MARGIN_RIGHT,
        y1: y(value),
        y2: y(value),
      }),
    );
    text(formatNumber(value), { x: MARGIN_LEFT - 5, y: y(value) + 4, "text-anchor": "end" });
  }
  text("0", { x: x(0), y: CURVE_HEIGHT - 6, "text-anchor": "middle" });
  text(`${last} moves`, { x: x(last), y: CURVE_HEIGHT - 6, "text-anchor": "end" });
  text(unit, { x: CURVE_WIDTH / 2, y: CURVE_HEIGHT - 6, "text-anchor": "middle" });
  const cursor = createSvgElement("line", {
    class: "now",
    y1: MARGIN_TOP,
    y2: CURVE_HEIGHT - MARGIN_BOTTOM,
  });
  svg.append(cursor);
  for (const { color, values } of lines) {
    const corners = values.map(([place, value]) => [x(nodes[place].number), y(value)]);
    svg.append(
      createSvgElement("polyline", {
        points: formatPoints(corners),
        fill: "none",
        stroke: color,
        "stroke-width": 2.5,
      }),
    );
    corners.forEach(([cx, cy], i) =>
      svg.append(
        createSvgElement("circle", { cx, cy, r: 3, fill: color, "data-place": values[i][0] }),
      ),
    );
  }
  svg.addEventListener("click", ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    const at = ((clientX - left) / width) * CURVE_WIDTH;
    const near = (place) => Math.abs(x(nodes[place].number) - at);
    go(main.reduce((best, place) => (near(place) < near(best) ? place : best)));
  });
  return {
    svg,
    show: (place) =>
      ["x1", "x2"].forEach((name) => cursor.setAttribute(name, x(nodes[place].number))),
  };
}
