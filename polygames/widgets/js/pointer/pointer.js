// The pointer layer: everything that happens between two moves, without asking the kernel.
// Its input are the traits `frame` and `previews`, as text (polygames/widgets/painter/pointer.py); its one
// output are messages {kind, version, ...}. Here the other modules are tied to the page.

import { mourn, retire, watchLife } from "../page/kernel_status.js";
import { atHome, keepKeys, skipCanvas } from "../page/mount.js";
import { greet, seen, takeSeats } from "../page/presence.js";
import { copyPicture, isLate, keepPicture } from "../page/saved_picture.js";
import { sizable, tellPixels, watchRoom } from "../page/sizing.js";
import { kernelLink } from "../shared/kernel_link.js";
import { move, settle } from "../renderer/animation.js";
import { newPaper, say, shift } from "../renderer/layers.js";
import { fade, paint } from "../renderer/renderer.js";
import { pressChoices } from "./actions.js";
import { Camera } from "./camera.js";
import { listen } from "./input.js";
import { answered, refused, stop } from "./pending_move.js";
import { peek, peeked, watchLooks } from "./preview.js";
import { send, start, take } from "./state.js";
import { pointedAt } from "./targets.js";

function render({ model, el }) {
  const paper = newPaper(el);
  const eye = new Camera({
    box: () => paper.svg.getBoundingClientRect(),
    ask: (window) => send(ui, "view", { window, space: ui.frame.space }),
    shift: (x, y, scale) => shift(el, paper.svg, x, y, scale),
  });
  const post = kernelLink(model);
  const show = () => {
    const pointed = pointedAt(ui);
    peek(ui, pointed);
    paint(ui, paper, pointed);
  };
  const ui = start({
    ...{ eye, show },
    post,
    say: (text) => say(paper, text),
    patience: () => model.get("patience"),
    isLate: () => isLate(model.get("saved").canvas, show),
  });
  listen(ui, paper, show);
  const lost = () => {
    const words = model.get("gone"), root = el.closest(".polygames-board");
    if (ui.frame) retire(ui);
    if (root) mourn(root, paper.obituary, words);
    ui.say(words);
    if (ui.frame) show();
  };
  const ends = [
    watchLooks(ui, paper, model, el),
    connect(ui, paper, model, show),
    watchLife(model, el, lost),
    watchRoom(el),
    atHome(el, [keepKeys, skipCanvas, pressChoices(ui), takeSeats(post), sizable(model, paper.corner)]),
    greet(post),
  ];
  return () => ends.forEach((end) => end());
}

/** Once for a board, however many views it has. */
const initialize = ({ model }) => keepPicture(model);

/** Hear the kernel; what is returned ends it. */
function connect(ui, paper, model, show) {
  const onFrame = () => {
    const frame = seen(JSON.parse(model.get("frame")));
    if (!frame.window) return;
    if (take(ui, frame)) fade(ui, paper.layers);
    peeked(ui, JSON.parse(model.get("previews")));
    paper.svg.setAttribute("aria-label", frame.title);
    show();
  };
  const onPreviews = () => {
    if (!ui.frame) return;
    peeked(ui, JSON.parse(model.get("previews")));
    show();
  };
  const onMessage = (message) => {
    if (message.kind === "picture") return void copyPicture(paper.svg).catch((error) => ui.say(`${error}`));
    if (message.kind === "copy") return void navigator.clipboard?.writeText(message.text);
    if (!ui.frame) return;
    if (message.kind === "motion") return move(ui, paper, message); // the picture is on its way
    if (message.kind === "peek") peeked(ui, message);
    else if (message.kind === "answered") answered(ui, message);
    else if (message.kind === "refused") refused(ui, message);
    else if (message.kind === "zoom") message.factor ? ui.eye.zoom(message.factor) : ui.eye.whole();
    show();
  };
  const pixels = tellPixels(paper.svg, (pixels) => ui.post({ kind: "screen", pixels }));
  const resized = new ResizeObserver(() => { if (ui.frame) show(); pixels.look(); });
  resized.observe(paper.svg);
  const heard = { "change:frame": onFrame, "change:previews": onPreviews, "msg:custom": onMessage };
  for (const [name, act] of Object.entries(heard)) model.on(name, act);
  onFrame();
  return () => {
    resized.disconnect();
    for (const each of [pixels, ui.eye]) each.stop();
    settle(ui);
    stop(ui);
    for (const [name, act] of Object.entries(heard)) model.off(name, act);
  };
}

export default { initialize, render };
