// The saved games: a picture of each, its result, and buttons to open it. The content is the trait
// `content` (polygames/widgets/panels/saved_games.py).

import { isolateKeys } from "../page/mount.js";
import { createButton, createElement, patchChildren } from "../shared/dom.js";
import { createKernelLink } from "../shared/kernel_link.js";

/** Return the address of a picture that is given as SVG.
 *
 *  @param {string} svg */
export const pictureAddress = (svg) =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Return the name of a game for screen readers, which distinguishes the buttons of the cards. */
export const cardName = ({ headline, title, about }) => `${headline}, ${title}, ${about}`;

function createFilters({ filters, game }, choose) {
  if (filters.length <= 2) return null; // all games are of one kind
  const buttons = filters.map((each) =>
    createButton(each.title, () => choose(each.game), {
      key: each.game,
      className: each.game === game ? "mod-active" : "",
      attributes: { "aria-pressed": String(each.game === game) },
    }),
  );
  return createElement(
    "div",
    {
      key: "filters",
      className: "polygames-game-filters",
      attributes: { role: "group", "aria-label": "Show" },
    },
    ...buttons,
  );
}

function createCard(card, open) {
  const { about, actions, file, game, headline, kind, picture, title } = card;
  const buttons = actions.map(([action, label]) =>
    createButton(label, () => open(file, action), {
      key: action,
      attributes: { "aria-label": `${label}: ${cardName(card)}` },
    }),
  );
  const [firstAction] = actions.map(([action]) => action);
  const shown = picture
    ? createElement("img", {
        key: "picture",
        src: pictureAddress(picture),
        alt: "",
        onclick: () => open(file, firstAction),
      })
    : null;
  return createElement(
    "li",
    { key: file, className: `polygames-game-card polygames-game-${kind} polygames-of-${game}` },
    shown,
    createElement("b", { key: "headline" }, headline),
    createElement("span", { key: "title" }, title),
    createElement("small", { key: "about" }, about),
    createElement("div", { key: "actions", className: "polygames-game-actions" }, ...buttons),
  );
}

function createPager({ page, page_count: count }, turn) {
  if (count === 1) return null;
  const createStep = (label, step) =>
    createButton(label, () => turn(page + step), {
      disabled: page + step < 0 || page + step >= count,
    });
  return createElement(
    "div",
    { key: "pager", className: "polygames-game-pager" },
    createStep("◀ Newer", -1),
    createElement("span", { key: "place" }, `Page ${page + 1} of ${count}`),
    createStep("Older ▶", 1),
  );
}

function render({ model, el }) {
  const send = createKernelLink(model);
  el.classList.add("polygames-board", "polygames-saved-games");
  const stopIsolating = isolateKeys(el); // and it takes the focus when a game is closed
  const update = () => {
    const content = JSON.parse(model.get("content"));
    if (!content.cards) return;
    const open = (file, action) => send({ kind: "open", file, action });
    patchChildren(
      el,
      createFilters(content, (game) => send({ kind: "choose_game", game })),
      createElement("div", {
        key: "note",
        className: "polygames-muted",
        ariaLive: "polite",
        textContent: content.note,
      }),
      createElement(
        "ul",
        { key: "cards", className: "polygames-game-cards" },
        ...content.cards.map((card) => createCard(card, open)),
      ),
      createPager(content, (page) => send({ kind: "turn_page", page })),
    );
  };
  model.on("change:content", update);
  update();
  return () => {
    model.off("change:content", update);
    stopIsolating();
  };
}

export default { render };
