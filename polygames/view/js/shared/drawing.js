// Functions that draw the primitives of a scene, and the marks of the page, as SVG elements.

import { setUpElement } from "./dom.js";

/** @import { Point, Primitive, Shape } from "../types.js" */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Create an SVG element with attributes and children. Its stroke width is in screen pixels at any
 *  zoom. A `key` identifies it among its siblings: see `patchChildren`.
 *
 *  @param {string} tag
 *  @param {Record<string, any>} attributes
 *  @param {...(Node | string | null | undefined)} children
 *  @returns {any} */
export const createSvgElement = (tag, { key, ...attributes } = {}, ...children) =>
  setUpElement(
    document.createElementNS(SVG_NAMESPACE, tag),
    { key, attributes: { "vector-effect": "non-scaling-stroke", ...attributes } },
    ...children,
  );

/** Format points for the attribute `points` of an SVG polygon.
 *
 *  @param {Point[]} points */
export const formatPoints = (points) => points.map((point) => point.join(",")).join(" ");

/** The function that draws each kind of primitive. All other kinds are texts. */
const PRIMITIVE_DRAWERS = { polygon: drawPolygon, disc: drawDisc, segment: drawSegment };

/** Draw a primitive of a scene as an SVG element.
 *
 *  `unit` scales the sizes that do not grow with the zoom. `thick` scales the stroke widths.
 *
 *  @param {Primitive} primitive */
export function drawPrimitive(primitive, unit, thick = 1) {
  const { kind, fill, stroke, alpha } = primitive;
  const paint = {
    fill: fill ?? "none",
    stroke,
    "stroke-width": (primitive.width ?? 1) * thick,
    "fill-opacity": alpha,
    "stroke-linejoin": "round",
  };
  return (PRIMITIVE_DRAWERS[kind] ?? drawText)(primitive, { unit, thick, paint });
}

function drawPolygon({ points }, { paint }) {
  return createSvgElement("polygon", { points: formatPoints(points), ...paint });
}

function drawDisc({ center: [cx, cy], radius, fixed }, { unit, paint }) {
  return createSvgElement("circle", { cx, cy, r: radius * (fixed ? unit : 1), ...paint });
}

function drawSegment({ start: [x1, y1], end: [x2, y2], stroke, alpha, arrow }, { paint }) {
  return createSvgElement("line", {
    ...{ x1, y1, x2, y2, stroke },
    "stroke-width": paint["stroke-width"],
    "stroke-opacity": alpha,
    "stroke-linecap": "round",
    "marker-end": arrow ? "url(#polygames-arrow)" : null,
  });
}

const TEXT_ANCHORS = { left: "start", center: "middle", right: "end" };

/** @param {Primitive} primitive */
function drawText(primitive, { unit, thick }) {
  const { at, fill, bold, fixed, halo, rim, text, shift } = primitive;
  const size = fixed ? unit : 1;
  const [x, y] = shift ? at.map((value, i) => value + shift[i] * size) : at;
  const outlined = {
    stroke: halo,
    "stroke-width": (rim ?? 3) * thick,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
  };
  const attributes = {
    ...{ x, y, fill },
    ...(halo ? outlined : {}),
    "font-weight": bold ? "bold" : null,
    "font-size": primitive.size * size,
    visibility: primitive.min_zoom * unit > 1 ? "hidden" : null,
    "text-anchor": TEXT_ANCHORS[primitive.align],
    "dominant-baseline": "central",
    class: "polygames-text",
  };
  return createSvgElement("text", attributes, text);
}

/** Draw the outline of an item.
 *
 *  @param {Shape} shape */
export function drawOutline({ points, center, radius }, attributes) {
  const shape = points
    ? createSvgElement("polygon", { points: formatPoints(points) })
    : createSvgElement("circle", { cx: center[0], cy: center[1], r: radius });
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

/** Create the definition of the arrow head that segments refer to. */
export function createArrowHead() {
  const marker = createSvgElement("marker", {
    id: "polygames-arrow",
    viewBox: "0 0 8 8",
    refX: 7,
    refY: 4,
    markerWidth: 5,
    markerHeight: 5,
    orient: "auto",
  });
  marker.append(createSvgElement("path", { d: "M0,0 L8,4 L0,8 Z", fill: "context-stroke" }));
  const defs = createSvgElement("defs", {});
  defs.append(marker);
  return defs;
}
