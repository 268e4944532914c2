// Lines that are drawn from border to border of a region, where the frame has a pen.

import { area } from "../shared/geometry.js";
import { cutTo, exit, FRACTIONS, nearest, nearestFree, pieces, place } from "./border.js";

export const REACH = { mouse: 12, pen: 14, touch: 26 }; // pixels from a border that still mean the border

/** How far the pointer of an event reaches, in pixels. */
export const reachOf = ({ pointerType }) => REACH[pointerType] ?? REACH.mouse;

/** The places within reach of a point where a line may begin, one for each region there. */
export function bordersAt({ frame, camera }, point, reach) {
  if (!frame.active || !frame.pen) return [];
  const near = frame.regions.map((region) => nearest(region, point)).filter((at) => at && at.distance <= reach * camera.unit());
  if (!near.length) return [];
  const first = near.reduce((a, b) => (b.distance < a.distance ? b : a));
  const same = frame.regions.map((region) => nearest(region, first.point));
  return same.filter((at) => at && at.distance < 1e-6).map(nearestFree).filter((at) => at);
}

/** The line between two places, the second one moved to where a line may end. */
function joined(a, end) {
  const b = end && nearestFree(end);
  return b ? { a, b } : null;
}

/** The line from a place that cuts off what is typed. */
const turned = ({ typed }, a, near) => joined(a, cutTo(a, Number(typed), near));

/** The line from the anchor towards a point: across the region that lies that way. */
export function aim(ui, point, reach) {
  const ways = ui.anchors.map((a) => ({ a, b: exit(a, point) })).filter(({ b }) => b);
  if (!ways.length) return null;
  const { a, b } = ways.reduce((best, way) => (way.b.away > best.b.away ? way : best));
  const close = nearest(a.region, point, a.edge), at = nearest(a.region, point), near = reach * ui.camera.unit();
  if (!ui.typed && at.edge === a.edge && at.distance <= near && close.distance > near) return null; // along its own side
  const end = close && close.distance <= near ? close : b;
  return ui.typed ? turned(ui, a, end.point) : joined(a, end);
}

/** The line after a key: it ends where the cursor is, or cuts off what is typed. */
export function follow(ui) {
  const { anchors, cursor, line, pointer, typed } = ui;
  const a = cursor?.region && anchors.find(({ region }) => region === cursor.region);
  if (a) ui.line = typed ? turned(ui, a, cursor.point) : a.edge === cursor.edge ? null : joined(a, cursor);
  else if (typed && anchors.length) ui.line = turned(ui, line?.a ?? anchors[0], line?.b.point ?? pointer ?? anchors[0].point);
  else if (anchors.length && pointer) ui.line = aim(ui, pointer, REACH.mouse);
}

/** The values of the two pieces that a line makes. */
export const values = ({ a, b }) => pieces(a, b).map(area);

/** The least piece that a hand is believed to mean; keys and numbers can cut off less. */
const SLIVER = 0.05;

/** Why a line may not be drawn; empty if it may. `byHand`: its end is where a mouse or a finger was. */
export function objection({ frame, typed }, line, byHand = false) {
  if (!line) return "a line goes from one edge of an area to another";
  const sizes = values(line), least = Math.min(...sizes);
  if (least < frame.pen.minimum) return `a piece must be at least ${frame.pen.minimum}`;
  const isThin = byHand && !typed && least < Math.min(SLIVER, (sizes[0] + sizes[1]) / 20);
  return isThin ? "too thin: choose a point further away" : "";
}

/** Where the cursor stops on a region's border: at fractions of each edge, and at the end of the
 *  line that halves the region. */
export function landmarks({ anchors }, region) {
  const marks = region.edges.flatMap((_, edge) => FRACTIONS.map((share) => place(region, edge, share)));
  const a = anchors.find((anchor) => anchor.region === region);
  const half = a && cutTo(a, region.value / 2, a.point);
  return (half ? [...marks, half] : marks).filter((mark) => !a || mark.edge !== a.edge);
}
