// The rules of a game in a dialog over the page, also opened with the key `?`.

import { createButton, createElement } from "../../view/js/shared/dom.js";

const findDialog = () => document.querySelector(".class-help");

/** Show the rules over the page. The HTML is our own and contains no text of a user. */
export function showHelpDialog(html) {
  closeHelpDialog();
  const dialog = createElement("dialog", { className: "class-help", ariaLabel: "How to play" });
  dialog.append(
    createElement(
      "div",
      { className: "polygames-board" },
      createElement(
        "div",
        { className: "class-help-top" },
        createElement("b", { textContent: "How to play" }),
        createElement("span", { className: "class-help-status", role: "status" }),
        createButton("Close", () => dialog.close(), { className: "mod-primary" }),
      ),
      createElement("div", { className: "polygames-help", innerHTML: html }),
    ),
  );
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

export const closeHelpDialog = () => findDialog()?.remove();

/** Show a status above the rules, which cover the board. */
export function showHelpStatus(status) {
  const line = document.querySelector(".class-help-status");
  if (line && line.textContent !== status) line.textContent = status;
}

/** Call `requestHelp` for the key `?`, wherever the focus is, except in a field for text. */
export function watchHelpKey(requestHelp) {
  const handleKey = (event) => {
    if (event.key !== "?" || event.target.matches?.("input, select, textarea")) return;
    event.stopPropagation(); // the board has this key, too
    if (!findDialog()) requestHelp();
  };
  document.addEventListener("keydown", handleKey, true);
}
