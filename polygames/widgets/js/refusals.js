// Why something was refused: said where the person looks, at the place that it is about.

import { distance, spot } from "./geometry.js";

/** Say why something is refused, at the cursor or where the pointer was last. */
export function refuse(ui, text) {
  const [l, t, r, b] = ui.eye.view, mouse = ui.mouse && ui.eye.toScene(ui.mouse);
  const at = spot(ui.cursor) ?? mouse ?? [(l + r) / 2, (t + b) / 2];
  ui.refusal = { text, at, mouse: ui.mouse, cursor: ui.cursor };
  ui.say(text);
}

/** Whether nobody has looked elsewhere since: then there are no other words at the place. */
export const isLast = ({ refusal, mouse, cursor }) => isStill(refusal, { mouse, cursor }, 3);

/** Whether the mouse still is where a move was made: words there would cover what it has done. */
export const isHushed = ({ hushed, mouse, cursor }) => !cursor && Boolean(mouse) && isStill(hushed, { mouse, cursor }, 8);

/** Whether nobody has looked elsewhere since then, by so many pixels. */
function isStill(then, { mouse, cursor }, far) {
  if (!then || then.cursor !== cursor) return false;
  const [here, there] = [mouse, then.mouse].map((event) => [event?.clientX ?? 0, event?.clientY ?? 0]);
  return distance(here, there) < far;
}

/** Where a note of a size goes in a box, in pixels: above the point or else below it, and all of
 *  it in sight. */
export function noteCorner([x, y], size, box) {
  const above = y - 14 - size.height, within = (place, room) => Math.max(2, Math.min(place, room - 2));
  return [
    within(x - size.width / 2, box.width - size.width),
    within(above < 2 ? y + 14 : above, box.height - size.height),
  ];
}
