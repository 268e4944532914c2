// The picture of a position on a page of its own, of the same primitives that the board is made of,
// and the curve of a review.

import { arrowHead, drawn, element, list } from "../shared/drawing.js";

const WIDTH = 1000;
const PARTS = 10; // see pictures.py

/** The points of a way: each is told by its step from the one before. */
function points(way) {
  const found = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < way.length; i += 2)
    found.push([(x += way[i]) / PARTS, (y += way[i + 1]) / PARTS]);
  return found;
}

/** The primitive with a number, as scenes have it. */
function primitive({ styles, shapes, primitives }, number) {
  const [look, shape] = [styles[primitives.style[number]], shapes[primitives.shape[number]]];
  const place = [primitives.x[number], primitives.y[number], ...shape];
  if (look.kind === "polygon") return { ...look, points: points(place) };
  if (look.kind === "segment") {
    const [start, end] = points(place);
    return { ...look, start, end };
  }
  const [x, y, size] = place.slice(0, 3).map((each) => each / PARTS);
  if (look.kind === "disc") return { ...look, center: [x, y], radius: size };
  return { ...look, at: [x, y], size, text: place[3] };
}

/** What was packed into a text, see pictures.py: JSON, deflated, in base 64. */
export function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")),
  ).json();
}

/** The numbers of the primitives of each picture: each is told by how it differs from an earlier one, see pictures.py. */
export function scenes({ changes, added }) {
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

/** Draw numbers into an SVG; `target` is called with each element that stands for a click. */
export function draw(svg, pictures, numbers, target = () => {}) {
  const shapes = numbers.map((number) => {
    const shape = primitive(pictures, number);
    const made = drawn(shape, 1);
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
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${pictures.height}`);
  svg.replaceChildren(
    arrowHead(),
    element("rect", { width: WIDTH, height: pictures.height, class: "paper" }),
    ...shapes,
  );
}

// --- The curve of a review: the value of the game by the number of moves, a press on it goes there

const WIDE = 600;
const HIGH = 160;
const LEFT = 44;
const BOTTOM = 26;
const TOP = 10;
const RIGHT = 8;

/** A number as short as it says enough. */
const short = (value) => String(Math.round(value * 100) / 100).replace("-", "\u2212");

/** The curve, and what moves its cursor to a node. */
export function curve({ curve: { unit, scale, lines }, nodes }, go) {
  const svg = element("svg", {
    class: "curve",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label": `Values by move: ${unit}`,
  });
  const main = lines.flatMap(({ values }) => values.map(([place]) => place));
  const last = Math.max(1, ...main.map((place) => nodes[place].number));
  const all = lines.flatMap(({ values }) => values.map(([, value]) => value));
  const opposed = scale[0] === -scale[1];
  const low = opposed ? scale[0] : Math.min(...all);
  const high = opposed ? scale[1] : Math.max(low + 1, ...all);
  const x = (number) => LEFT + (number / last) * (WIDE - LEFT - RIGHT);
  const y = (value) => TOP + ((high - value) / (high - low)) * (HIGH - TOP - BOTTOM);
  const text = (content, attributes) =>
    svg.append(element("text", { class: "axis", ...attributes }, content));
  for (const value of opposed ? [low, 0, high] : [low, high]) {
    svg.append(
      element("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
    );
    text(short(value), { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" });
  }
  text("0", { x: x(0), y: HIGH - 6, "text-anchor": "middle" });
  text(`${last} moves`, { x: x(last), y: HIGH - 6, "text-anchor": "end" });
  text(unit, { x: WIDE / 2, y: HIGH - 6, "text-anchor": "middle" });
  const cursor = element("line", { class: "now", y1: TOP, y2: HIGH - BOTTOM });
  svg.append(cursor);
  for (const { color, values } of lines) {
    const corners = values.map(([place, value]) => [x(nodes[place].number), y(value)]);
    svg.append(
      element("polyline", {
        points: list(corners),
        fill: "none",
        stroke: color,
        "stroke-width": 2.5,
      }),
    );
    corners.forEach(([cx, cy], i) =>
      svg.append(element("circle", { cx, cy, r: 3, fill: color, "data-place": values[i][0] })),
    );
  }
  svg.addEventListener("click", ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    const at = ((clientX - left) / width) * WIDE;
    const near = (place) => Math.abs(x(nodes[place].number) - at);
    go(main.reduce((best, place) => (near(place) < near(best) ? place : best)));
  });
  return {
    svg,
    show: (place) =>
      ["x1", "x2"].forEach((name) => cursor.setAttribute(name, x(nodes[place].number))),
  };
}
