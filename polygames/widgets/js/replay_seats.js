// Who plays, on the page of a game: name, mark and score of each seat, and whose turn it is.

import { tag } from "./replay_list.js";

/** A box for each seat; `players` are the names of who sits there, as far as they are known. */
export function boxes({ seats, turn, winners = [] }, players) {
  return seats.map(([name, mark, color, score], seat) => {
    const made = tag("div", "seat"), sign = tag("b", "mark", mark), who = players[seat];
    made.classList.toggle("on", winners.length ? winners.includes(seat) : seat === turn);
    made.style.setProperty("--seat", color);
    sign.style.color = color;
    const role = winners.includes(seat) ? "\u2605 " : !winners.length && seat === turn ? "\u25b6\ufe0e " : "";
    made.append(sign, tag("span", "", `${role}${name}${who ? ` \u00b7 ${who}` : ""}`), tag("b", "score", score));
    return made;
  });
}
