// What can be seen of a move before it is made: asked of the kernel where the frame has but a quick
// preview of it, or shown because a row of a panel, or a place where a line may begin, is pointed at.

import { onMount } from "../page/mount.js";
import { addListeners } from "../shared/dom.js";
import { drawPrimitive } from "../shared/drawing.js";
import { findBorders, cutsRegion, REACH_PX } from "./border.js";
import { sendMessage } from "./state.js";
import { movesAfter } from "./targets.js";

/** Ask for all that can be said of the move that a click would finish, where the frame has but a
 *  quick preview of it; or ahead, of all moves that go on from what is pointed at. */
export function requestPreview(ui, { item, can, move }) {
  const {
    frame: { peeks, space },
    spelled,
  } = ui;
  if (!peeks || !can || !(move || peeks === "ahead")) return;
  const spelling = [...spelled, item.target];
  const begun = movesAfter(ui, item.target);
  const news = (move ? [move] : begun).filter((each) => !each.asked);
  if (!news.length) return;
  for (const each of news) each.asked = true;
  sendMessage(ui, "peek", { spelling, space });
}

/** Take the answer, or what the kernel found when it had time. */
export function storePreviews({ frame }, { moves, version, space }) {
  if (version !== frame.version || space !== frame.space) return;
  const known = new Map(frame.moves.map((move) => [move.spelling.join(), move]));
  for (const { spelling, label, preview } of moves)
    Object.assign(known.get(spelling.join()) ?? {}, { label, preview, asked: true });
}

// --- What a row of a panel shows, and what lines from a place are worth

const HOVER_MS = 90; // ms that the pointer stays at a border before the kernel is asked about it
const MOVED_PX = 8; // pixels to another place

/** Draw what is looked at until something else is: rows of the panel say so to the board's root,
 *  and the kernel says what lines from a place are worth. Returns what ends it. */
export function watchPreviews(ui, { svg, layers }, model, el) {
  const draw = (scene) =>
    layers.looked.replaceChildren(...scene.map((each) => drawPrimitive(each, ui.camera.growth())));
  const ends = createEndsPreview(ui, draw);
  const look = () => ends.look();
  const take = (message) => {
    if (message.kind === "ends") ends.take(message);
  };
  const home = onMount(el, [
    (root) => addListeners(root, { "polygames-look": ({ detail }) => draw(detail ?? []) }),
  ]);
  const pointed = addListeners(svg, { pointermove: look, pointerup: look, pointerleave: look });
  model.on("msg:custom", take);
  return () => {
    for (const end of [home, ends.stop, pointed]) end();
    model.off("msg:custom", take);
  };
}

/** Where a line begins, or would begin if the button were pressed now; null for nowhere. */
export function lineStartPoint(ui) {
  if (!ui.frame?.maps || !ui.frame.active) return null;
  const near = ui.pointer ? findBorders(ui, ui.pointer, REACH_PX.mouse) : [];
  return (ui.anchors.length ? ui.anchors : near).find(cutsRegion)?.point ?? null;
}

/** Asks about the place where a line begins, once the pointer rests there. */
export function createEndsPreview(ui, draw, { later = setTimeout, never = clearTimeout } = {}) {
  let at = null;
  let timer = null;
  const stop = () => never(timer);
  const look = () => {
    const now = lineStartPoint(ui);
    const same =
      at && now && Math.hypot(at[0] - now[0], at[1] - now[1]) < MOVED_PX * ui.camera.unit();
    if (same || (!at && !now)) return;
    stop();
    if (at) draw([]);
    at = now;
    if (at) timer = later(() => sendMessage(ui, "ends", { at }), HOVER_MS);
  };
  const take = ({ at: asked, scene }) => {
    if (at && asked[0] === at[0] && asked[1] === at[1]) draw(scene);
  };
  return { look, take, stop };
}
