// What moves and enlarges the picture, and which touches are not for that.

import { distance } from "./geometry.js";
import { handleAt } from "./handles.js";
import { bordersAt, REACH } from "./lines.js";
import { tool } from "./sketching.js";
import { isClickable, itemAt } from "./spelling.js";

/** Two fingers, of which one moves. */
export function pinch(ui, { pointerId, clientX, clientY }) {
  const { eye, fingers } = ui, before = [...fingers.values()];
  fingers.set(pointerId, [clientX, clientY]);
  if (fingers.size !== 2) return;
  const after = [...fingers.values()], center = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [bx, by] = center(before), [ax, ay] = center(after), u = eye.unit();
  eye.pan((bx - ax) * u, (by - ay) * u);
  eye.zoom(distance(...before) / Math.max(1, distance(...after)), eye.toScene({ clientX: ax, clientY: ay }));
}

/** Zoom by the wheel. On a board of any depth a point that the wheel is over stays where it is. */
export function onWheel(ui, event) {
  const at = ui.eye.toScene(event), item = ui.frame.space === undefined ? null : itemAt(ui, at);
  ui.eye.zoom(Math.exp(event.deltaY * 0.002), item?.center ?? at);
}

/** Whether a touch plays; any other scrolls the page. */
export function isTouchToPlay(ui, touches) {
  const { anchors, eye, spelled } = ui, at = eye.toScene(touches[0]);
  if (tool(ui).on || touches.length > 1 || eye.zoomed() || anchors.length || spelled.length) return true;
  return Boolean(handleAt(ui, at, REACH.touch) || isClickable(ui, itemAt(ui, at)) || bordersAt(ui, at, REACH.touch).length);
}
