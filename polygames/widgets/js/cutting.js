// Lines across a region: where they leave it, and what they cut off.

import { corner, corners, place } from "./border.js";
import { area, distance } from "./geometry.js";

/** Where a ray from a place on the border through a point leaves a convex region, or null. */
export function exit(from, toward) {
  const { region, edge: own, point: o } = from, d = [toward[0] - o[0], toward[1] - o[1]];
  let best = null;
  region.edges.forEach((_, i) => {
    if (i === own) return;
    const a = corner(region, i), b = corner(region, i + 1), e = [b[0] - a[0], b[1] - a[1]];
    const slope = d[0] * e[1] - d[1] * e[0];
    if (!slope) return;
    const away = ((a[0] - o[0]) * e[1] - (a[1] - o[1]) * e[0]) / slope;
    const share = ((a[0] - o[0]) * d[1] - (a[1] - o[1]) * d[0]) / slope;
    if (away > 1e-9 && share > -1e-9 && share < 1 + 1e-9 && (!best || away > best.away)) {
      best = { ...place(region, i, Math.min(1, Math.max(0, share))), away };
    }
  });
  return best;
}

/** The polygons on both sides of a line between places on two edges of one region: first the
 *  one that follows the border forward from `a` to `b`. */
export function pieces(a, b) {
  const forward = (from, to) => {
    const { region } = from, path = [from.point];
    for (let i = from.edge; i !== to.edge; path.push(corner(region, i))) {
      i = (i + 1) % region.edges.length;
    }
    return [...path, to.point];
  };
  return [forward(a, b), forward(b, a)];
}

/** The end of the line from `a` that cuts a piece of exactly this value off, or null.
 *  Of the two such lines, the one whose piece holds `near` or comes nearest to it. */
export function cutTo(a, value, near) {
  const { region } = a, n = region.edges.length, total = area(corners(region));
  const forward = (target) => {
    let sum = 0;
    for (let k = 1; k < n; k++) {
      const i = (a.edge + k) % n, p = corner(region, i), q = corner(region, i + 1);
      const step = area([a.point, p, q]);
      if (sum + step >= target && step) return place(region, i, (target - sum) / step);
      sum += step;
    }
    return null;
  };
  const ends = [forward(value), forward(total - value)].filter((end) => end);
  ends.sort((e, f) => distance(e.point, near) - distance(f.point, near));
  return value > 0 && value < total ? (ends[0] ?? null) : null;
}
