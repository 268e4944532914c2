// The picture of a position on a page of its own: the same primitives that the board is made of.

import { arrowHead, drawn, element } from "./marks.js";

const WIDTH = 1000; // see pictures.py

/** The primitive with a number, as scenes have it. */
function primitive({ styles, primitives }, number) {
  const [style, ...place] = primitives[number], look = styles[style];
  switch (look.kind) {
    case "polygon":
      return { ...look, points: place.flatMap((x, i) => (i % 2 ? [] : [[x, place[i + 1]]])) };
    case "segment":
      return { ...look, start: place.slice(0, 2), end: place.slice(2) };
    case "disc":
      return { ...look, center: place.slice(0, 2), radius: place[2] };
    default:
      return { ...look, at: place.slice(0, 2), size: place[2], text: place[3] };
  }
}

/** The numbers of the primitives of each node's picture: each is told by how it differs from its parent's. */
export function scenes(nodes) {
  const found = [];
  for (const { parent, scene = [] } of nodes) {
    const numbers = [...(found[parent] ?? [])];
    for (const [place, gone, fresh] of scene) numbers.splice(place, gone, ...fresh);
    found.push(numbers);
  }
  return found;
}

/** Draw numbers into an SVG; `target` is called with each element that stands for a click. */
export function draw(svg, game, numbers, target = () => {}) {
  const shapes = numbers.map((number) => {
    const shape = primitive(game, number), made = drawn(shape, 1);
    if (shape.bold) made.setAttribute("font-weight", "bold");
    if (shape.halo) {
      for (const [name, value] of Object.entries({ stroke: shape.halo, "stroke-width": 3, "paint-order": "stroke" })) made.setAttribute(name, value);
    }
    if (shape.target) target(made, shape);
    return made;
  });
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${game.height}`);
  svg.replaceChildren(arrowHead(), element("rect", { width: WIDTH, height: game.height, class: "paper" }), ...shapes);
}
