// The pointer layer: everything that happens between two moves, without asking the kernel.
// Its input are the traits `frame` and `previews`, as text (polygames/widgets/painter/pointer.py); its one
// output are messages {kind, version, ...}. Here the other modules are tied to the page.

import { keepCalm } from "../page/explore.js";
import { copy } from "../page/clipboard.js";
import { bringIntoSight, keepFocus, keepKeys, skipCanvas, whenPlaced } from "../page/mount.js";
import {
  announceView,
  deactivate,
  seen,
  showGone,
  takeSeats,
  watchKernel,
} from "../page/presence.js";
import { fadeEnds, nameTabs, showWhole } from "../page/words.js";
import { isLate, keepPicture, pictureOf } from "../page/saved_picture.js";
import { reportPixels, resizeHandle, watchFreeSpace } from "../page/sizing.js";
import { hear } from "../shared/dom.js";
import { kernelLink } from "../shared/kernel_link.js";
import { endMotion, isStill, showMotion } from "../renderer/animation.js";
import { newSurface, shift } from "../renderer/layers.js";
import { fade, paint } from "../renderer/renderer.js";
import { pressChoices } from "./actions.js";
import { Camera } from "./camera.js";
import { isCalm, listen } from "./input.js";
import { answered, refused, send, start, stop, take } from "./state.js";
import { askPreview, takePreviews, watchPreviews } from "./preview.js";
import { pointedAt } from "./targets.js";
import { placeWords } from "./tooltip.js";

function render({ model, el }) {
  const surface = newSurface(el);
  const camera = new Camera({
    box: () => surface.svg.getBoundingClientRect(),
    ask: (window) => send(ui, "view", { window, space: ui.frame.space }),
    shift: (x, y, scale) => shift(el, surface.svg, x, y, scale),
    isCalm: () => isCalm(ui),
    pace: () => (isStill() ? 0 : undefined),
    moved: () => {
      if (ui.pointer) ui.pointer = camera.toScene(ui.mouse);
      show();
    },
  });
  const post = kernelLink(model);
  const show = () => {
    const pointed = pointedAt(ui);
    askPreview(ui, pointed);
    paint(ui, surface, pointed);
  };
  const ui = start({
    ...{ camera, show },
    post,
    ...surface.voice,
    patience: () => model.get("patience"),
    silence: model.get("silence"),
    isLate: () => isLate(model.get("saved").canvas, show),
  });
  listen(ui, surface, show);
  const lost = () => {
    const words = model.get("gone");
    const root = el.closest(".polygames-board");
    if (ui.frame) deactivate(ui);
    if (root) showGone(root, surface.goneNote, words);
    ui.say(words);
    if (ui.frame) show();
  };
  const ends = [
    watchPreviews(ui, surface, model, el),
    connect(ui, surface, model, show, el),
    watchKernel(model, el, lost),
    watchFreeSpace(el),
    whenPlaced(el, [
      ...[
        keepKeys,
        keepFocus,
        skipCanvas,
        bringIntoSight,
        pressChoices(ui),
        takeSeats(post),
        nameTabs,
        keepCalm,
        showWhole,
        fadeEnds,
      ],
      ...[lookElsewhere(ui, surface.svg, show), resizeHandle(model, surface.corner)],
    ]),
    announceView(post),
  ];
  return () => ends.forEach((end) => end());
}

/** What is said beside the pointer goes when something else at the board is pressed: a finger that is
 *  lifted leaves it there. What is begun for the board's own element. */
const lookElsewhere = (ui, svg, show) => (root) => {
  const press = (event) => {
    // what was pressed in the picture may be painted anew by now: ask the path
    if (!ui.frame || event.composedPath().includes(svg)) return;
    Object.assign(ui, { pointer: null, refusal: null });
    show();
  };
  return hear(root, { pointerdown: press });
};

/** Once for a board, however many views it has. */
const initialize = ({ model }) => keepPicture(model);

/** Hear the kernel; what is returned ends it. */
function connect(ui, surface, model, show, el) {
  const onFrame = () => {
    const frame = seen(JSON.parse(model.get("frame")));
    if (!frame.window) return;
    if (take(ui, frame)) fade(ui, surface.layers);
    takePreviews(ui, JSON.parse(model.get("previews")));
    surface.svg.setAttribute("aria-label", frame.title);
    show();
  };
  const hearPreviews = (found) => {
    takePreviews(ui, found);
    if (ui.cursor) ui.place(placeWords(ui)); // what Enter does there is known by now
  };
  const onPreviews = () => {
    if (!ui.frame) return;
    hearPreviews(JSON.parse(model.get("previews")));
    show();
  };
  const copied = (content) =>
    copy(content, { holder: el, done: () => ui.post({ kind: "copied" }) });
  const copyPicture = () => {
    const picture = pictureOf(surface.svg);
    if (picture) copied({ picture, what: "The picture" });
  };
  /** Messages that need no frame. */
  const requests = { picture: copyPicture, copy: copied };
  /** Messages about the frame that is shown; `show` follows unless they return false. */
  const updates = {
    motion: (message) => showMotion(ui, surface, message) ?? false, // the picture is on its way
    said: ({ text }) => ui.say(text) ?? false,
    peek: hearPreviews,
    answered: (message) => answered(ui, message),
    refused: (message) => refused(ui, message),
    hinted: ({ line }) => {
      ui.hinted = line;
    },
    zoom: ({ factor }) => (factor ? ui.camera.zoom(factor) : ui.camera.whole()),
  };
  const onMessage = (message) => {
    const { kind } = message;
    if (Object.hasOwn(requests, kind)) requests[kind](message);
    else if (ui.frame && (!Object.hasOwn(updates, kind) || updates[kind](message) !== false))
      show();
  };
  const pixels = reportPixels(surface.svg, (count) => ui.post({ kind: "screen", pixels: count }));
  const resized = new ResizeObserver(() => {
    if (ui.frame) show();
    pixels.look();
  });
  resized.observe(surface.svg);
  const heard = { "change:frame": onFrame, "change:previews": onPreviews, "msg:custom": onMessage };
  for (const [name, act] of Object.entries(heard)) model.on(name, act);
  onFrame();
  return () => {
    resized.disconnect();
    for (const each of [pixels, ui.camera]) each.stop();
    endMotion(ui);
    stop(ui);
    for (const [name, act] of Object.entries(heard)) model.off(name, act);
  };
}

export default { initialize, render };
