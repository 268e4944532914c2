// A move that is being made: pieces come to their places, dice fall, a line grows; all else passes
// from the old picture to the new one. The kernel has painted the new one by then, and nothing
// waits for the end: whoever plays on, or looks elsewhere, ends it.

import { drawn, element } from "../shared/drawing.js";
import { lookOf } from "./move_look.js";

export const MOVING = 200; // ms

/** Whether a person has asked for less motion, or sees none. */
export const isStill = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Show that a move is made. What a person here did by hand is shown already: then only what is
 *  thrown moves. */
export function move(ui, { svg, layers, before }, { version, motions }) {
  endMotion(ui);
  const isOwn = ui.sent === version, seen = motions.filter(({ turn }) => !isOwn || turn);
  if (isStill() || (isOwn && !seen.length) || !copy(svg, before, ui.camera)) return;
  layers.motion.replaceChildren(...seen.flatMap(({ cover }) => cover.map((each) => drawn(each, ui.camera.growth()))), ...seen.map((each) => moving(ui, each)));
  const end = () => {
    layers.motion.replaceChildren();
    before.style.display = "none";
  };
  ui.motion = { view: String(ui.camera.view), ends: [end], timer: setTimeout(() => endMotion(ui), MOVING) };
}

/** End what moves; what waited for it is done. */
export function endMotion(ui) {
  const { motion } = ui;
  ui.motion = null;
  clearTimeout(motion?.timer);
  for (const end of motion?.ends ?? []) end();
}

/** End what moves if the picture below it has been moved. */
export function follow(ui) {
  if (ui.motion && ui.motion.view !== String(ui.camera.view)) endMotion(ui);
}

/** Do something as soon as nothing moves. */
export const once = (ui, act) => (ui.motion ? void ui.motion.ends.push(act) : act());

/** Shapes that come from elsewhere, or grow or turn about a point. */
function moving(ui, { shapes, shift, turn, scale, origin }) {
  const [dx, dy] = shift ?? [0, 0], [x, y] = origin ?? [0, 0];
  const group = element("g", { class: "polygames-moving" });
  const from = `translate(${dx}px, ${dy}px) rotate(${turn ?? 0}deg) scale(${scale ?? 1})`;
  group.setAttribute("style", `--pg-from: ${from}; transform-origin: ${x}px ${y}px; animation-duration: ${MOVING}ms`);
  group.append(...shapes.map((each) => drawn(each, ui.camera.growth())));
  return group;
}

/** Keep the old picture in sight, to fade away over the new one; false if there is none to keep. */
function copy(svg, before, camera) {
  const canvas = svg.closest(".polygames-stack")?.querySelector("canvas");
  if (!canvas?.width || (canvas.style.transform && !camera.drift)) return false; // no picture, or one under zoom
  before.style.transform = canvas.style.transform;
  Object.assign(before, { width: canvas.width, height: canvas.height });
  before.getContext("2d").drawImage(canvas, 0, 0);
  Object.assign(before.style, { display: "", animation: "none" });
  void before.offsetWidth; // it fades anew
  before.style.animation = `polygames-fade ${MOVING}ms ease-in forwards`;
  return true;
}

/** Show a move that was sent, as solid as the kernel will; it goes when that picture is there. */
export function paintPending(ui, svg, layer) {
  const { pending, frame } = ui;
  if (pending && !pending.isShown) {
    const thick = svg.getBoundingClientRect().width / (frame.wide ?? 520);
    layer.replaceChildren(...lookOf(pending).map((each) => drawn(each, ui.camera.growth(), thick)));
  } else if (ui.motion) {
    once(ui, () => { if (!ui.pending) layer.replaceChildren(); }); // the old picture fades over the new one
  } else if (!ui.isLate()) layer.replaceChildren();
}
