// The dashboard in a notebook, over the notebook's own connection.

import { createKernelLink } from "../../view/js/shared/kernel_link.js";
import { createDashboard } from "./wall/wall.js";

function render({ model, el }) {
  const send = createKernelLink(model);
  const dashboard = createDashboard(el, send);
  const hear = (message) => {
    if (message.kind === "wall_state") dashboard.update(message);
    else if (message.kind === "class_over") dashboard.showEnd(message.text);
    else dashboard.showText(message.text);
  };
  model.on("msg:custom", hear);
  send({ do: "open_wall" });
  return () => {
    model.off("msg:custom", hear);
    dashboard.close();
  };
}

export default { render };
