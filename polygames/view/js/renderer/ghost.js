// The ghost of a gesture: a pale hand that shows the first move of somebody's first game. The frame
// has the message that would play the move. The ghost is gone while somebody makes a move, and after
// it. It is only a picture: screen readers have the steps beside the board.

import { createSvgElement } from "../shared/drawing.js";
import { distance, pointInside } from "../shared/geometry.js";
import { prefersNoMotion } from "./animation.js";

/** @import { BoardState, Frame, Point } from "../types.js" */

const GESTURE_MS = 2600;
const GESTURE_COUNT = 6; // then the picture stands still
const INK = "#222222";
const PAPER = "#ffffff";
const RING_PX = 15;
const MIN_TRAIL_PX = 60; // between places that are closer there is no dotted line
const HAND_PX = 1.25; // pixels per unit of the path of the hand
const PALE = 0.55; // the opacity of lines and rings, which are no part of the position
const REST_PX = [26, 34]; // from a target to the place where the hand comes from

/** A hand with a pointing finger, whose tip is at the origin. */
const HAND_PATH =
  "M0 0 C1.8 0 2.6 1.3 2.6 2.8 V9 C3.4 8 6 8.2 6.3 10 C7.2 9 9.6 9.4 9.8 11.2 " +
  "C11 10.4 13 11.2 13 13.2 V17.5 C13 22.5 10 25.5 5.5 25.5 H3.8 C0.6 25.5 -1.4 24 -3 21 " +
  "L-7.2 14.2 C-8.4 12 -6 10.4 -4.4 12.2 L-2.6 14.4 V2.8 C-2.6 1.3 -1.8 0 0 0 Z";

/** Draw the ghost, or remove it. The same ghost is not drawn again, so that its motion goes on.
 *
 *  @param {BoardState} ui
 *  @param {any} layer */
export function paintGhost(ui, layer) {
  const path = isShown(ui) ? ghostPath(ui.frame) : [];
  const key = path.length ? JSON.stringify([path, ui.camera.unit()]) : "";
  if ((layer.ghostKey ?? "") === key) return;
  layer.ghostKey = key;
  layer.replaceChildren(...(key ? [createGhost(path, ui.frame.ghost.kind, ui.camera.unit())] : []));
}

/** Return whether the ghost is visible now: not while a move is being made or awaits its answer.
 *
 *  @param {BoardState} ui */
const isShown = ({ frame, pending, spelled, anchors, press, draft }) =>
  Boolean(frame.ghost && frame.active && !frame.handles.length) &&
  !(pending || spelled.length || anchors.length || press || draft);

/** Return the points that the hand touches; none if a target is not on the board.
 *
 *  @param {Frame} frame
 *  @returns {Point[]} */
export function ghostPath({ ghost, items }) {
  if (ghost.kind === "line") return [ghost.start, ghost.end];
  const found = ghost.spelling.map((target) => items.find((item) => item.target === target));
  return found.every((item) => item) ? found.map(pointInside) : [];
}

/** Create the ghost as it is after the gesture, and start its motion unless somebody wants none.
 *
 *  @param {Point[]} path
 *  @param {string} kind
 *  @param {number} unit */
function createGhost(path, kind, unit) {
  const isLine = kind === "line";
  const group = createSvgElement("g", { class: "polygames-ghost", "aria-hidden": "true" });
  const lines = path
    .slice(1)
    .map((end, i) => [path[i], end])
    .filter(([start, end]) => distance(start, end) > MIN_TRAIL_PX * unit)
    .map(([start, end]) => createTrail(start, end, isLine));
  const rings = path.map((point) => createRing(point, unit));
  const hand = createSvgElement(
    "g",
    { class: "polygames-ghost-hand", transform: placeHand(path.at(-1), unit, "") },
    createSvgElement("path", {
      d: HAND_PATH,
      fill: PAPER,
      stroke: INK,
      "stroke-width": 1.5,
      "stroke-linejoin": "round",
    }),
  );
  group.append(...lines, ...rings, hand);
  if (prefersNoMotion() || !hand.animate) return group;
  const timing = { duration: GESTURE_MS, iterations: GESTURE_COUNT };
  hand.animate(handFrames(path, unit, isLine), timing);
  if (isLine) lines[0]?.animate(lineFrames(path[0]), timing);
  else rings.forEach((ring, i) => ring.animate(ringFrames(path[i], touchTime(i, path)), timing));
  return group;
}

/** Create the line that the hand draws, or a dotted line from one target to the next.
 *
 *  @param {Point} start
 *  @param {Point} end
 *  @param {boolean} isLine */
function createTrail([x1, y1], [x2, y2], isLine) {
  const ends = { x1, y1, x2, y2, "stroke-linecap": "round" };
  const dotted = isLine ? {} : { "stroke-dasharray": "1 9" };
  return createSvgElement(
    "g",
    { class: "polygames-ghost-line", opacity: PALE },
    createSvgElement("line", { ...ends, ...dotted, stroke: PAPER, "stroke-width": 7 }),
    createSvgElement("line", { ...ends, ...dotted, stroke: INK, "stroke-width": 4 }),
  );
}

/** @param {Point} point
 *  @param {number} unit */
function createRing([cx, cy], unit) {
  const ring = { cx, cy, r: RING_PX * unit, fill: "none" };
  return createSvgElement(
    "g",
    { class: "polygames-ghost-ring", opacity: PALE },
    createSvgElement("circle", { ...ring, stroke: PAPER, "stroke-width": 5.5 }),
    createSvgElement("circle", { ...ring, stroke: INK, "stroke-width": 2.5 }),
  );
}

// --- The motion. A transform is in scene units; "px" is what CSS wants in place of none.

/** Return the transform of the hand with its finger at a point.
 *
 *  @param {Point} point
 *  @param {number} unit */
const placeHand = ([x, y], unit, suffix = "px", grow = 1) =>
  `translate(${x}${suffix}, ${y}${suffix}) scale(${HAND_PX * unit * grow})`;

const FIRST_TOUCH = 0.25;
const LAST_TOUCH = 0.75;
const PRESS_TIME = 0.07;
const END_TIME = 0.94;

/** Return the share of the gesture at which the hand touches a point of the path.
 *
 *  @param {number} index
 *  @param {Point[]} path */
const touchTime = (index, path) =>
  FIRST_TOUCH + (index / Math.max(1, path.length - 1)) * (LAST_TOUCH - FIRST_TOUCH);

/** Return the keyframes of the hand: it comes, touches each point or is drawn along, and goes.
 *
 *  @param {Point[]} path
 *  @param {number} unit
 *  @param {boolean} isLine */
function handFrames(path, unit, isLine) {
  // To a line it comes at its start: beside that there may be no board.
  const rest = isLine ? path[0] : path[0].map((value, i) => value + REST_PX[i] * unit);
  const at = (point, offset, grow = 1, opacity = 1) => ({
    transform: placeHand(point, unit, "px", grow),
    offset,
    opacity,
    easing: "ease-in-out",
  });
  const touches = path.flatMap((point, i) => {
    const time = touchTime(i, path);
    const [before, after] = [at(point, time - PRESS_TIME), at(point, time + PRESS_TIME)];
    if (!isLine) return [before, at(point, time, 0.84), after];
    return i ? [at(point, time, 0.84), after] : [before, at(point, time, 0.84)];
  });
  const end = path.at(-1);
  return [at(rest, 0, 1, 0), ...touches, at(end, END_TIME), at(end, 1, 1, 0)];
}

/** Return the keyframes of the line, which grows from its start.
 *
 *  @param {Point} start */
function lineFrames([x, y]) {
  const grown = (size, offset, opacity = PALE) => ({
    transform: `translate(${x}px, ${y}px) scale(${size}) translate(${-x}px, ${-y}px)`,
    offset,
    opacity,
    easing: "ease-in-out",
  });
  return [
    grown(0, 0, 0),
    grown(0, FIRST_TOUCH),
    grown(1, LAST_TOUCH),
    grown(1, END_TIME),
    grown(1, 1, 0),
  ];
}

/** Return the keyframes of a ring, which appears when the hand touches its point.
 *
 *  @param {Point} point
 *  @param {number} time */
function ringFrames([x, y], time) {
  const grown = (size, offset, opacity = PALE) => ({
    transform: `translate(${x}px, ${y}px) scale(${size}) translate(${-x}px, ${-y}px)`,
    offset,
    opacity,
  });
  return [
    grown(0.4, 0, 0),
    grown(0.4, time - 0.001, 0),
    grown(0.4, time),
    grown(1, time + PRESS_TIME),
    grown(1, END_TIME),
    grown(1, 1, 0),
  ];
}
