// What somebody looks at: a move in the panel beside the board, or a place where a line may begin.

import { atHome } from "./home.js";
import { bordersAt, REACH } from "./lines.js";
import { drawn } from "./marks.js";
import { send } from "./state.js";

const REST = 90; // ms that the pointer stays at a border before the kernel is asked about it
const FAR = 8; // pixels to another place

/** Draw what is looked at until something else is: rows of the panel say so to the board's root,
 *  and the kernel says what lines from a place are worth. Returns what ends it. */
export function watchLooks(ui, { svg, layers }, model, el) {
  const draw = (scene) => layers.looked.replaceChildren(...scene.map((each) => drawn(each, ui.eye.growth())));
  const ends = newEnds(ui, draw), look = () => ends.look();
  const hear = (message) => { if (message.kind === "ends") ends.take(message); };
  const home = atHome(el, [(root) => heed(root, draw)]);
  for (const kind of ["pointermove", "pointerup", "pointerleave"]) svg.addEventListener(kind, look);
  model.on("msg:custom", hear);
  return () => {
    home();
    ends.stop();
    for (const kind of ["pointermove", "pointerup", "pointerleave"]) svg.removeEventListener?.(kind, look);
    model.off("msg:custom", hear);
  };
}

function heed(root, draw) {
  const look = ({ detail }) => draw(detail ?? []);
  root.addEventListener("polygames-look", look);
  return () => root.removeEventListener("polygames-look", look);
}

/** Where a line begins, or would begin if the button were pressed now; null for nowhere. */
export function beginning(ui) {
  if (!ui.frame?.maps || !ui.frame.active) return null;
  const near = ui.pointer ? bordersAt(ui, ui.pointer, REACH.mouse) : [];
  return (ui.anchors[0] ?? near[0])?.point ?? null;
}

/** Asks about the place where a line begins, once the pointer rests there. */
export function newEnds(ui, draw, { later = setTimeout, never = clearTimeout } = {}) {
  let at = null, timer = null;
  const stop = () => never(timer);
  const look = () => {
    const now = beginning(ui);
    const same = at && now && Math.hypot(at[0] - now[0], at[1] - now[1]) < FAR * ui.eye.unit();
    if (same || (!at && !now)) return;
    stop();
    if (at) draw([]);
    at = now;
    if (at) timer = later(() => send(ui, "ends", { at }), REST);
  };
  const take = ({ at: asked, scene }) => {
    if (at && asked[0] === at[0] && asked[1] === at[1]) draw(scene);
  };
  return { look, take, stop };
}
