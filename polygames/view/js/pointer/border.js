// The border of a region: places on it, those where a line may end, ways along it, and the lines across it
// that are drawn where the frame has a pen.

import { area, interpolate, distance, containsPoint } from "../shared/geometry.js";

const cornerAt = (region, i) => region.edges[i % region.edges.length].start;
export const cornersOf = (region) => region.edges.map((edge) => edge.start);

/** A place on a region's border: edge number and share of the way along that edge. */
export function placeOnEdge(region, edge, share) {
  return {
    region,
    edge,
    share,
    point: interpolate(cornerAt(region, edge), cornerAt(region, edge + 1), share),
  };
}

/** The place on a region's border nearest to a point, with its distance. */
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

/** How far a line keeps from corners and from the ends of others, as the kernel does
 *  (GAP of its rules; nothing ends within 1e-9 of an end). */
const MIN_GAP = 1e-3;
const TOUCH_DISTANCE = 2e-9;

/** The place on the same edge, nearest to a given one, where a line may end; where the ends that
 *  are there leave no gap, the middle of the widest stretch between two; null if that is too small. */
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

/** Places a keyboard stops at along an edge, besides the ends of equal cuts. */
const EDGE_FRACTIONS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4];

/** How far along the border a place is: the edge number plus the share. */
const borderPosition = (at) => at.edge + at.share;

/** The place a distance further along a region's border (negative: back). */
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

/** The next of the given places along the border after (or before) a place. */
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

/** Where a ray from a place on the border through a point leaves a convex region, or null. */
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

/** The polygons on both sides of a line between places on two edges of one region: first the
 *  one that follows the border forward from `a` to `b`. */
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

/** The end of the line from `a` that cuts a piece of exactly this value off, or null.
 *  Of the two such lines, the one whose piece holds `near` or comes nearest to it. */
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

// --- A line as it is drawn: where it begins, where it goes, and why it may not

const SAME_PLACE_DISTANCE = 1e-6; // two places on borders that are no further apart are one
const INSIDE_EDGE = -1; // the number of the edge of a place that is inside a region
export const REACH_PX = { mouse: 12, pen: 14, touch: 26 }; // pixels from a border that still mean the border

/** The move that a line means in its region, as the frame spells it; undefined for a line that cuts the region. */
export const moveOfLine = ({ frame }, line) =>
  line && !cutsRegion(line.a)
    ? frame.moves.find(({ spelling }) => String(spelling) === String(line.a.region.means))
    : undefined;

/** Whether a line from a place cuts the region there; elsewhere any line means one and the same move. */
export const cutsRegion = ({ region }) => !region?.means?.length;

/** A place as a line would end there: where it cuts, off corners and other ends. */
const settlePlace = (at) => (cutsRegion(at) ? nearestFreePlace(at) : at);

/** How far the pointer of an event reaches, in pixels. */
export const reachPx = ({ pointerType }) => REACH_PX[pointerType] ?? REACH_PX.mouse;

/** The places within reach of a point where a line may begin, one for each region there. */
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

/** The places where a line begins that is drawn from a point: on borders within reach, and the point itself
 *  where it is inside a region that no line cuts. */
export function findLineStarts(ui, point, reach) {
  const { active, pen } = ui.frame;
  const around = ((active && pen?.fills) || []).find((region) =>
    containsPoint(cornersOf(region), point),
  );
  const borders = findBorders(ui, point, reach).filter(({ region }) => region !== around);
  return around ? [...borders, { region: around, edge: INSIDE_EDGE, share: 0, point }] : borders;
}

/** Whether a place is inside a region and not on its border. */
export const isInsideRegion = ({ edge }) => edge === INSIDE_EDGE;

/** The place from which a typed number turns the line: the beginning of the line, if it cuts its region. */
export const turnOrigin = ({ anchors, line }) =>
  [...(line ? [line.a] : []), ...anchors].find(cutsRegion);

/** How far the middle of a line lies from the border of its region. */
const lineDepth = ({ a, b }) => nearestPlace(a.region, interpolate(a.point, b.point, 0.5)).distance;

/** The line between two places, the second one moved to where a line may end. */
function joinPlaces(a, end) {
  const b = end && settlePlace(end);
  return b ? { a, b } : null;
}

/** The line from a place that cuts off what is typed. */
const turnLine = ({ typed }, a, near) => joinPlaces(a, findCutEnd(a, Number(typed), near));

/** The line from the anchor towards a point: across the region that lies that way. */
export function aimLine(ui, point, reach) {
  const anchors = ui.typed ? ui.anchors.filter(cutsRegion) : ui.anchors;
  const ways = anchors.map((a) => ({ a, b: findExit(a, point) })).filter(({ b }) => b);
  if (!ways.length) return null;
  const { a, b } = ways.reduce((best, way) => (lineDepth(way) > lineDepth(best) ? way : best)); // from a shared side, one may only graze
  const close = nearestPlace(a.region, point, a.edge);
  const at = nearestPlace(a.region, point);
  const near = reach * ui.camera.unit();
  if (!ui.typed && at.edge === a.edge && at.distance <= near && close.distance > near) return null; // along its own side
  const end = close && close.distance <= near ? close : b;
  return ui.typed ? turnLine(ui, a, end.point) : snapToHint(ui, joinPlaces(a, end), near);
}

/** The line of a hint, where one is drawn whose ends are near the ends of that; else what is drawn. */
function snapToHint({ anchors, hinted }, line, near) {
  if (!hinted || !line) return line;
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

/** The line after a key: it ends where the cursor is, or cuts off what is typed. */
export function updateLine(ui) {
  const { anchors, cursor, line, pointer, typed } = ui;
  const start = cursor?.region && anchors.find(({ region }) => region === cursor.region);
  const origin = typed && turnOrigin(ui);
  const end = line ? line.b.point : pointer;
  if (start) ui.line = lineToCursor(ui, start);
  else if (origin) ui.line = turnLine(ui, origin, end ?? origin.point);
  else if (anchors.length && pointer) ui.line = aimLine(ui, pointer, REACH_PX.mouse);
}

/** Return the line from a place to the cursor on the same region, or null if both are on one edge. */
function lineToCursor({ cursor, typed }, start) {
  if (typed) return turnLine({ typed }, start, cursor.point);
  return start.edge === cursor.edge ? null : joinPlaces(start, cursor);
}

/** The values of the two pieces that a line makes. */
export const pieceAreas = ({ a, b }) => cutPieces(a, b).map(area);

/** The least piece that a hand is believed to mean; keys and numbers can cut off less. */
const MIN_HAND_AREA = 0.05;

/** Why a line may not be drawn; empty if it may. `byHand`: its end is where a mouse or a finger was. */
export function rejectionReason({ frame, typed }, line, byHand = false) {
  if (!line) return "a line goes from one edge of an area to another";
  if (!cutsRegion(line.a)) return "";
  const sizes = pieceAreas(line);
  const least = Math.min(...sizes);
  if (least < frame.pen.minimum) return `a piece must be at least ${frame.pen.minimum}`;
  const isThin = byHand && !typed && least < Math.min(MIN_HAND_AREA, (sizes[0] + sizes[1]) / 20);
  return isThin ? "too thin: choose a point further away" : "";
}

/** Where the cursor stops on a region's border: at fractions of each edge, and at the end of the
 *  line that halves the region. */
export function borderStops({ anchors }, region) {
  const marks = region.edges.flatMap((_, edge) =>
    EDGE_FRACTIONS.map((share) => placeOnEdge(region, edge, share)),
  );
  const a = anchors.find((anchor) => anchor.region === region);
  const half = a && findCutEnd(a, region.value / 2, a.point);
  return (half ? [...marks, half] : marks).filter((mark) => !a || mark.edge !== a.edge);
}
