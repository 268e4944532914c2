// Copying to the clipboard. A browser may refuse it (plain http, no permission): then the user
// copies by hand.

import { createButton, createElement } from "../shared/dom.js";

/** Copy a text or a picture (PNG in base64) to the clipboard.
 *
 *  `done` is called after it was copied. If the browser refuses, the content is shown, selected,
 *  over the board in `holder`. A page in the background does nothing: its user did not ask.
 *
 *  @param {{ text?: string, picture?: string, label: string }} content */
export async function copyToClipboard(
  { text, picture, label },
  { holder, done: onCopied, page = globalThis },
) {
  if (!page.document.hasFocus()) return;
  try {
    const { clipboard } = page.navigator;
    if (picture)
      await clipboard.write([new page.ClipboardItem({ "image/png": decodePng(picture) })]);
    else await clipboard.writeText(text);
  } catch {
    return showByHand({ text, picture, label }, holder, onCopied);
  }
  onCopied();
}

const decodePng = (coded) =>
  new Blob([Uint8Array.from(atob(coded), (sign) => sign.charCodeAt(0))], { type: "image/png" });

/** Show a content over the board, selected, so that the user can copy it by hand. */
function showByHand({ text, picture, label }, holder, onCopied) {
  holder.querySelector(".polygames-copy-dialog")?.remove();
  const focusedBefore = /** @type {HTMLElement | null} */ (document.activeElement);
  const dialog = createElement("div", { className: "polygames-copy-dialog" });
  const close = () => {
    dialog.remove();
    focusedBefore?.focus?.({ preventScroll: true });
  };
  const hint = picture
    ? "To copy it, right-click it or press it for a moment."
    : "The text is selected: copy it with Ctrl+C or ⌘C.";
  const content = picture
    ? createElement("img", { src: `data:image/png;base64,${picture}`, alt: label, tabIndex: 0 })
    : createElement("textarea", { value: text, readOnly: true, rows: 4 });
  content.setAttribute("aria-label", label);
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-label", `${label}, to copy by hand`);
  dialog.append(
    createElement("p", {
      textContent: `The browser does not allow copying (${label}). ${hint}`,
    }),
    content,
    createButton("Close", close, { title: "close (Escape)" }),
  );
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  content.addEventListener("copy", () =>
    setTimeout(() => {
      // after the browser has copied
      close();
      onCopied();
    }),
  );
  holder.append(dialog);
  content.focus({ preventScroll: true });
  content.select?.();
}
