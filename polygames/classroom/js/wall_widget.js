// The wall in a notebook: the same one, over the notebook's own connection.

import { wall } from "./wall.js";

function render({ model, el }) {
  const shown = wall(el, (content) => model.send(content));
  const hear = (message) => (message.kind === "wall" ? shown.take(message) : shown.tell(message.text));
  model.on("msg:custom", hear);
  model.send({ do: "hello" });
  return () => {
    model.off("msg:custom", hear);
    shown.close();
  };
}

export default { render };
