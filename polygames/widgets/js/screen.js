// How many pixels of the screen the board has: the kernel paints that many, and no more.

const STILL = 300; // ms without a change of size before the kernel is told

/** `look` when the size of an element may have changed: `tell` is given its width in pixels of
 *  the screen, once it has been still for a moment, and only if that is news. */
export function tellPixels(svg, tell) {
  let timer, told;
  const measure = () => {
    const pixels = Math.round(svg.getBoundingClientRect().width * (globalThis.devicePixelRatio || 1));
    if (pixels > 0 && pixels !== told) tell((told = pixels));
  };
  const stop = () => clearTimeout(timer);
  return { stop, look: () => { stop(); timer = setTimeout(measure, STILL); } };
}
