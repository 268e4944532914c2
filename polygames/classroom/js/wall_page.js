// The page of the teacher. The key is after the # of the address, which browsers never send.

import { createElement } from "../../view/js/shared/dom.js";
import { createNoticeBar, followTheme } from "./elements.js";
import { connect } from "./link.js";
import { createDashboard } from "./wall/wall.js";

const DASHBOARD_KEY = `polygames-wall${location.pathname.replace(/^\/wall$/, "")}`;
let key = location.hash.slice(1);
if (key) history.replaceState(null, "", location.pathname); // a projector shows the address
try {
  if (key) sessionStorage.setItem(DASHBOARD_KEY, key);
  else key = sessionStorage.getItem(DASHBOARD_KEY);
} catch {
  // without storage: after a reload the teacher opens the printed address again
}
followTheme();
const page = document.getElementById("page");
const [bar, showNotice] = createNoticeBar();
const container = createElement("div");
page.classList.add("wall-page");
page.replaceChildren(bar, container);
let isConnected = false;
let isOver = false;

if (!key) showNotice("Open the address that the command printed for the teacher.", 0);
else {
  const link = connect({
    getGreeting: () => ({ do: "open_wall", key }),
    getToken: () => key,
    onMessage: (message) => {
      if (message.kind === "wall_state") {
        isConnected = true;
        isOver = false;
        dashboard.update(message);
      }
      if (message.kind === "error" || message.kind === "notice")
        showNotice(message.text, isConnected ? 8 : 0);
      if (message.kind === "class_over") {
        isOver = true;
        dashboard.showEnd(message.text);
      }
    },
    onConnection: (isLost, text) => {
      if (isLost) dashboard.stopClocks();
      if (!isLost || !isOver) showNotice(text, 0);
    },
  });
  const dashboard = createDashboard(container, link.send);
}
