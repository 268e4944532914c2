// The wall in a notebook: the same one, over the notebook's own connection.

import { kernelLink } from "../../view/js/shared/kernel_link.js";
import { wall } from "./wall.js";

function render({ model, el }) {
  const send = kernelLink(model);
  const shown = wall(el, send);
  const hear = (message) =>
    message.kind === "wall" ? shown.take(message) : shown.tell(message.text);
  model.on("msg:custom", hear);
  send({ do: "hello" });
  return () => {
    model.off("msg:custom", hear);
    shown.close();
  };
}

export default { render };
