// What a person does at the board, handed to the modules that know what it means.

import { isTouchToPlay, onWheel } from "./gestures.js";
import { onKey } from "./keys.js";
import { onCancel, onDown, onMove, onUp } from "./mouse.js";
import { refuse } from "./refusals.js";

/** Hear the mouse, touches and keys. */
export function listen(ui, { svg, tip }, show) {
  const on = (name, act, options) => svg.addEventListener(name, (event) => ui.frame && act(event), options);
  const shown = (act) => (event) => { act(ui, event); show(); };
  on("pointermove", shown(onMove));
  on("pointerdown", shown((_, event) => {
    svg.focus({ preventScroll: true });
    ui.refusal = null;
    if (onDown(ui, event)) svg.setPointerCapture(event.pointerId);
    if (ui.frame.elsewhere) refuse(ui, ui.frame.elsewhere);
  }));
  on("pointerup", shown(onUp));
  on("pointercancel", shown(onCancel));
  on("pointerleave", shown(() => { ui.pointer = null; }));
  on("contextmenu", (event) => { // the right button cancels; Lab has a menu, too
    event.preventDefault();
    event.stopPropagation();
  });
  on("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls as it does everywhere
    event.preventDefault();
    shown(onWheel)(event);
  }, { passive: false });
  on("touchstart", (event) => {
    if (isTouchToPlay(ui, event.touches)) event.preventDefault();
  }, { passive: false });
  on("keydown", (event) => {
    ui.refusal = null;
    if (event.ctrlKey || event.metaKey || event.altKey || !onKey(ui, event)) return;
    event.preventDefault();
    event.stopPropagation();
    show();
    if (tip.textContent) ui.say(tip.textContent);
  });
}
