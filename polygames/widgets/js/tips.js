// The words beside the pointer.

import { spot } from "./geometry.js";
import { objection, values } from "./lines.js";

/** What is said of a line, or of what is pointed at. */
export function tipText(ui, { item, move } = {}) {
  if (ui.line) return lineText(ui, ui.line);
  if (ui.typed) return `no line from here cuts off ${ui.typed}`;
  if (ui.anchors.length) return "now choose where the line ends";
  if (item?.target && ui.spelled.includes(item.target)) return "now click what goes with it: it has a green edge";
  return move?.label || (item?.label ?? "");
}

function lineText(ui, line) {
  const { frame, typed } = ui;
  const [x, y] = values(line).sort((p, q) => p - q).map((value) => value.toFixed(2));
  const isOwn = [line.a, line.b].every(({ region, edge }) => region.edges[edge].owner === frame.pen.owner);
  const notes = [objection(ui, line), isOwn ? frame.pen.own : ""];
  return [typed ? `cut to ${typed}: ${x} | ${y}` : `${x} | ${y}`, ...notes].filter(Boolean).join("\n");
}

/** The point of the board that the words stand beside, or null. */
export const tipPlace = ({ cursor, line, pointer, typed }) => spot(cursor) ?? (line && typed ? line.b.point : pointer);

/** Where words of a size go in a box, in pixels: beside the point, on the side where there is room. */
export function tipCorner([x, y], size, box) {
  const left = x + 16 + size.width > box.width ? x - 16 - size.width : x + 16;
  const top = y + 18 + size.height > box.height ? y - 12 - size.height : y + 18;
  return [Math.max(2, left), Math.max(2, top)];
}
