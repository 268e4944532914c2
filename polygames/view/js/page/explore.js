// The door *Explore*: a board shows what a first game needs until somebody has opened the rest once.

const KEY = "polygames.explored";
const PAGES = ".polygames-side > .polygames-page:not(.polygames-page-Analysis)";

/** Read what the browser has kept, or keep something; it may keep nothing. */
function kept(value) {
  try {
    if (value) localStorage.setItem(KEY, value);
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Whether something is open that can be seen only there: a page, or an analysis that runs. */
const isWanted = (root) =>
  [...root.querySelectorAll(PAGES)].some((page) => page.style.display !== "none") ||
  root.querySelector(".polygames-toggle.mod-active") !== null;

/** Keep the rest away until somebody opens it; returns what ends it. */
export function keepCalm(root) {
  const door = root.querySelector(".polygames-explore");
  if (!door) return () => {};
  let isOpened = kept();
  const show = (open) => {
    root.classList.toggle("polygames-calm", !open);
    door.setAttribute("aria-expanded", String(open));
  };
  const look = () => show(isOpened || isWanted(root));
  const press = () => {
    isOpened = root.classList.contains("polygames-calm");
    show(isOpened);
    kept(isOpened ? "yes" : "no");
  };
  const watch = new MutationObserver(look);
  for (const part of root.querySelectorAll(".polygames-tools, .polygames-side")) watch.observe(part, { subtree: true, attributeFilter: ["class", "style"] });
  door.addEventListener("click", press);
  for (const sign of root.querySelectorAll(".polygames-narrow")) sign.setAttribute("aria-label", sign.title);
  look();
  return () => {
    watch.disconnect();
    door.removeEventListener("click", press);
  };
}
