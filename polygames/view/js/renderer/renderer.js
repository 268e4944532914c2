// What the pointer layer draws over the kernel's picture, anew after every change. Nothing here
// changes the state: the drawing follows from it.

import { paintDraft } from "../pointer/annotations.js";
import { findBorders, rejectionReason, REACH_PX } from "../pointer/border.js";
import { canDropHandles, nextTargets, handlePoints, scaleItem } from "../pointer/targets.js";
import {
  isRefusalCurrent,
  isPointerAtMove,
  isTipOver,
  boxesToAvoid,
  noteCorner,
  tipCorner,
  tipPoint,
  tipText,
} from "../pointer/tooltip.js";
import { drawPrimitive, createSvgElement, formatPoints, drawOutline } from "../shared/drawing.js";
import { centerOf, cursorPoint } from "../shared/geometry.js";
import { endOutdatedMotion, afterMotion, paintPending } from "./animation.js";
import { paintGhost } from "./ghost.js";

/** @import { BoardState, Point, Size } from "../types.js" */

// --- The band from the start of a move to the pointer, in games whose moves join two targets. The
// look of a line has its colour, and its start if that is fixed.

const RING_PX = 12;

/** Return the point where a move starts, if it is fixed or has been chosen; otherwise null.
 *
 *  @param {BoardState} state */
export function moveStartPoint({ frame, spelled }) {
  const { line } = frame.look ?? {};
  if (!frame.active || !line?.band) return null;
  const chosen = frame.items.find(({ target }) => target && target === spelled[0]);
  return chosen ? centerOf(chosen) : (line.start ?? null);
}

/** Draw the ring at the start of a move, and the band. A move under the pointer draws its own
 *  line.
 *
 *  @param {BoardState} ui */
export function paintBand(ui, layer, { move }) {
  const from = moveStartPoint(ui);
  const to = cursorPoint(ui.cursor) ?? ui.pointer;
  const [cx, cy] = from ?? [];
  if (!from) return;
  const pen = { fill: "none", stroke: ui.frame.look.line.band, "stroke-width": 2.5 };
  layer.append(
    createSvgElement("circle", {
      cx,
      cy,
      r: RING_PX * ui.camera.unit(),
      class: "polygames-begin",
      ...pen,
    }),
  );
  if (!to || move) return;
  layer.append(
    createSvgElement("line", {
      x1: cx,
      y1: cy,
      x2: to[0],
      y2: to[1],
      class: "polygames-band",
      ...pen,
      "stroke-dasharray": "5 5",
      "stroke-opacity": 0.7,
    }),
  );
}

// --- The whole drawing

const GREEN = "#00664a";
const PURPLE = "#cc79a7";
const RED = "#cc3311";
const SKY = "#56b4e9";
const GREY = "#8c8c8c";
const INK = "#222222";
const PAPER = "#ffffff";

/** Fade out what the last move removed, after that move was animated.
 *
 *  @param {BoardState} ui */
export function fadeLostPieces(ui, { fading }) {
  const { frame } = ui;
  const gone = createSvgElement("g", { class: "polygames-fading" });
  gone.append(...frame.fading.map((primitive) => drawPrimitive(primitive, 1)));
  fading.replaceChildren();
  afterMotion(ui, () => {
    if (ui.frame.version === frame.version) fading.replaceChildren(gone);
  });
}

/** The layers that are painted anew with every change. The others change by themselves. */
const REPAINTED_LAYERS = ["hover", "lit", "preview", "line", "cursor"];

/** Paint the state. `pointed` describes what the pointer or the cursor is on.
 *
 *  @param {BoardState} ui */
export function paint(ui, { svg, layers, tip, note }, pointed) {
  const [l, t, r, b] = ui.camera.view;
  endOutdatedMotion(ui);
  updateAttribute(svg, "viewBox", `${l} ${t} ${r - l} ${b - t}`);
  for (const name of REPAINTED_LAYERS) layers[name].replaceChildren();
  updateAttribute(svg, "aria-busy", String(Boolean(ui.pending))); // a move is not answered yet
  updateAttribute(svg, "data-version", String(ui.frame.version));
  paintPending(ui, layers.made);
  paintGhost(ui, layers.ghost);
  if (pointed.item) paintItem(ui, layers, pointed);
  if (showsNextTargets(ui)) paintNextTargets(ui, layers.lit);
  paintBand(ui, layers.line, pointed);
  if (ui.frame.pen && ui.frame.active) paintLine(ui, layers.line);
  if (ui.frame.handles.length) paintHandles(ui, layers.line);
  if (ui.draft) paintDraft(ui, layers.line);
  if (ui.cursor) paintCursor(ui, layers.cursor);
  paintTip(ui, tip, pointed);
  paintNote(ui, note);
  updateStyle(svg, { cursor: cursorShape(ui, pointed) });
}

/** Set an attribute unless it has this value: every change costs the browser time. */
function updateAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Set the properties of an element's style that have other values. */
function updateStyle({ style }, values) {
  for (const [name, value] of Object.entries(values))
    if (style[name] !== value) style[name] = value;
}

/** @param {BoardState} state */
function cursorShape({ frame, press }, { can }) {
  if (press?.panFrom) return "grabbing";
  if (can) return "pointer";
  if (frame.drawing_tool?.on) return "crosshair";
  return frame.pen && frame.active ? "crosshair" : "default";
}

/** @param {BoardState} ui */
function paintItem(ui, { hover, preview }, { item, can, move }) {
  const look = can
    ? { fill: GREEN, "fill-opacity": 0.22, stroke: GREEN }
    : { fill: INK, "fill-opacity": 0.07, stroke: "none" };
  hover.append(drawOutline(item, { ...look, "stroke-width": 3 }));
  const shapes = move?.preview ?? [];
  preview.append(...shapes.map((primitive) => drawPrimitive(primitive, ui.camera.growth())));
}

/** Return whether the items that can be chosen next get rings: during a move, or after a refusal.
 *
 *  @param {BoardState} state */
export const showsNextTargets = ({ refusal, spelled }) =>
  spelled.length > 0 || Boolean(refusal?.hasRings);

/** Ring the items that can be chosen next. Items that could only be chosen first get a grey dot.
 *
 *  @param {BoardState} ui */
export function paintNextTargets(ui, layer) {
  const next = nextTargets(ui);
  const first = nextTargets({ ...ui, spelled: [] });
  const stroke = { stroke: GREEN, "stroke-width": 3 };
  for (const item of ui.frame.items.map((each) => scaleItem(ui, each))) {
    if (next.has(item.target)) layer.append(drawOutline(item, { fill: "none", ...stroke }));
    else if (ui.spelled.includes(item.target))
      layer.append(drawOutline(item, { fill: GREEN, "fill-opacity": 0.3, ...stroke }));
    else if (item.fixed && first.has(item.target))
      layer.append(drawOutline(item, { fill: GREY, stroke: PAPER, "stroke-width": 2 }));
  }
}

/** Create a disc with a radius in pixels.
 *
 *  @param {BoardState} state
 *  @param {Point} point
 *  @param {number} size
 *  @param {Record<string, unknown>} attributes */
const createDot = ({ camera }, [cx, cy], size, attributes) =>
  createSvgElement("circle", { cx, cy, r: size * camera.unit(), ...attributes });

/** @param {BoardState} ui */
function paintLine(ui, layer) {
  const {
    anchors,
    frame: { pen },
    line,
    pointer,
  } = ui;
  const near = anchors.length || !pointer ? [] : findBorders(ui, pointer, REACH_PX.mouse);
  const ends = [...near, ...anchors];
  const regions = line ? [line.a.region] : ends.map(({ region }) => region);
  for (const at of regions.flatMap(({ edges }) => edges.flatMap(({ blocked }) => blocked))) {
    layer.append(createDot(ui, at, 4, { fill: PAPER, stroke: INK, "stroke-width": 1.5 }));
  }
  const end = { fill: pen.color, stroke: PAPER, "stroke-width": 1.5 };
  for (const { point } of ends.slice(0, 1))
    layer.append(createDot(ui, point, 5.5, { ...end, "fill-opacity": 0.85 }));
  if (!line) return;
  const [x1, y1] = line.a.point;
  const [x2, y2] = line.b.point;
  const dashes = rejectionReason(ui, line) ? "3 5" : null;
  layer.append(
    createSvgElement("line", {
      x1,
      y1,
      x2,
      y2,
      stroke: pen.color,
      "stroke-width": 3,
      "stroke-dasharray": dashes,
    }),
  );
  layer.append(createDot(ui, line.b.point, 5.5, end));
}

/** Draw the handles that can be dragged, and the shape that they would make.
 *
 *  @param {BoardState} ui */
function paintHandles(ui, layer) {
  const at = handlePoints(ui);
  const stroke = canDropHandles(ui, at) ? PURPLE : RED;
  const edge = { fill: "none", stroke, "stroke-width": 2, "stroke-dasharray": "6 4" };
  if (ui.frame.convex)
    layer.append(createSvgElement("polygon", { points: formatPoints(at), ...edge }));
  for (const point of at)
    layer.append(createDot(ui, point, 8, { fill: PAPER, stroke, "stroke-width": 3 }));
}

/** @param {BoardState} ui */
function paintCursor(ui, layer) {
  for (const [stroke, width] of [
    [INK, 5.5],
    [SKY, 3.5],
  ]) {
    layer.append(
      createDot(ui, cursorPoint(ui.cursor), 10, { fill: "none", stroke, "stroke-width": width }),
    );
  }
}

/** @param {BoardState} ui */
function paintTip(ui, tip, pointed) {
  const isHidden = isRefusalCurrent(ui) || isPointerAtMove(ui) || isTipOver(ui);
  const text = isHidden ? "" : tipText(ui, pointed);
  const at = tipPoint(ui);
  if (tip.textContent !== text) tip.textContent = text;
  updateStyle(tip, { visibility: text && at ? "visible" : "hidden" });
  if (!text || !at) return;
  const start = drawingStart(ui);
  const from = start && ui.camera.toScreen(start);
  const off = boxesToAvoid(ui, pointed.item);
  placeText(
    tip,
    ui.camera.box(),
    (place, size, box) => tipCorner(place, size, box, from, off),
    ui.camera.toScreen(at),
  );
}

/** Return the point where a line or a move that is being drawn starts, or null.
 *
 *  @param {BoardState} ui */
const drawingStart = (ui) => ui.line?.a.point ?? ui.anchors[0]?.point ?? moveStartPoint(ui);

/** Show why something was refused. The same note stays in place, because it fades out by itself.
 *
 *  @param {BoardState} state */
function paintNote({ camera, refusal }, note) {
  if (note.refusal !== refusal) {
    const text =
      refusal &&
      Object.assign(document.createElement("div"), {
        className: "polygames-refusal",
        textContent: refusal.text,
      });
    note.replaceChildren(...(text ? [text] : []));
    note.refusal = refusal;
  }
  if (refusal) placeText(note, camera.box(), noteCorner, camera.toScreen(refusal.at));
}

/** Put a text beside a point of the screen, at the place that `corner` returns. */
function placeText(words, box, corner, at) {
  const [left, top] = corner(at, measureText(words, box), box);
  updateStyle(words, { translate: `${left}px ${top}px` }); // needs no layout
}

/** Return the size of a text in pixels.
 *
 *  It is measured only where a text has other letters or another board size than the last one,
 *  because this forces a layout. All digits have the same width.
 *
 *  @returns {Size} */
function measureText(words, { width, height }) {
  const key = `${width} ${height} ${words.textContent.replace(/\d/g, "0")}`;
  if (words.sizeKey !== key)
    Object.assign(words, {
      sizeKey: key,
      size: { width: words.offsetWidth, height: words.offsetHeight },
    });
  return words.size;
}
