// The link to what is on the board, with its QR code for a projector.

import { copyToClipboard } from "../../view/js/page/clipboard.js";
import { createButton, createElement } from "../../view/js/shared/dom.js";

const EXPLANATION = "This link opens what is on your board, on any device.";
const COPIED_TEXT = "The link is copied.";

/** Create the dialog. The code is SVG of our own. If it is empty, the note is the reason. */
export function createLinkDialog({ address, code, note }) {
  const dialog = createElement("dialog", { className: "play-dialog", ariaLabel: "Link" });
  const showCopied = () => {
    dialog.querySelector(".play-copied").textContent = COPIED_TEXT;
  };
  const copy = () =>
    copyToClipboard({ text: address, label: "The link" }, { holder: dialog, done: showCopied });
  dialog.append(
    createElement(
      "div",
      { className: "polygames-board" },
      createElement("h2", { textContent: "Link" }),
      createElement("p", { textContent: EXPLANATION }),
      createElement("input", {
        readOnly: true,
        value: address,
        ariaLabel: "the link",
        onfocus: ({ target }) => target.select(),
      }),
      code
        ? createElement("div", { className: "play-code", innerHTML: code })
        : createElement("p", { textContent: note }),
      createButton("Copy link", copy, { className: "mod-primary" }),
      createElement("span", { className: "play-copied", role: "status" }),
      createButton("Close", () => dialog.close()),
    ),
  );
  dialog.onclose = () => dialog.remove();
  queueMicrotask(() => dialog.showModal());
  return dialog;
}
