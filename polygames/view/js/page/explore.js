// The door to the rest of a board. A board shows what a first game needs; *Explore* opens the other
// tools and the pages, and they are open from then on for who has used them once.

const KEY = "polygames.explored";

function isKnown() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false; // a page that may keep nothing
  }
}

function note(open) {
  try {
    localStorage.setItem(KEY, open ? "yes" : "no");
  } catch { /* then it is asked again next time */ }
}

const PAGES = ".polygames-side > .polygames-page:not(.polygames-page-Analysis)";

/** Whether something is open that can be seen only there: a page, or an analysis that runs. */
export const isWanted = (root) =>
  [...root.querySelectorAll(PAGES)].some((page) => page.style.display !== "none") ||
  root.querySelector(".polygames-tools > .polygames-toggle.mod-active") !== null;

/** Keep the rest away until somebody opens it; returns what ends it. */
export function keepCalm(root) {
  const tools = root.querySelector(".polygames-tools"), side = root.querySelector(".polygames-side");
  const door = tools?.querySelector(".polygames-explore");
  if (!door || !side) return () => {};
  const show = (open) => {
    root.classList.toggle("polygames-calm", !open);
    door.setAttribute("aria-expanded", String(open));
  };
  let isOpened = isKnown(); // by the door; else it closes again behind what was wanted
  const press = () => {
    isOpened = root.classList.contains("polygames-calm");
    show(isOpened);
    note(isOpened);
  };
  const look = () => show(isOpened || isWanted(root));
  const watch = new MutationObserver(look);
  watch.observe(tools, { subtree: true, attributeFilter: ["class"] });
  watch.observe(side, { subtree: true, attributeFilter: ["class", "style"] });
  door.addEventListener("click", press);
  for (const sign of tools.querySelectorAll(".polygames-narrow")) sign.setAttribute("aria-label", sign.title);
  look();
  return () => {
    watch.disconnect();
    door.removeEventListener("click", press);
  };
}
