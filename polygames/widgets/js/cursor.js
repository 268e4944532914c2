// The keyboard's place on the board: on an item, or on the border of a region.

import { nextStop, place, walk } from "./border.js";
import { middle } from "./geometry.js";
import { landmarks } from "./lines.js";
import { nextTargets } from "./spelling.js";
import { send } from "./state.js";

const isSideways = (key) => key === "ArrowLeft" || key === "ArrowRight";

/** What the cursor can stand on: open regions and items that can be clicked (else all). */
export function stops(ui) {
  const { frame } = ui, next = nextTargets(ui);
  const items = frame.items.filter(({ target }) => target && next.has(target));
  const regions = frame.pen && frame.active ? frame.regions.map((region) => place(region, 0, 0.5)) : [];
  return regions.length + items.length ? [...regions, ...items] : frame.items.filter(({ label }) => label);
}

/** Go to the next stop, or the one before. */
export function step(ui, by) {
  const all = stops(ui), { cursor } = ui;
  const now = all.findIndex((stop) => (cursor?.region ? stop.region === cursor.region : stop === cursor));
  ui.cursor = all.length ? all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length] : null;
  reveal(ui);
}

/** Bring the cursor into sight: the kernel knows where a point far away is exactly. */
function reveal(ui) {
  const { cursor, eye, frame } = ui;
  if (cursor && !cursor.region && frame.space !== undefined && !eye.shows(middle(cursor))) {
    send(ui, "reveal", { target: cursor.target });
  }
}

/** Follow an arrow key; `far` goes ten times as far along a border, and moves the picture of a
 *  board without a pen. */
export function steer(ui, key, far) {
  const { cursor, frame } = ui, sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  if (far && !frame.pen) panBy(ui, key, sign);
  else if (!cursor) step(ui, 1);
  else if (!cursor.region) leap(ui, key, sign);
  else if (!isSideways(key)) ui.cursor = nextStop(cursor, landmarks(ui, cursor.region), sign > 0);
  else ui.cursor = walk(cursor, (sign * (far ? 1 : 0.1) * 16 * ui.eye.unit()) / ui.eye.growth());
}

/** Go to the item that lies that way: the nearest, and rather ahead than aside. */
function leap(ui, key, sign) {
  const [x, y] = middle(ui.cursor);
  const cost = (item) => {
    const [cx, cy] = middle(item), dx = cx - x, dy = cy - y;
    const ahead = sign * (isSideways(key) ? dx : dy), aside = Math.abs(isSideways(key) ? dy : dx);
    return ahead > 1e-9 ? ahead + 2 * aside : Infinity;
  };
  const items = stops(ui).filter((stop) => !stop.region);
  const best = items.reduce((a, b) => (cost(b) < (a ? cost(a) : Infinity) ? b : a), null);
  if (best) ui.cursor = best;
  reveal(ui);
}

/** Move the picture by an eighth of what is seen. */
function panBy({ eye }, key, sign) {
  const [l, t, r, b] = eye.view;
  eye.pan(isSideways(key) ? (sign * (r - l)) / 8 : 0, isSideways(key) ? 0 : (sign * (b - t)) / 8);
}
