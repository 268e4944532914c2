// The pointer layer: everything between two moves that needs no answer of the kernel. Its input are
// the trait `frame`, as JSON (polygames/widgets/painter/pointer.py), and its output are messages
// {kind, version, ...}. This module connects the other modules with the page.

import { collapseTools } from "../page/more_tools.js";
import { copyToClipboard } from "../page/clipboard.js";
import { followPanels, restoreFocus } from "../page/focus.js";
import {
  scrollBoardIntoView,
  isolateKeys,
  markEmptyChoices,
  markHolders,
  removeCanvasTabStop,
  onMount,
} from "../page/mount.js";
import { announceView, deactivateBoard, showKernelStopped, watchKernel } from "../page/presence.js";
import { fadePanelEnds, addMoreButton } from "../page/words.js";
import { isPictureLate, savePictures, encodeBoardPicture } from "../page/saved_picture.js";
import { reportPixels, addResizeHandle, watchFreeSpace } from "../page/sizing.js";
import { labelTabs } from "../page/tabs.js";
import { addListeners } from "../shared/dom.js";
import { createFrameReader } from "../shared/frames.js";
import { createKernelLink } from "../shared/kernel_link.js";
import { endMotion, prefersNoMotion, showMotion } from "../renderer/animation.js";
import { createSurface, shiftPicture } from "../renderer/layers.js";
import { fadeLostPieces, paint } from "../renderer/renderer.js";
import { handleChoiceButtons, handleHideButton } from "./actions.js";
import { Camera } from "./camera.js";
import { isIdle, addInputListeners } from "./input.js";
import { createLineTools } from "./line_tools.js";
import {
  acknowledgeMove,
  rejectMove,
  sendMessage,
  createBoardState,
  clearPending,
  updateFrame,
} from "./state.js";
import { requestPreview, storePreview, watchPreviews } from "./preview.js";
import { findPointed } from "./targets.js";
import { addedText, cursorText } from "./tooltip.js";

/** @import { BoardState, WidgetModel } from "../types.js" */

function render({ model, el }) {
  const surface = createSurface(el);
  const camera = new Camera({
    box: surface.box,
    ask: (window) => sendMessage(ui, "show_window", { window }),
    shift: (x, y, scale) => shiftPicture(el, surface.box(), x, y, scale),
    isIdle: () => isIdle(ui),
    pace: () => (prefersNoMotion() ? 0 : undefined),
    moved: () => {
      if (ui.pointer) ui.pointer = camera.toScene(ui.mouse);
      show();
    },
  });
  const post = createKernelLink(model);
  const show = () => {
    const pointed = findPointed(ui);
    requestPreview(ui, pointed);
    paint(ui, surface, pointed);
    lineTools.update();
  };
  const ui = createBoardState({
    ...{ camera, show },
    post,
    ...surface.voice,
    patience: () => model.get("patience"),
    silence: model.get("silence"),
    isLate: () => isPictureLate(model.get("saved").canvas, show),
  });
  const lineTools = createLineTools(ui, show);
  addInputListeners(ui, surface, show);
  const onKernelLost = () => {
    const words = model.get("gone");
    const root = el.closest(".polygames-board");
    if (ui.frame) deactivateBoard(ui);
    if (root) showKernelStopped(root, surface.goneNote, words);
    ui.say(words);
    if (ui.frame) show();
  };
  const ends = [
    watchPreviews(ui, surface, model, el),
    connectKernel(ui, surface, model, show, el),
    watchKernel(model, el, onKernelLost),
    watchFreeSpace(el),
    onMount(el, [
      ...[
        isolateKeys,
        markHolders,
        markEmptyChoices,
        restoreFocus,
        removeCanvasTabStop,
        scrollBoardIntoView,
        handleChoiceButtons(ui),
        handleHideButton(ui),
        lineTools.attach,
        labelTabs,
        collapseTools,
        followPanels(surface.voice.say), // after the tools are shown or collapsed
        addMoreButton,
        fadePanelEnds,
      ],
      ...[clearTipElsewhere(ui, surface.svg, show), addResizeHandle(model, surface.corner)],
    ]),
    announceView(post),
  ];
  return () => ends.forEach((end) => end());
}

/** Hide the tooltip when anything else at the board is pressed, because a lifted finger leaves
 *  it open.
 *
 *  Return a function that starts this on a board's root element.
 *
 *  @param {BoardState} ui */
const clearTipElsewhere = (ui, svg, show) => (root) => {
  const hideTip = (event) => {
    // the pressed element may be repainted by now, so check the path of the event
    if (!ui.frame || event.composedPath().includes(svg)) return;
    Object.assign(ui, { pointer: null, refusal: null });
    show();
  };
  return addListeners(root, { pointerdown: hideTip });
};

/** Called once for each board, however many views it has. */
const initialize = ({ model }) => savePictures(model);

/** Connect the board with the kernel. Return a function that disconnects it.
 *
 *  @param {BoardState} ui
 *  @param {WidgetModel} model */
function connectKernel(ui, surface, model, show, el) {
  const readFrame = createFrameReader(model);
  const onFrame = () => {
    const frame = readFrame();
    if (!frame) return void ui.post({ kind: "request_frame" });
    if (!frame.window) return;
    if (updateFrame(ui, frame)) fadeLostPieces(ui, surface.layers);
    surface.svg.setAttribute("aria-label", frame.title);
    show();
  };
  const onPreview = (found) => {
    const before = cursorText(ui);
    storePreview(ui, found);
    const news = addedText(before, cursorText(ui));
    if (news) ui.place(news);
  };
  const copyForUser = (content) =>
    copyToClipboard(content, { holder: el, done: () => ui.post({ kind: "copied" }) });
  const copyPicture = () => {
    const picture = encodeBoardPicture(surface.svg);
    if (picture) copyForUser({ picture, label: "The picture" });
  };
  /** Messages that need no frame. */
  const requests = { copy_picture: copyPicture, copy_text: copyForUser };
  /** Messages about the current frame. They are followed by `show` unless they return false. */
  const updates = {
    motion: (message) => showMotion(ui, surface, message) ?? false, // the new picture is on its way
    spoken_text: ({ text }) => ui.say(text) ?? false,
    preview: onPreview,
    confirmed: (message) => acknowledgeMove(ui, message),
    refused: (message) => rejectMove(ui, message),
    hint_line: ({ line }) => {
      ui.hinted = line;
    },
    zoom: ({ factor }) => (factor ? ui.camera.zoom(factor) : ui.camera.showHome()),
  };
  const onMessage = (message) => {
    const { kind } = message;
    if (Object.hasOwn(requests, kind)) requests[kind](message);
    else if (ui.frame && (!Object.hasOwn(updates, kind) || updates[kind](message) !== false))
      show();
  };
  const pixels = reportPixels(surface.svg, (count) =>
    ui.post({ kind: "report_width", pixels: count }),
  );
  const resized = new ResizeObserver(() => {
    surface.box.forget();
    if (ui.frame) show();
    pixels.look();
  });
  resized.observe(surface.svg);
  const handlers = {
    "change:frame": onFrame,
    "change:known_items": onFrame, // after a missed message, the frame may be the same
    "msg:custom": onMessage,
  };
  for (const [name, act] of Object.entries(handlers)) model.on(name, act);
  onFrame();
  return () => {
    resized.disconnect();
    for (const each of [pixels, ui.camera]) each.stop();
    endMotion(ui);
    clearPending(ui);
    for (const [name, act] of Object.entries(handlers)) model.off(name, act);
  };
}

export default { initialize, render };
