// The page with the analysis. All it shows is in the trait `told` (polygames/widgets/panels/analysis.py);
// what is pointed at is drawn by the board, which hears of it as an event on its root.

import { newBar, showBar } from "./bar.js";
import { keepTelling } from "./life.js";
import { newChoices, showChoices } from "./choices.js";
import { showLine } from "./line.js";
import { listen, rowElement } from "./rows.js";

const part = (name, className) => Object.assign(document.createElement(name), { className });

function render({ model, el }) {
  const bar = newBar(), table = part("table", "polygames-values"), body = part("tbody", "");
  const line = part("div", "polygames-line"), note = part("div", "polygames-muted");
  const choices = newChoices((name, value) => model.send({ kind: "choose", name, value }));
  el.classList.add("polygames-analysis");
  table.append(body);
  el.append(bar, table, line, note, choices);
  let told = { rows: [] }, looked = null, said = 0; // the row that is pointed at, and the last one that was
  const say = () => {
    const { rows, version } = told;
    showLine(line, rows[said], (ply) => model.send({ kind: "walk", version, row: said, ply }));
  };
  const look = (index) => {
    looked = index;
    said = index ?? said;
    const scene = told.rows[index]?.scene ?? null;
    el.closest(".polygames-board")?.dispatchEvent(new CustomEvent("polygames-look", { detail: scene }));
    say();
  };
  const play = (index) => {
    if (told.rows[index]) model.send({ kind: "play", version: told.version, row: index });
  };
  listen(body, { look, play });
  const show = () => {
    const before = told, held = [...body.children].indexOf(document.activeElement);
    told = JSON.parse(model.get("told"));
    if (!told.rows) return;
    el.classList.toggle("polygames-over", Boolean(told.over));
    if (told.position !== before.position || !told.rows[said]) said = 0;
    showBar(bar, told.bar);
    showChoices(choices, told.choices);
    body.replaceChildren(...told.rows.map(rowElement));
    if (held >= 0) body.children[Math.min(held, told.rows.length - 1)]?.focus({ preventScroll: true });
    note.textContent = told.note;
    note.title = told.details ?? ""; // how it was found out: for who asks
    if (looked !== null) look(told.position === before.position && told.rows[looked] ? looked : null);
    else say();
  };
  model.on("change:told", show);
  show();
  const end = keepTelling(el, (message) => model.send(message));
  return () => {
    model.off("change:told", show);
    end();
  };
}

export default { render };
