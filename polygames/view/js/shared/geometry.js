// Plane geometry. A point is [x, y] in scene units, with y pointing down.

/** @import { Cursor, Item, Point, Shape } from "../types.js" */

/** Return twice the signed area of a triangle.
 *
 *  @param {Point} point
 *  @param {Point} other
 *  @param {Point} third */
const crossProduct = ([ax, ay], [bx, by], [cx, cy]) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Return the distance between two points.
 *
 *  @param {Point} point
 *  @param {Point} other */
export const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** Return the point at a share (0 to 1) of the way from a to b.
 *
 *  @param {Point} point
 *  @param {Point} other
 *  @param {number} share
 *  @returns {Point} */
export const interpolate = ([ax, ay], [bx, by], share) => [
  ax + share * (bx - ax),
  ay + share * (by - ay),
];

/** Return the area of a polygon, given by its corners.
 *
 *  @param {Point[]} points */
export function area(points) {
  let twice = 0;
  for (let i = 1; i + 1 < points.length; i++)
    twice += crossProduct(points[0], points[i], points[i + 1]);
  return Math.abs(twice) / 2;
}

/** Return whether a point is inside a polygon, by the even-odd rule.
 *
 *  @param {Point[]} points
 *  @param {Point} point */
export function containsPoint(points, [x, y]) {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** Return the topmost item at a point, or null.
 *
 *  Of several discs it is the nearest one. A disc reaches at least `reach` from its centre.
 *
 *  @param {Item[]} items
 *  @param {Point} point
 *  @returns {Item | null} */
export function findItemAt(items, point, reach = 0) {
  const over = items.filter(({ points, center, radius }) =>
    points ? containsPoint(points, point) : distance(center, point) <= Math.max(radius, reach),
  );
  const top = over.at(-1);
  if (!top?.center) return top ?? null;
  /** @param {Item} item */
  const away = ({ center }) => (center ? distance(center, point) : Infinity);
  return over.reduce((best, item) => (away(item) <= away(best) ? item : best));
}

/** Return whether a closed path is convex: it turns the same way at every corner, once around.
 *
 *  @param {Point[]} points */
export function isConvex(points) {
  const n = points.length;
  const at = (k) => points[k % n];
  const turns = points.map((point, k) => Math.sign(crossProduct(point, at(k + 1), at(k + 2))));
  const fans = points
    .slice(1, -1)
    .map((point, k) => Math.sign(crossProduct(points[0], point, points[k + 2])));
  return [...turns, ...fans].every((turn) => turn && turn === turns[0]);
}

/** Return the centre of an item, where a cursor or a mark is drawn.
 *
 *  @param {Shape} shape
 *  @returns {Point} */
export function centerOf({ points, center }) {
  if (center) return center;
  let twice = 0;
  let x = 0;
  let y = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const w = crossProduct(points[0], points[i], points[i + 1]);
    twice += w;
    x += (w * (points[0][0] + points[i][0] + points[i + 1][0])) / 3;
    y += (w * (points[0][1] + points[i][1] + points[i + 1][1])) / 3;
  }
  return twice ? [x / twice, y / twice] : points[0];
}

/** Return a point inside an item: its centre, or in a concave polygon the middle of a corner's
 *  triangle that is inside.
 *
 *  @param {Shape} shape
 *  @returns {Point} */
export function pointInside(shape) {
  const { points } = shape;
  const center = centerOf(shape);
  if (!points || containsPoint(points, center)) return center;
  const middles = points.map((corner, i) =>
    interpolate(corner, interpolate(points.at(i - 1), points[(i + 1) % points.length], 0.5), 2 / 3),
  );
  const near = (point) => distance(point, center);
  const inside = middles.filter((point) => containsPoint(points, point));
  return inside.reduce(
    (best, point) => (near(point) < near(best) ? point : best),
    inside[0] ?? center,
  );
}

/** Return the point of the keyboard cursor: on the border of a region, or at the centre of an
 *  item.
 *
 *  @param {Cursor} cursor */
export const cursorPoint = (cursor) => cursor && (cursor.point ?? centerOf(cursor));

/** Return a polygon whose edges are moved inwards by `inset`, or null if it is too small.
 *
 *  @param {Point[]} points */
export function shrinkPolygon(points, inset) {
  const n = points.length;
  const turned = points.reduce(
    (sum, [x, y], i) => sum + x * points[(i + 1) % n][1] - points[(i + 1) % n][0] * y,
    0,
  );
  const all = points
    .map((start, i) => [start, points[(i + 1) % n]])
    .filter(([a, b]) => distance(a, b));
  if (!inset || !turned) return null;
  const by = Math.sign(turned) * inset;
  const edges = all.map(([a, b]) => {
    const length = distance(a, b);
    const dx = (-(b[1] - a[1]) / length) * by;
    const dy = ((b[0] - a[0]) / length) * by;
    return [
      [a[0] + dx, a[1] + dy],
      [b[0] + dx, b[1] + dy],
    ];
  });
  const corners = edges.map((edge, i) => intersectLines(edges.at(i - 1), edge));
  const runs = edges.map(([a, b], i) => {
    const [p, q] = [corners[i], corners[(i + 1) % corners.length]];
    return (b[0] - a[0]) * (q[0] - p[0]) + (b[1] - a[1]) * (q[1] - p[1]);
  });
  return runs.every((run) => run > 0) ? corners : null;
}

/** Return the intersection of the lines through two edges, or the end of the first if they are
 *  parallel.
 *
 *  @param {Point[]} first
 *  @param {Point[]} second */
function intersectLines([a, b], [c, d]) {
  const turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (Math.abs(turn) < 1e-12) return b;
  return interpolate(a, b, ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / turn);
}
