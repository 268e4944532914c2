// The words above a board stand in a box of so many lines, so that nothing below them moves. Where they
// are longer a button shows them whole, over the board, until it is pressed again or others come.

/** Whether words are higher than their box, in css pixels; less than a line's rest does not count. */
export const isCut = (words, box) => words > box + 4;

/** How many whole lines of a message go into a box below a status, and one at least. */
export const linesIn = (box, status, line) => Math.max(1, Math.floor((box - status + 2) / line));

/** Offer to show words whole where they are cut; returns what ends it. */
export function showWhole(root) {
  const head = root.querySelector(".polygames-head");
  if (!head) return () => {};
  const parts = () => ["words", "all-words", "more"].map((name) => head.querySelector(`.polygames-${name}`));
  const look = () => {
    const [box, all, more] = parts();
    if (!more) return;
    const [status, message] = all.children, high = status.offsetHeight;
    const is_open = box.classList.contains("polygames-whole");
    const cut = is_open || isCut(high + message.scrollHeight, box.clientHeight);
    if (more.hidden === cut) more.hidden = !cut;
    const line = parseFloat(getComputedStyle(message).lineHeight);
    if (line > 0) message.style.setProperty("--pg-clamp", linesIn(box.clientHeight, high, line));
    box.classList.toggle("polygames-cut", cut);
  };
  const press = ({ target }) => {
    if (!target.closest(".polygames-more")) return;
    const [box, , more] = parts(), is_open = box.classList.toggle("polygames-whole");
    more.textContent = is_open ? "less" : "more";
    more.setAttribute("aria-expanded", String(is_open));
  };
  let last = null; // the button in focus: the header is made anew with every move
  const focus = ({ target }) => { last = target.closest(".polygames-more"); };
  const blur = ({ relatedTarget }) => { if (relatedTarget) last = null; };
  const keep = () => {
    look();
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const more = parts()[2];
    (more && !more.hidden ? more : root.querySelector(".polygames-pointer svg"))?.focus({ preventScroll: true });
  };
  const news = new MutationObserver(keep);
  news.observe(head, { childList: true, subtree: true, characterData: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(head);
  const heard = { click: press, focusin: focus, focusout: blur };
  for (const [name, act] of Object.entries(heard)) head.addEventListener(name, act);
  look();
  return () => {
    news.disconnect();
    sizes.disconnect();
    for (const [name, act] of Object.entries(heard)) head.removeEventListener(name, act);
  };
}

/** Fade the end of a page of the panel where more can be scrolled to: no line looks cut off. */
export function fadeEnds(root) {
  const side = root.querySelector(".polygames-side");
  if (!side) return () => {};
  const look = () => {
    for (const page of side.querySelectorAll(":scope > .polygames-page")) {
      const rest = page.scrollHeight - page.clientHeight - page.scrollTop;
      page.classList.toggle("polygames-goes-on", page.clientHeight > 0 && rest > 2);
    }
  };
  const later = () => requestAnimationFrame(look);
  const news = new MutationObserver(later);
  news.observe(side, { childList: true, subtree: true, attributeFilter: ["style"] });
  const sizes = new ResizeObserver(later);
  sizes.observe(side);
  side.addEventListener("scroll", look, true); // it does not bubble
  look();
  return () => {
    news.disconnect();
    sizes.disconnect();
    side.removeEventListener("scroll", look, true);
  };
}
