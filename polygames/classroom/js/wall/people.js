// The list of pupils on the wall. Those who are checked can be seated together.

import { createButton, createElement } from "../../../view/js/shared/dom.js";
import { createFold } from "./results.js";

const MAX_OPEN_PEOPLE = 7; // with more pupils the list is closed at first

/** Create the list of pupils, with the tools for those who are checked. */
export function createPeople(wall) {
  const { people } = wall.news;
  const ids = new Set(people.map(({ id }) => id));
  for (const id of wall.chosen) if (!ids.has(id)) wall.chosen.delete(id);
  return createFold(
    "people",
    people.length <= MAX_OPEN_PEOPLE,
    `${people.length} in the class`,
    createElement("ul", {}, ...people.map((each) => createPerson(each, wall))),
    createSelectionTools(wall),
  );
}

/** Create the row of a pupil. */
function createPerson({ id, name, is_connected, is_player }, wall) {
  const { chosen, send } = wall;
  const choose = ({ target }) => {
    if (target.checked) chosen.add(id);
    else chosen.delete(id);
    wall.render();
  };
  const box = {
    type: "checkbox",
    checked: chosen.has(id),
    ariaLabel: `choose ${name}`,
    onchange: choose,
  };
  const remove = () =>
    wall.confirm(
      { do: "remove_pupil", id },
      `${name} will leave the class.`,
      `Remove ${name}`,
      "The games and their results are saved. Another pupil can use the name.",
    );
  return createElement(
    "li",
    { key: id, className: is_connected ? "" : "wall-muted" },
    createElement(
      "label",
      {},
      is_player ? createElement("input", box) : null,
      createElement("span", { className: "wall-name" }, `${is_connected ? "●" : "○"} ${name}`),
    ),
    is_player
      ? createButton("new device", () => send({ do: "allow_device_change", id }), {
          ariaLabel: `let ${name} continue on another device`,
          title: "The next person who enters this name gets this seat",
        })
      : null,
    createButton("remove", remove, { ariaLabel: `remove ${name}` }),
  );
}

/** Create the tools that seat the checked pupils. */
function createSelectionTools(wall) {
  const { chosen, news } = wall;
  const { seat_count, level_count, current_tables } = news;
  const createSeatButton = (words, others, options = {}) =>
    createButton(
      words,
      () => {
        const pupils = [...chosen];
        const isTheirs = ({ number, seats }) =>
          current_tables.includes(number) &&
          seats.some(({ occupant }) => pupils.includes(occupant));
        chosen.clear();
        const content = { do: "create_table", seats: [...pupils, ...others] };
        wall.endGames(content, "start their game", isTheirs);
        wall.render();
      },
      options,
    );
  const hint =
    seat_count > 1 && !chosen.size ? `To choose a pair yourself, select ${seat_count} pupils.` : "";
  return createElement(
    "div",
    { className: "wall-selection" },
    hint ? createElement("span", {}, hint) : null,
    chosen.size === seat_count
      ? createSeatButton("Start a game for them", [], { className: "mod-primary" })
      : null,
    chosen.size === 1 && level_count && seat_count > 1
      ? createSeatButton("Start a game with the computer", Array(seat_count - 1).fill("level 2"))
      : null,
  );
}
