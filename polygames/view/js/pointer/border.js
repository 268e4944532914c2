// Places on the border of a region, steps along it, and the lines across the region that a player
// draws where the frame has a pen.

import { area, interpolate, distance, containsPoint } from "../shared/geometry.js";

/** @import { BoardState, Line, Place, Point, Region } from "../types.js" */

/** @param {Region} region */
const cornerAt = (region, i) => region.edges[i % region.edges.length].start;
/** Return the corners of a region.
 *
 *  @param {Region} region */
export const cornersOf = (region) => region.edges.map((edge) => edge.start);

/** Return the place on an edge of a region, at a share (0 to 1) of the way along it.
 *
 *  @param {Region} region
 *  @param {number} edge
 *  @param {number} share
 *  @returns {Place} */
export function placeOnEdge(region, edge, share) {
  return {
    region,
    edge,
    share,
    point: interpolate(cornerAt(region, edge), cornerAt(region, edge + 1), share),
  };
}

/** Return the place on a region's border that is nearest to a point, with its distance.
 *
 *  The edge `except` is skipped. The result is null if there is no other edge.
 *
 *  @param {Region} region
 *  @param {Point} point */
export function nearestPlace(region, point, except = -1) {
  let best = null;
  region.edges.forEach((_, i) => {
    const a = cornerAt(region, i);
    const b = cornerAt(region, i + 1);
    const square = distance(a, b) ** 2;
    if (i === except || !square) return;
    const along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / square;
    const found = placeOnEdge(region, i, Math.min(1, Math.max(0, along)));
    found.distance = distance(found.point, point);
    if (!best || found.distance < best.distance) best = found;
  });
  return best;
}

/** The gap between the end of a line and corners or other ends, as in the rules (CORNER_CLEARANCE),
 *  and the distance at which two ends are the same (a little above the kernel's 1e-9). */
const MIN_GAP = 1e-3;
const TOUCH_DISTANCE = 2e-9;

/** Return the nearest place on the same edge where a line may end, or null.
 *
 *  If no place on the edge has a full gap on both sides, it is the middle of the longest free
 *  stretch. It is null if that stretch is too short.
 *
 *  @param {Partial<Place>} place
 *  @returns {Place | null} */
export function nearestFreePlace({ region, edge, share }) {
  const a = cornerAt(region, edge);
  const length = distance(a, cornerAt(region, edge + 1));
  const ends = (region.edges[edge].blocked ?? []).map((end) => distance(a, end) / length);
  const stops = [0, ...ends, 1].sort((s, t) => s - t);
  const touch = TOUCH_DISTANCE / length;
  const gap = Math.max(Math.min(MIN_GAP / length, 0.01), 1.5 * touch);
  const pairs = stops.slice(1).map((high, i) => [stops[i], high]);
  const roomy = pairs.filter(([low, high]) => low + gap < high - gap);
  if (roomy.length) {
    const ways = roomy.map(([low, high]) => Math.min(Math.max(share, low + gap), high - gap));
    return placeOnEdge(
      region,
      edge,
      ways.reduce((s, t) => (Math.abs(t - share) < Math.abs(s - share) ? t : s)),
    );
  }
  const [low, high] = pairs.reduce((s, t) => (t[1] - t[0] >= s[1] - s[0] ? t : s));
  return high - low > 2 * touch ? placeOnEdge(region, edge, (low + high) / 2) : null;
}

/** The shares of an edge where the keyboard cursor stops. */
const EDGE_FRACTIONS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4];

/** Return the position of a place along the border: the number of its edge plus its share. */
const borderPosition = (at) => at.edge + at.share;

/** Return the place at a distance further along the border; a negative distance goes back. */
export function walkBorder(at, step) {
  const { region } = at;
  const n = region.edges.length;
  let { edge } = at;
  let length = distance(cornerAt(region, edge), cornerAt(region, edge + 1));
  let left = at.share * length + step;
  for (let guard = 0; guard < 4 * n && (left < 0 || left > length); guard++) {
    if (left > length) {
      left -= length;
      edge = (edge + 1) % n;
      length = distance(cornerAt(region, edge), cornerAt(region, edge + 1));
    } else {
      edge = (edge + n - 1) % n;
      length = distance(cornerAt(region, edge), cornerAt(region, edge + 1));
      left += length;
    }
  }
  return placeOnEdge(region, edge, length ? Math.min(1, Math.max(0, left / length)) : 0);
}

/** Return the next of some places along the border, or the previous one. */
export function nextStop(at, stops, forward) {
  const n = at.region.edges.length;
  const gap = (stop) => {
    const ahead =
      (((forward
        ? borderPosition(stop) - borderPosition(at)
        : borderPosition(at) - borderPosition(stop)) %
        n) +
        n) %
      n;
    return ahead < 1e-6 ? n : ahead;
  };
  return stops.reduce((best, stop) => (gap(stop) < gap(best) ? stop : best));
}

// --- Lines across a region: where they leave it, and what they cut off

/** Return where a ray from a place on the border through a point leaves a convex region, or
 *  null. */
export function findExit(from, toward) {
  const { region, edge: own, point: o } = from;
  const d = [toward[0] - o[0], toward[1] - o[1]];
  let best = null;
  region.edges.forEach((_, i) => {
    if (i === own) return;
    const a = cornerAt(region, i);
    const b = cornerAt(region, i + 1);
    const e = [b[0] - a[0], b[1] - a[1]];
    const slope = d[0] * e[1] - d[1] * e[0];
    if (!slope) return;
    const away = ((a[0] - o[0]) * e[1] - (a[1] - o[1]) * e[0]) / slope;
    const share = ((a[0] - o[0]) * d[1] - (a[1] - o[1]) * d[0]) / slope;
    if (away > 1e-9 && share > -1e-9 && share < 1 + 1e-9 && (!best || away > best.away)) {
      best = { ...placeOnEdge(region, i, Math.min(1, Math.max(0, share))), away };
    }
  });
  return best;
}

/** Return the two polygons that a line from `a` to `b` makes of its region.
 *
 *  The first one follows the border forward from `a` to `b`. */
export function cutPieces(a, b) {
  const forward = (from, to) => {
    const { region } = from;
    const path = [from.point];
    for (let i = from.edge; i !== to.edge; path.push(cornerAt(region, i))) {
      i = (i + 1) % region.edges.length;
    }
    return [...path, to.point];
  };
  return [forward(a, b), forward(b, a)];
}

/** Return the end of the line from `a` that cuts off a piece of exactly this area, or null.
 *
 *  Of the two such ends it is the one that is nearer to `near`. */
export function findCutEnd(a, value, near) {
  const { region } = a;
  const n = region.edges.length;
  const total = area(cornersOf(region));
  const forward = (target) => {
    let sum = 0;
    for (let k = 1; k < n; k++) {
      const i = (a.edge + k) % n;
      const p = cornerAt(region, i);
      const q = cornerAt(region, i + 1);
      const step = area([a.point, p, q]);
      if (sum + step >= target && step) return placeOnEdge(region, i, (target - sum) / step);
      sum += step;
    }
    return null;
  };
  const ends = [forward(value), forward(total - value)].filter((end) => end);
  ends.sort((e, f) => distance(e.point, near) - distance(f.point, near));
  return value > 0 && value < total ? (ends[0] ?? null) : null;
}

// --- The line that is being drawn: its start, its direction, and why it may be rejected

const SAME_PLACE_DISTANCE = 1e-6; // places that are closer than this are one place
const INSIDE_EDGE = -1; // the edge number of a place that is inside a region
/** How far from a border the pointer still means the border. */
export const REACH_PX = { mouse: 12, pen: 14, touch: 26 };

/** Return the move that a line means in its region; undefined where the line cuts the region.
 *
 *  @param {BoardState} state
 *  @param {Line} line */
export const moveOfLine = ({ frame }, line) =>
  line && !cutsRegion(line.a)
    ? frame.moves.find(({ spelling }) => String(spelling) === String(line.a.region.means))
    : undefined;

/** Return whether a line cuts the region of a place. In other regions all lines mean the same
 *  move. */
export const cutsRegion = ({ region }) => !region?.means?.length;

/** Return the place where a line ends that is aimed at a place: where it cuts, off corners and
 *  other ends. */
const settlePlace = (at) => (cutsRegion(at) ? nearestFreePlace(at) : at);

/** Return the reach of an event's pointer, in pixels. */
export const reachPx = ({ pointerType }) => REACH_PX[pointerType] ?? REACH_PX.mouse;

/** Return the places near a point where a line may begin, one for each region there.
 *
 *  @param {BoardState} state
 *  @param {Point} point */
export function findBorders({ frame, camera }, point, reach) {
  if (!frame.active || !frame.pen) return [];
  const regions = [...frame.regions, ...(frame.pen.fills ?? [])];
  const near = regions
    .map((region) => nearestPlace(region, point))
    .filter((at) => at && at.distance <= reach * camera.unit());
  if (!near.length) return [];
  const first = near.reduce((a, b) => (b.distance < a.distance ? b : a));
  const same = regions.map((region) => nearestPlace(region, first.point));
  return same
    .filter((at) => at && at.distance < SAME_PLACE_DISTANCE)
    .map(settlePlace)
    .filter((at) => at);
}

/** Return the places where a line from a point begins.
 *
 *  These are the borders within reach, and the point itself inside a region that no line cuts.
 *
 *  @param {BoardState} ui
 *  @param {Point} point */
export function findLineStarts(ui, point, reach) {
  const { active, pen } = ui.frame;
  const around = ((active && pen?.fills) || []).find((region) =>
    containsPoint(cornersOf(region), point),
  );
  const borders = findBorders(ui, point, reach).filter(({ region }) => region !== around);
  return around ? [...borders, { region: around, edge: INSIDE_EDGE, share: 0, point }] : borders;
}

/** Return whether a place is inside a region rather than on its border. */
export const isInsideRegion = ({ edge }) => edge === INSIDE_EDGE;

/** Return the start from which a typed number turns the line, if a line from there cuts its
 *  region.
 *
 *  @param {BoardState} state */
export const turnOrigin = ({ anchors, line }) =>
  [...(line ? [line.a] : []), ...anchors].find(cutsRegion);

/** Return the distance between the middle of a line and the border of its region. */
const lineDepth = ({ a, b }) => nearestPlace(a.region, interpolate(a.point, b.point, 0.5)).distance;

/** Return the line between two places, whose end is moved to where it may be; null if it cannot. */
function joinPlaces(a, end) {
  const b = end && settlePlace(end);
  return b ? { a, b } : null;
}

/** What is typed in place of a number, for a line that halves its region. */
export const HALF = "half";

/** Return the line from a place that cuts off the typed number, or halves its region.
 *
 *  @param {BoardState} state */
function turnLine({ typed }, a, near) {
  const value = typed === HALF ? area(cornersOf(a.region)) / 2 : Number(typed);
  return joinPlaces(a, findCutEnd(a, value, near));
}

/** Return the line from the start towards a point, across the region in that direction; or null.
 *
 *  @param {BoardState} ui
 *  @param {Point} point */
export function aimLine(ui, point, reach) {
  const anchors = ui.typed ? ui.anchors.filter(cutsRegion) : ui.anchors;
  const ways = anchors.map((a) => ({ a, b: findExit(a, point) })).filter(({ b }) => b);
  if (!ways.length) return null;
  // From a border of two regions, the line may only touch one of them.
  const { a, b } = ways.reduce((best, way) => (lineDepth(way) > lineDepth(best) ? way : best));
  const close = nearestPlace(a.region, point, a.edge);
  const at = nearestPlace(a.region, point);
  const near = reach * ui.camera.unit();
  // Along its own edge.
  if (!ui.typed && at.edge === a.edge && at.distance <= near && close.distance > near) return null;
  const end = close && close.distance <= near ? close : b;
  return ui.typed ? turnLine(ui, a, end.point) : snapToHint(ui, joinPlaces(a, end), near);
}

/** Return the line of a hint if the ends of the given line are near it; otherwise the given
 *  line.
 *
 *  @param {BoardState} state
 *  @param {Line} line */
function snapToHint({ anchors, hinted }, line, near) {
  if (!hinted || !line) return line;
  /** @param {Point[]} ends */
  const isNear = ([p, q]) => distance(line.a.point, p) <= near && distance(line.b.point, q) <= near;
  const [p, q] = [hinted, [...hinted].reverse()].find(isNear) ?? [];
  if (!p) return line;
  const found = anchors.filter(cutsRegion).map(({ region }) => {
    const a = nearestPlace(region, p);
    return { a, b: nearestPlace(region, q, a.edge) };
  });
  return (
    found.find(
      ({ a, b }) => a.distance < SAME_PLACE_DISTANCE && b.distance < SAME_PLACE_DISTANCE,
    ) ?? line
  );
}

/** Update the line after a key: it ends at the cursor, or cuts off the typed number.
 *
 *  @param {BoardState} ui */
export function updateLine(ui) {
  const { anchors, cursor, line, pointer, typed } = ui;
  const start = cursor?.region && anchors.find(({ region }) => region === cursor.region);
  const origin = typed && turnOrigin(ui);
  const end = line ? line.b.point : pointer;
  if (start) ui.line = lineToCursor(ui, start);
  else if (origin) ui.line = turnLine(ui, origin, end ?? origin.point);
  else if (anchors.length && pointer) ui.line = aimLine(ui, pointer, REACH_PX.mouse);
}

/** Return the line from a start to the cursor on the same region, or null if both are on one
 *  edge.
 *
 *  @param {BoardState} ui */
function lineToCursor(ui, start) {
  const { cursor, typed } = ui;
  if (typed) return turnLine(ui, start, cursor.point);
  return start.edge === cursor.edge ? null : joinPlaces(start, cursor);
}

/** Return the areas of the two pieces that a line makes. */
export const pieceAreas = ({ a, b }) => cutPieces(a, b).map(area);

/** The least area that a line by hand may cut off. Keys and numbers can cut off less. */
const MIN_HAND_AREA = 0.05;

/** Return the reason why a line is rejected; "" if it is not.
 *
 *  `byHand`: a mouse or a finger drew the line, so that a very thin piece is a mistake.
 *
 *  @param {BoardState} state
 *  @param {Line} line */
export function rejectionReason({ frame, typed }, line, byHand = false) {
  if (!line) return "a line must go from one edge of an area to another edge";
  if (!cutsRegion(line.a)) return "";
  const sizes = pieceAreas(line);
  const least = Math.min(...sizes);
  if (least < frame.pen.minimum) return `a piece must be at least ${frame.pen.minimum}`;
  const isThin = byHand && !typed && least < Math.min(MIN_HAND_AREA, (sizes[0] + sizes[1]) / 20);
  return isThin ? "the piece is too thin: end the line further away, on another side" : "";
}

/** Return where the cursor stops on a border: at fractions of each edge, and at the end of the
 *  line that halves the region.
 *
 *  @param {BoardState} state
 *  @param {Region} region */
export function borderStops({ anchors }, region) {
  const marks = region.edges.flatMap((_, edge) =>
    EDGE_FRACTIONS.map((share) => placeOnEdge(region, edge, share)),
  );
  const a = anchors.find((anchor) => anchor.region === region);
  const half = a && findCutEnd(a, region.value / 2, a.point);
  return (half ? [...marks, half] : marks).filter((mark) => !a || mark.edge !== a.edge);
}
