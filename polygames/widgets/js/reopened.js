// What a trusted notebook shows of a board when it is opened again and its kernel is gone. There the
// view of a widget outranks the picture in the same output, so the picture becomes a widget, too.

const VIEW = "application/vnd.jupyter.widget-view+json";
const STATE = "application/vnd.jupyter.widget-state+json";
const LAYOUT = "-polygames";

/** Keep a picture under a board's own model in the metadata of a notebook, as JSON. What is kept of
 *  boards that are in no output any more goes; what other widgets keep there stays. */
export function keepModel(json, { view, status, picture }) {
  const widgets = ((json.metadata ??= {}).widgets ??= {});
  const { state } = (widgets[STATE] ??= { version_major: 2, version_minor: 0, state: {} });
  const outputs = (json.cells ?? []).flatMap((cell) => cell.outputs ?? []);
  const shown = new Set(outputs.map(({ data }) => data?.[VIEW]?.model_id));
  for (const layout of Object.keys(state).filter((id) => id.endsWith(LAYOUT))) {
    const board = layout.slice(0, -LAYOUT.length);
    if (!shown.has(board)) [board, layout].forEach((id) => delete state[id]);
  }
  const words = status.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const image = `<img alt="${words}" style="max-width: 100%" src="data:image/png;base64,${picture()}">`;
  const value = `${image}<p>${words}. This is a saved picture: run the cell to play.</p>`;
  state[view] = saved("controls", "HTMLModel", { value, layout: `IPY_MODEL_${view}${LAYOUT}` });
  state[view + LAYOUT] = saved("base", "LayoutModel", {});
}

const saved = (family, name, state) => ({
  model_module: `@jupyter-widgets/${family}`, model_module_version: "2.0.0", model_name: name, state,
});
