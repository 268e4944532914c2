// The border of a region: places on it, those where a line may end, and ways along it.

import { between, distance } from "./geometry.js";

export const corner = (region, i) => region.edges[i % region.edges.length].start;
export const corners = (region) => region.edges.map((edge) => edge.start);

/** A place on a region's border: edge number and share of the way along that edge. */
export function place(region, edge, share) {
  return { region, edge, share, point: between(corner(region, edge), corner(region, edge + 1), share) };
}

/** The place on a region's border nearest to a point, with its distance. */
export function nearest(region, point, except = -1) {
  let best = null;
  region.edges.forEach((_, i) => {
    const a = corner(region, i), b = corner(region, i + 1), square = distance(a, b) ** 2;
    if (i === except || !square) return;
    const along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / square;
    const found = place(region, i, Math.min(1, Math.max(0, along)));
    found.distance = distance(found.point, point);
    if (!best || found.distance < best.distance) best = found;
  });
  return best;
}

/** How far a line keeps from corners and from the ends of others, as the kernel does
 *  (GAP of its rules; nothing ends within 1e-9 of an end). */
const GAP = 1e-3, TOUCH = 2e-9;

/** The place on the same edge, nearest to a given one, where a line may end; where the ends that
 *  are there leave no gap, the middle of the widest stretch between two; null if that is too small. */
export function settled({ region, edge, share }) {
  const a = corner(region, edge), length = distance(a, corner(region, edge + 1));
  const ends = (region.edges[edge].blocked ?? []).map((end) => distance(a, end) / length);
  const stops = [0, ...ends, 1].sort((s, t) => s - t), touch = TOUCH / length;
  const gap = Math.max(Math.min(GAP / length, 0.01), 1.5 * touch);
  const pairs = stops.slice(1).map((high, i) => [stops[i], high]);
  const roomy = pairs.filter(([low, high]) => low + gap < high - gap);
  if (roomy.length) {
    const ways = roomy.map(([low, high]) => Math.min(Math.max(share, low + gap), high - gap));
    return place(region, edge, ways.reduce((s, t) => (Math.abs(t - share) < Math.abs(s - share) ? t : s)));
  }
  const [low, high] = pairs.reduce((s, t) => (t[1] - t[0] >= s[1] - s[0] ? t : s));
  return high - low > 2 * touch ? place(region, edge, (low + high) / 2) : null;
}

/** Places a keyboard stops at along an edge, besides the ends of equal cuts. */
export const FRACTIONS = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4];

/** How far along the border a place is: the edge number plus the share. */
const along = (at) => at.edge + at.share;

/** The place a distance further along a region's border (negative: back). */
export function walk(at, step) {
  const { region } = at, n = region.edges.length;
  let { edge } = at, length = distance(corner(region, edge), corner(region, edge + 1));
  let left = at.share * length + step;
  for (let guard = 0; guard < 4 * n && (left < 0 || left > length); guard++) {
    if (left > length) {
      left -= length;
      edge = (edge + 1) % n;
      length = distance(corner(region, edge), corner(region, edge + 1));
    } else {
      edge = (edge + n - 1) % n;
      length = distance(corner(region, edge), corner(region, edge + 1));
      left += length;
    }
  }
  return place(region, edge, length ? Math.min(1, Math.max(0, left / length)) : 0);
}

/** The next of the given places along the border after (or before) a place. */
export function nextStop(at, stops, forward) {
  const n = at.region.edges.length, gap = (stop) => {
    const ahead = (((forward ? along(stop) - along(at) : along(at) - along(stop)) % n) + n) % n;
    return ahead < 1e-6 ? n : ahead;
  };
  return stops.reduce((best, stop) => (gap(stop) < gap(best) ? stop : best));
}
