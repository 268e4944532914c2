// Where a move begins, and a band from there to the pointer: for games whose moves join two points.
// The frame has them in its `band`: its colour, and the place it begins at if that is given.

import { middle, spot } from "./geometry.js";
import { element } from "./marks.js";

const RING = 12; // pixels

/** The place where the move begins, if it is given or has been chosen. */
export function beginning({ frame, spelled }) {
  if (!frame.active || !frame.band) return null;
  const chosen = frame.items.find(({ target }) => target && target === spelled[0]);
  return chosen ? middle(chosen) : (frame.band.from ?? null);
}

/** Draw the ring and the band; a move that is pointed at draws its own line. */
export function paintBand(ui, layer, { move }) {
  const from = beginning(ui), to = spot(ui.cursor) ?? ui.pointer, [cx, cy] = from ?? [];
  if (!from) return;
  const pen = { fill: "none", stroke: ui.frame.band.color, "stroke-width": 2.5 };
  layer.append(element("circle", { cx, cy, r: RING * ui.eye.unit(), class: "polygames-begin", ...pen }));
  if (!to || move) return;
  layer.append(element("line", { x1: cx, y1: cy, x2: to[0], y2: to[1], class: "polygames-band", ...pen, "stroke-dasharray": "5 5", "stroke-opacity": 0.7 }));
}
