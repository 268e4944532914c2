// The evaluation bar: how much of it is whose, and the words.

/** Show a bar in its element, or none. */
export function showBar(el, bar) {
  el.hidden = !bar;
  if (!bar) return;
  const [first, second] = bar.seats, share = `${100 * bar.share}%`;
  el.style.setProperty("--pg-share", share);
  el.style.setProperty("--pg-first", first.color);
  el.style.setProperty("--pg-second", second?.color ?? "transparent");
  const [one, words, other] = el.children;
  one.textContent = first.mark;
  words.textContent = bar.text;
  other.textContent = second?.mark ?? "";
  el.setAttribute("aria-label", bar.text);
}

export function newBar() {
  const el = Object.assign(document.createElement("div"), { className: "polygames-evaluation", hidden: true });
  el.setAttribute("role", "img");
  for (const name of ["mark", "verdict", "mark"]) {
    el.append(Object.assign(document.createElement("span"), { className: `polygames-${name}` }));
  }
  return el;
}
