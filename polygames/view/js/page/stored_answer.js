// The last checked answer to an exercise of a lesson, stored in the metadata of the notebook. So it
// is saved, copied and deleted with the notebook.

/** @import { WidgetModel } from "../types.js" */

const METADATA_KEY = "polygames";

const isAnswer = (value) => Array.isArray(value) && value.every((text) => typeof text === "string");

/** Send the answer in the notebook to a new exercise, and store each answer that is checked.
 *
 *  Nothing is stored on a page that gives no access to its notebook, as in VS Code. After a page is
 *  loaded again, the answer in the kernel is not written: the notebook may be another copy now.
 *
 *  @param {{ model: WidgetModel }} options */
export function connectAnswer({ model }) {
  const notebook = model.widget_manager?.context?.model;
  if (!notebook?.getMetadata) return;
  const exercise = model.get("exercise");
  const readMetadata = () => notebook.getMetadata(METADATA_KEY) ?? {};
  const stored = readMetadata().answers?.[exercise];
  model.on("change:answer", () => {
    const { answers, ...others } = readMetadata();
    const answer = model.get("answer");
    // An equal value would mark the notebook as changed.
    if (JSON.stringify(answer) === JSON.stringify(answers?.[exercise])) return;
    notebook.setMetadata(METADATA_KEY, { ...others, answers: { ...answers, [exercise]: answer } });
  });
  if (model.get("answer") || !isAnswer(stored)) return;
  model.set("answer", stored);
  model.save_changes();
}

export default { initialize: connectAnswer };
