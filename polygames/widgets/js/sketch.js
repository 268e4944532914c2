// A mark while it is drawn; the kernel paints it with all others once it is.

import { element } from "./marks.js";
import { sketched } from "./sketching.js";

const COLORS = { green: "#009e73", red: "#d55e00", blue: "#0072b2", black: "#222222" }; // see scene/drawn_marks.py
const WIDTH = 3.6, RADIUS = 13; // pixels, as there

export function paintSketch(ui, layer) {
  const { start: [x1, y1], end: [x2, y2], kind, color } = sketched(ui), pen = { stroke: COLORS[color], "stroke-width": WIDTH };
  if (kind === "circle" || kind === "number") return layer.append(element("circle", { cx: x1, cy: y1, r: RADIUS * ui.eye.unit(), fill: "none", ...pen }));
  const head = kind === "arrow" ? { "marker-end": "url(#polygames-arrow)" } : {};
  layer.append(element("line", { x1, y1, x2, y2, ...pen, "stroke-linecap": "round", ...head }));
}
