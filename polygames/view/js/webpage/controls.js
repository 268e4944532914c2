// What steps through a game on its page: buttons, keys, swipes, and the address.

import { tag } from "./move_list.js";

const SWIPE = 40; // px

/** The buttons, by name, and the bar that they stand in. */
export function steps(page) {
  const bar = tag("div", "steps");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Steps");
  const step = (text, label, key, act) => {
    const button = tag("button", "", text, { type: "button", title: `${label} (${key})`, onclick: act });
    button.setAttribute("aria-label", label);
    bar.append(button);
    return button;
  };
  return {
    bar,
    first: step("|\u25c0", "First position", "Home", () => page.go(0)),
    back: step("\u25c0", "Back", "left arrow", () => page.step(-1)),
    player: step("\u25b6\ufe0e Play", "Play by itself", "space", () => page.toggle()),
    on: step("\u25b6", "On", "right arrow", () => page.step(1)),
    last: step("\u25b6|", "Last position", "End", () => page.go(page.end())),
  };
}

/** Have keys, swipes on the board and the address step, too. */
export function listen(page) {
  const keys = {
    ArrowLeft: () => page.step(-1), ArrowRight: () => page.step(1), Home: () => page.step(-Infinity), End: () => page.step(Infinity),
    ArrowUp: () => page.turn(-1), ArrowDown: () => page.turn(1), " ": () => page.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    const isOther = event.altKey || event.ctrlKey || event.metaKey || (event.key === " " && event.target.closest?.("button, summary, a"));
    if (isOther || !keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });
  let from = null;
  page.svg.addEventListener("pointerdown", ({ clientX, pointerType }) => { from = pointerType === "touch" ? clientX : null; });
  page.svg.addEventListener("pointerup", ({ clientX }) => {
    if (from !== null && Math.abs(clientX - from) > SWIPE) page.step(clientX < from ? 1 : -1);
    from = null;
  });
  addEventListener("hashchange", () => page.go(page.linked() ?? page.place));
}
