// Why something was refused: said where the person looks, at the place that it is about.

import { spot } from "./cursor.js";

/** Say why something is refused, at the cursor or where the pointer was last. */
export function refuse(ui, text) {
  const [l, t, r, b] = ui.eye.view, mouse = ui.mouse && ui.eye.toScene(ui.mouse);
  ui.refusal = { text, at: spot(ui.cursor) ?? mouse ?? [(l + r) / 2, (t + b) / 2] };
  ui.say(text);
}

/** Where a note of a size goes in a box, in pixels: above the point (the tip is below), else
 *  below the tip, and all of it in sight. */
export function noteCorner([x, y], size, box) {
  const above = y - 14 - size.height, within = (place, room) => Math.max(2, Math.min(place, room - 2));
  return [
    within(x - size.width / 2, box.width - size.width),
    within(above < 2 ? y + 46 : above, box.height - size.height),
  ];
}
