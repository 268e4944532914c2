// Animation of a move: pieces slide, dice fall and lines grow, while the old picture fades into the
// new one. The kernel has painted the new picture by then, so nothing waits for the end. Playing on
// or moving the view ends the animation. The answer to a move that was made here comes after a pause,
// so that both moves can be told apart.

import { drawPrimitive, createSvgElement } from "../shared/drawing.js";
import { containsPoint, centerOf, shrinkPolygon } from "../shared/geometry.js";

/** The length of an animation.
 *
 *  @import { BoardState, FillLook, Frame, Item, LineLook, Look, Motion, PendingMove, Point, Primitive, PushLook, Stroke, WriteLook } from "../types.js" */
export const MOTION_MS = 200;

/** The least time from a move that was made here to the animation of the answer. */
export const ANSWER_PAUSE_MS = 700;

/** Return whether the user asked for less motion, or the page is hidden. */
export const prefersNoMotion = () =>
  globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Animate a move. Of a move that was made here by hand, only the dice are still to be animated.
 *
 *  Before the first answer to that move, the old picture stays for the rest of a pause. Answers that
 *  follow within the pause are animated with the first one.
 *
 *  @param {BoardState} ui */
export function showMotion(ui, { svg, layers, before }, { version, motions }) {
  if (ui.motion?.waiting) {
    ui.motion.waiting.push(...motions);
    ui.motion.version = version;
    return;
  }
  endMotion(ui);
  const isOwn = ui.sent === version;
  const seen = motions.filter(({ turn }) => !isOwn || turn);
  const pause = isOwn || seen.some(({ turn }) => turn) ? 0 : takeAnswerPause(ui);
  if (prefersNoMotion() || (isOwn && !seen.length) || !copyOldPicture(svg, before, ui.camera))
    return;
  const end = () => {
    layers.motion.replaceChildren();
    before.style.display = "none";
  };
  const start = () => {
    const { waiting } = ui.motion;
    ui.motion.waiting = null;
    fadeOldPicture(before);
    layers.motion.replaceChildren(
      ...waiting.flatMap(({ cover }) =>
        cover.map((each) => drawPrimitive(each, ui.camera.growth())),
      ),
      ...waiting.map((each) => createMovingGroup(ui, each)),
    );
    ui.motion.timer = setTimeout(() => endMotion(ui), MOTION_MS);
  };
  ui.motion = { version, view: String(ui.camera.view), ends: [end], timer: null, waiting: seen };
  if (!pause) return start();
  ui.motion.timer = setTimeout(start, pause);
  drawMade(ui, ui.sentMove, layers.made); // the old picture may be older than the move made here
  afterMotion(ui, () => {
    if (!ui.pending) layers.made.replaceChildren();
  });
}

/** Return the rest of the pause after a move that was made here, in milliseconds. It is used once:
 *  further moves follow without a pause.
 *
 *  @param {BoardState} ui */
function takeAnswerPause(ui) {
  const rest = ui.sentAt + ANSWER_PAUSE_MS - Date.now();
  ui.sentAt = 0;
  return Math.max(0, Math.min(rest, ANSWER_PAUSE_MS));
}

/** End the animation, and run what waited for it.
 *
 *  @param {BoardState} ui */
export function endMotion(ui) {
  const { motion } = ui;
  ui.motion = null;
  clearTimeout(motion?.timer);
  for (const end of motion?.ends ?? []) end();
}

/** End the animation if the picture below it has been moved.
 *
 *  @param {BoardState} ui */
export function endOutdatedMotion(ui) {
  if (ui.motion && ui.motion.view !== String(ui.camera.view)) endMotion(ui);
}

/** End the animation of a move if a later position is shown.
 *
 *  @param {BoardState} ui
 *  @param {Frame} frame */
export function endEarlierMotion(ui, frame) {
  if (ui.motion && frame.version > ui.motion.version + 1) endMotion(ui);
}

/** Call a function as soon as nothing is animated.
 *
 *  @param {BoardState} ui */
export const afterMotion = (ui, act) => (ui.motion ? void ui.motion.ends.push(act) : act());

/** Create a group of shapes that slide, grow, or turn about a point.
 *
 *  @param {BoardState} ui
 *  @param {Motion} motion */
function createMovingGroup(ui, { shapes, shift, turn, scale, origin }) {
  const [dx, dy] = shift ?? [0, 0];
  const [x, y] = origin ?? [0, 0];
  const group = createSvgElement("g", { class: "polygames-moving" });
  const from = `translate(${dx}px, ${dy}px) rotate(${turn ?? 0}deg) scale(${scale ?? 1})`;
  group.setAttribute(
    "style",
    `--pg-from: ${from}; transform-origin: ${x}px ${y}px; animation-duration: ${MOTION_MS}ms`,
  );
  group.append(...shapes.map((each) => drawPrimitive(each, ui.camera.growth())));
  return group;
}

/** Copy the old picture over the new one. Return false if there is none. */
function copyOldPicture(svg, before, camera) {
  const canvas = svg.closest(".polygames-stack")?.querySelector("canvas");
  // No picture, or a zoomed one.
  if (!canvas?.width || (canvas.style.transform && !camera.drift)) return false;
  before.style.transform = canvas.style.transform;
  Object.assign(before, { width: canvas.width, height: canvas.height });
  before.getContext("2d").drawImage(canvas, 0, 0);
  Object.assign(before.style, { display: "block", animation: "none" });
  return true;
}

/** Let the copy of the old picture fade out. */
function fadeOldPicture(before) {
  void before.offsetWidth; // restart the animation
  before.style.animation = `polygames-fade ${MOTION_MS}ms ease-in forwards`;
}

/** Draw a move that was sent as the kernel will draw it, until that picture is there.
 *
 *  @param {BoardState} ui */
export function paintPending(ui, layer) {
  const { pending } = ui;
  if (pending && !pending.isShown) drawMade(ui, pending, layer);
  else if (ui.motion) {
    afterMotion(ui, () => {
      if (!ui.pending) layer.replaceChildren();
    }); // the old picture fades over the new one
  } else if (!ui.isLate()) layer.replaceChildren();
}

/** Draw a move that was made here.
 *
 *  @param {BoardState} ui
 *  @param {PendingMove} move */
function drawMade(ui, move, layer) {
  const thick = ui.camera.box().width / (ui.frame.picture_width ?? 520);
  layer.replaceChildren(
    ...movePrimitives(move).map((each) => drawPrimitive(each, ui.camera.growth(), thick)),
  );
}

// --- The look of a move once it is made, by the rules in the frame's `look` (see
// polygames/scene/model.py): primitives that are drawn over the picture of the position before

const CHOSEN_STYLE = { kind: "polygon", fill: "#00664a", alpha: 0.45 };

/** Return the primitives of a move that was sent.
 *
 *  @param {PendingMove} pending
 *  @returns {Primitive[]} */
export function movePrimitives({ frame, kind, content }) {
  const { look = {}, moves } = frame;
  if (kind === "line") return look.line ? lineStrokes(look.line, content.start, content.end) : [];
  const move = moves.find(({ spelling }) => spelling.join() === content.spelling.join());
  return move?.look ?? primitivesByRules(frame, content.spelling, move?.preview ?? []);
}

/** Return the primitives of a move by the rules of its frame, or its preview where no rule
 *  applies.
 *
 *  @param {Frame} frame
 *  @param {string[]} spelling
 *  @param {Primitive[]} preview
 *  @returns {Primitive[]} */
function primitivesByRules({ look = {}, items }, spelling, preview) {
  const under = look.under ?? [];
  const chosen = spelling
    .map((target) => items.find((item) => item.target === target))
    .filter((item) => item);
  if (isWritten(look) && preview.length) return [...under, ...preview]; // the preview shows more
  const primitives = chosen.length ? rulePrimitives(look, chosen, items) : (look.choice ?? []);
  if (primitives.length) return [...under, ...primitives];
  return preview.length ? preview : chosen.slice(-1).map(highlightItem);
}

/** Return whether a game's moves are numbers that are written with a mark around them.
 *
 *  @param {Look} look */
const isWritten = ({ write }) => Boolean(write?.mark?.length);

/** Return the primitives that the rules of a frame give the chosen items.
 *
 *  @param {Look} look */
function rulePrimitives(look, chosen, items) {
  const { push, write } = look;
  return [
    ...lineAndFill(look, chosen),
    ...(push && chosen.length > 1 ? pushPieces(push, chosen, items) : []),
    ...(write ? writeNumber(write, chosen) : []),
  ];
}

/** Return the line to the last chosen item, and the filling of that item.
 *
 *  @param {Look} look */
function lineAndFill({ line, fill }, chosen) {
  const item = chosen.at(-1);
  const from = chosen.length > 1 ? centerOf(chosen[0]) : line?.start;
  return [
    ...(line?.band && from ? lineStrokes(line, from, centerOf(item)) : []),
    ...(fill && item.points ? fillItem(fill, item) : []),
  ];
}

/** Return a primitive that is moved by [dx, dy].
 *
 *  @param {Primitive} primitive
 *  @param {Point} shift */
function translatePrimitive(primitive, [dx, dy]) {
  /** @param {Point} point */
  const by = ([x, y]) => [x + dx, y + dy];
  const { points, start, end, center, at } = primitive;
  return {
    ...primitive,
    ...(points ? { points: points.map(by) } : {}),
    ...(start ? { start: by(start), end: by(end) } : {}),
    ...(center ? { center: by(center) } : {}),
    ...(at ? { at: by(at) } : {}),
  };
}

/** @param {LineLook} look
 *  @param {Point} start
 *  @param {Point} end
 *  @returns {Primitive[]} */
const lineStrokes = ({ strokes, dot }, start, end) => [
  ...strokes.map(([stroke, width]) => ({ kind: "segment", start, end, stroke, width })),
  ...(dot ? [translatePrimitive(dot, start), translatePrimitive(dot, end)] : []),
];

/** @param {Point[]} points
 *  @param {Stroke[]} [mark]
 *  @returns {Primitive[]} */
const outlineStrokes = (points, mark = []) =>
  mark.map(([stroke, width]) => ({ kind: "polygon", points, stroke, width }));

/** @param {FillLook} look
 *  @param {Item} item
 *  @returns {Primitive[]} */
function fillItem({ colors, kinds = {}, alpha, cells = [], mark, inset = 0 }, { target, points }) {
  const kind = kinds[target] ?? 0;
  const things = cells[kind] ?? [];
  return [
    { kind: "polygon", points, fill: colors[kind], alpha },
    ...(things.length ? cellCenters(points) : []).flatMap((at) =>
      things.map((each) => translatePrimitive(each, at)),
    ),
    ...outlineStrokes(shrinkPolygon(points, inset) ?? points, mark),
  ];
}

/** Return the centres of the unit squares that make up a polygon.
 *
 *  @param {Point[]} points */
function cellCenters(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const found = [];
  for (let y = Math.min(...ys) + 0.5; y < Math.max(...ys); y++) {
    for (let x = Math.min(...xs) + 0.5; x < Math.max(...xs); x++)
      if (containsPoint(points, [x, y])) found.push([x, y]);
  }
  return found;
}

/** @param {PushLook} look
 *  @param {Item[]} chosen
 *  @param {Item[]} items
 *  @returns {Primitive[]} */
function pushPieces({ pieces, shapes, tones, edge, mark }, [first, second], items) {
  /** @param {Point} point */
  const key = ([x, y]) => `${Math.floor(x)},${Math.floor(y)}`;
  const squares = new Map(items.map((item) => [key(centerOf(item)), item]));
  const kindAt = (at) => pieces[squares.get(key(at))?.target];
  const [x, y] = centerOf(first);
  const [dx, dy] = centerOf(second).map((value, i) => value - [x, y][i]);
  const at = (n) => [x + n * dx, y + n * dy];
  let count = 1;
  while (kindAt(at(count))) count++;
  const places = Array.from({ length: count + 1 }, (_, n) => at(n)).filter((place) =>
    squares.has(key(place)),
  );
  const kinds = places.slice(1).map((_, n) => kindAt(at(n)));
  const most = Math.max(0, ...kinds.map((kind) => shapes[kind].length));
  const layers = Array.from({ length: most }, (_, part) =>
    kinds.flatMap((kind, n) =>
      shapes[kind][part] ? [translatePrimitive(shapes[kind][part], at(n + 1))] : [],
    ),
  );
  return [
    ...places.map(([u, v]) => ({
      kind: "polygon",
      points: squares.get(key([u, v])).points,
      fill: tones[(Math.floor(u) + Math.floor(v)) % 2],
      stroke: edge,
      width: 1,
    })),
    ...layers.flat(),
    ...outlineStrokes(stripAround(at(0), at(Math.max(1, count))), mark),
  ];
}

/** Return the corners of the strip around a row of squares.
 *
 *  @param {Point} point
 *  @param {Point} other */
function stripAround([x, y], [u, v]) {
  const length = Math.hypot(u - x, v - y);
  const a = (u - x) / (2 * length);
  const b = (v - y) / (2 * length);
  return [
    [x - a + b, y - b - a],
    [u + a + b, v + b - a],
    [u + a - b, v + b + a],
    [x - a - b, y - b + a],
  ];
}

/** @param {WriteLook} look
 *  @param {Item[]} chosen
 *  @returns {Primitive[]} */
function writeNumber({ numbers, axis, text, mark, inset }, chosen) {
  const cell = chosen.find(({ target }) => !numbers[target]);
  // Without a chosen die, the first one, which is the higher, goes into the cell.
  const die = chosen.find(({ target }) => numbers[target])?.target ?? Object.keys(numbers)[0];
  if (!die || !cell) return [];
  const image = cell.points.map(([x, y]) => [axis - x, y]).reverse();
  return [cell.points, image].flatMap((points, i) => [
    ...outlineStrokes(shrinkPolygon(points, inset) ?? points, mark),
    { ...translatePrimitive(text, centerOf({ points })), text: numbers[die][i] },
  ]);
}

/** Highlight a chosen item of a board without rules and preview for it.
 *
 *  @param {Item} item
 *  @returns {Primitive} */
const highlightItem = ({ points, center, radius, fixed }) =>
  points ? { ...CHOSEN_STYLE, points } : { ...CHOSEN_STYLE, kind: "disc", center, radius, fixed };
