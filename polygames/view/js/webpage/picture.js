// The picture of a position on a saved page, drawn from the same primitives as the board, and the
// curve of a review.

import {
  createArrowHead,
  drawPrimitive,
  createSvgElement,
  formatPoints,
} from "../shared/drawing.js";

const PICTURE_WIDTH = 1000;
const PARTS_PER_UNIT = 10; // as in pictures.py

/** Decode a path: each point is stored as the step from the previous one. */
function decodePoints(way) {
  const found = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < way.length; i += 2)
    found.push([(x += way[i]) / PARTS_PER_UNIT, (y += way[i + 1]) / PARTS_PER_UNIT]);
  return found;
}

/** Decode the primitive with a number, as scenes have it. */
function decodePrimitive({ styles, shapes, primitives }, number) {
  const [look, shape] = [styles[primitives.style[number]], shapes[primitives.shape[number]]];
  const place = [primitives.x[number], primitives.y[number], ...shape];
  if (look.kind === "polygon") return { ...look, points: decodePoints(place) };
  if (look.kind === "segment") {
    const [start, end] = decodePoints(place);
    return { ...look, start, end };
  }
  const [x, y, size] = place.slice(0, 3).map((each) => each / PARTS_PER_UNIT);
  if (look.kind === "disc") return { ...look, center: [x, y], radius: size };
  return { ...look, at: [x, y], size, text: place[3] };
}

/** Unpack a game: JSON that is deflated and in base64, see pictures.py. */
export function unpackGame(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")),
  ).json();
}

/** Decode the numbers of the primitives of each picture, stored as changes of an earlier
 *  picture: see pictures.py. */
export function decodeScenes({ changes, added }) {
  const found = [];
  let last = 0;
  let next = 0;
  for (const [base, ...change] of changes) {
    const before = found[base] ?? [];
    const numbers = [];
    let at = 0;
    for (let i = 0; i < change.length; i += 3) {
      const [stay, go, come] = change.slice(i, i + 3);
      for (const end = at + stay; at < end; at += 1) numbers.push(before[at]);
      at += go;
      for (const end = next + come; next < end; next += 1) numbers.push((last += added[next]));
    }
    found.push([...numbers, ...before.slice(at)]);
  }
  return found;
}

/** Draw the primitives with these numbers. `target` is called for each element that can be
 *  clicked. */
export function drawPicture(svg, pictures, numbers, target = (_element, _shape) => {}) {
  const shapes = numbers.map((number) => {
    const shape = decodePrimitive(pictures, number);
    const made = drawPrimitive(shape, 1);
    if (shape.bold) made.setAttribute("font-weight", "bold");
    if (shape.halo) {
      for (const [name, value] of Object.entries({
        stroke: shape.halo,
        "stroke-width": shape.rim ?? 3,
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      }))
        made.setAttribute(name, value);
    }
    if (shape.target) target(made, shape);
    return made;
  });
  svg.setAttribute("viewBox", `0 0 ${PICTURE_WIDTH} ${pictures.height}`);
  svg.replaceChildren(
    createArrowHead(),
    createSvgElement("rect", { width: PICTURE_WIDTH, height: pictures.height, class: "paper" }),
    ...shapes,
  );
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
