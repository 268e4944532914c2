// The teacher's page: the key stands behind the # of the address, which no browser sends.

import { barOf, follow, make } from "./dom.js";
import { connect } from "./link.js";
import { wall } from "./wall.js";

const KEPT = `polygames-wall${location.pathname.replace(/^\/wall$/, "")}`;
let key = location.hash.slice(1);
if (key) history.replaceState(null, "", location.pathname); // a projector shows the address
try {
  if (key) sessionStorage.setItem(KEPT, key);
  else key = sessionStorage.getItem(KEPT);
} catch {
  /* storage is denied: after a reload the teacher opens the printed address again */
}
follow();
const page = document.getElementById("page");
const [bar, tell] = barOf();
const home = make("div");
page.classList.add("wall-page");
page.replaceChildren(bar, home);
let isIn = false;

if (!key) tell("Open the address that the command printed for you alone.", 0);
else {
  const link = connect({
    hello: () => ({ do: "wall", key }),
    pass: () => key,
    hear: (message) => {
      if (message.kind === "wall") {
        isIn = true;
        shown.take(message);
      }
      if (message.kind === "no" || message.kind === "said") tell(message.text, isIn ? 8 : 0);
    },
    lost: (isLost, why) => tell(isLost ? why || "No connection. Trying again …" : "", 0),
  });
  const shown = wall(home, link.say);
}
