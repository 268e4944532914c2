// The tables of a class on the wall: a card for each, with its players, board and status.

import { createButton, createElement, updateNode } from "../../../view/js/shared/dom.js";
import { createSeatChip } from "../elements.js";

const IDLE_SECONDS = 90; // without a move
const MANY_TABLES = 12;
const MAX_TABLES_IN_ONE_ROW = 4;
// Above MANY_TABLES two rows, above this three rows of small cards: all tables are visible.
const MAX_MEDIUM_TABLES = 16;

/** Return whether a table has waited long for a move. */
export const isTableIdle = ({ idle_seconds }, at, news, now = performance.now()) =>
  idle_seconds !== null && !news?.paused && idle_seconds + (now - at) / 1000 > IDLE_SECONDS;

/** Return whether a table is shown: a current one, the large one, and old ones unless they are
 *  hidden. */
export const isTableShown = ({ number }, { news, enlarged, hidesOld }) =>
  news.current_tables.includes(number) || number === enlarged || !hidesOld;

/** The cards of all tables. The server sends only tables that have changed. */
export class TableCards {
  #entries = new Map(); // by number: the last state of a table, when it came, and its card

  get all() {
    return [...this.#entries.values()];
  }

  find(number) {
    return this.#entries.get(number);
  }

  update(tables, enlarge) {
    for (const table of tables) {
      const made = createCard(table, () => enlarge(table.number));
      const known = this.find(table.number)?.card;
      const card = known ? updateNode(known, made) : made;
      this.#entries.set(table.number, { table, at: performance.now(), card });
    }
  }

  /** Show which table is large, and which tables wait for a move. */
  showStates({ enlarged, news }) {
    for (const { table, card, at } of this.all) {
      card.classList.toggle("wall-enlarged", table.number === enlarged);
      card.classList.toggle("wall-idle", isTableIdle(table, at, news));
    }
  }
}

/** Create the card of a table. */
function createCard(table, press) {
  const { number, status, is_over, puzzle, move_count, away_text } = table;
  const progress = is_over ? " · over" : puzzle ? "" : ` · move ${move_count}`;
  return createElement(
    "button",
    {
      type: "button",
      key: `table ${number}`, // a stored card must not be taken for another one that was removed
      className: `wall-card${is_over ? " wall-finished" : ""}${puzzle ? " wall-puzzle" : ""}`,
      data: { table: number },
      title: "press to enlarge",
      onclick: press,
    },
    createElement("b", {}, `Table ${number}${progress}`),
    createElement("div", { className: "polygames-seats" }, ...table.seats.map(createSeatChip)),
    createElement("img", {
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(table.picture)}`,
      alt: `Table ${number}: ${status}`,
    }),
    createElement("span", { className: "wall-status", textContent: status, title: status }),
    away_text ? createElement("b", { className: "wall-away" }, away_text) : null,
  );
}

/** Fit the cards to the number of tables. Return whether there are now too many for large cards. */
export function showSize(grid, count) {
  const isMany = count > MANY_TABLES;
  const wasMany = grid.classList.contains("wall-medium-cards");
  grid.classList.toggle("wall-medium-cards", isMany);
  grid.classList.toggle("wall-small-cards", count > MAX_MEDIUM_TABLES);
  const rowCount = count > MAX_TABLES_IN_ONE_ROW ? 2 : 1;
  grid.style.setProperty("--wall-rows-of-few", String(rowCount));
  grid.style.setProperty("--wall-columns-of-few", String(Math.max(1, Math.ceil(count / rowCount))));
  return isMany && !wasMany;
}

/** Create the note about tables that the server has omitted; null if there are none. */
export const createOlderNote = ({ news: { omitted_count }, hidesOld }) =>
  omitted_count && !hidesOld
    ? createElement(
        "span",
        { className: "wall-omitted" },
        `${omitted_count} older tables are not shown. Their games are saved.`,
      )
    : null;

/** Create the buttons for the large table: to make it small again, to let the computer play for
 *  pupils who are away, and to cancel its result; null without a large table. */
export function createLargeTableTools(table, send, close) {
  if (!table) return null;
  return createElement(
    "div",
    { key: "tools", className: "wall-large-tools" },
    createButton(`Close table ${table.number}`, close, {
      key: "close",
      className: "wall-close",
      title: "The table becomes small again. You can also press Escape",
    }),
    createStrikeButton(table, send),
    ...createReplaceButtons(table, send),
  );
}

/** Create the buttons that let the computer play for pupils who are away from a table. */
const createReplaceButtons = ({ number, away }, send) =>
  (away ?? []).map(({ id, name }) =>
    createButton(
      `Let the computer play for ${name}`,
      () => send({ do: "replace_pupil", table: number, id }),
      { title: "The board stays as it is. The pupil gets a new game after coming back" },
    ),
  );

/** Create the button that cancels the result of a table, or counts it again; null if there is no
 *  such result. */
const createStrikeButton = ({ number, can_strike, struck }, send) =>
  can_strike
    ? createButton(
        struck
          ? `Count the result of table ${number} again`
          : `Cancel the result of table ${number}`,
        () => send({ do: "strike_result", table: number, struck: !struck }),
        { title: "A cancelled result gives no points" },
      )
    : null;
