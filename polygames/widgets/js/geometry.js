// Pure geometry of the pointer layer: points are [x, y] in scene units, y down.

/** Twice the signed area of a triangle. */
export const cross = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

export const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** The place a share of the way from a to b. */
export const between = ([ax, ay], [bx, by], share) => [ax + share * (bx - ax), ay + share * (by - ay)];

/** Area of a polygon given by its corners. */
export function area(points) {
  let twice = 0;
  for (let i = 1; i + 1 < points.length; i++) twice += cross(points[0], points[i], points[i + 1]);
  return Math.abs(twice) / 2;
}

/** Whether a polygon holds a point: the even-odd rule. */
export function inside(points, [x, y]) {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i], [bx, by] = points[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** The topmost item at a point, of several discs the nearest; a disc reaches at least `reach`
 *  from its centre. */
export function hit(items, point, reach = 0) {
  const over = items.filter(({ points, center, radius }) =>
    points ? inside(points, point) : distance(center, point) <= Math.max(radius, reach));
  const top = over.at(-1);
  if (!top?.center) return top ?? null;
  const away = ({ center }) => (center ? distance(center, point) : Infinity);
  return over.reduce((best, item) => (away(item) <= away(best) ? item : best));
}

/** Whether a closed path turns the same way at every corner, once around. */
export function convex(points) {
  const n = points.length, at = (k) => points[k % n];
  const turns = points.map((point, k) => Math.sign(cross(point, at(k + 1), at(k + 2))));
  const fans = points.slice(1, -1).map((point, k) => Math.sign(cross(points[0], point, points[k + 2])));
  return [...turns, ...fans].every((turn) => turn && turn === turns[0]);
}

/** The middle of an item, where a cursor or a mark goes. */
export function middle({ points, center }) {
  if (center) return center;
  let twice = 0, x = 0, y = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const w = cross(points[0], points[i], points[i + 1]);
    twice += w;
    x += (w * (points[0][0] + points[i][0] + points[i + 1][0])) / 3;
    y += (w * (points[0][1] + points[i][1] + points[i + 1][1])) / 3;
  }
  return twice ? [x / twice, y / twice] : points[0];
}
