// The tabs and the panels of a board, for screen readers and keyboards: their roles and names, which
// one is open, and arrow keys along the tabs.

import { addListeners } from "../shared/dom.js";

const PANELS_SELECTOR = ".polygames-side > .polygames-panel";

/** Return the panel that is open beside a board, or null. */
export const findOpenPanel = (root) =>
  [...root.querySelectorAll(PANELS_SELECTOR)].find((panel) => panel.style.display !== "none") ??
  null;

/** Return the name of a panel, which is the text of its tab; "" before ipywidgets has set it. */
export const panelName = (panel) =>
  /polygames-panel-(\S+)/.exec(panel?.className ?? "")?.[1].replaceAll("-", " ") ?? "";

/** Return the tabs of a board. */
export const findTabs = (root) => [...root.querySelectorAll(".polygames-tabs button")];

/** Return the tab with a name, if there is one. */
export const findTab = (root, name) =>
  findTabs(root).find((tab) => tab.textContent.trim() === name);

const KEY_STEPS = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Return the index of the tab that a key leads to, or null for any other key. */
export function tabForKey(key, now, count) {
  const step = KEY_STEPS[key];
  if (!step || now < 0) return null;
  return Number.isFinite(step) ? (now + step + count) % count : step < 0 ? 0 : count - 1;
}

/** Set an attribute. An equal value is not set again, because that would call the observers. */
function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Set the roles of the tabs. Only the open tab is a stop of the Tab key, and controls a panel that
 *  exists: the others are created when they are first opened. */
function updateTabs(root, tabs, open) {
  if (tabs.length) setAttribute(tabs[0].parentElement, "role", "tablist");
  const panel = findOpenPanel(root);
  for (const tab of tabs) {
    const isStop = tab === (open ?? tabs[0]);
    setAttribute(tab, "role", "tab");
    setAttribute(tab, "aria-selected", String(tab === open));
    setAttribute(tab, "tabindex", isStop ? "0" : "-1");
    const isShown = tab === open && tab.textContent.trim() === panelName(panel);
    setAttribute(tab, "aria-controls", isShown ? panel.id : null);
  }
}

/** Set the role and the name of a panel, which can take the focus. */
function updatePanel(panel) {
  panel.id ||= `polygames-panel-${Math.random().toString(36).slice(2)}`;
  setAttribute(panel, "role", "tabpanel");
  setAttribute(panel, "aria-label", panelName(panel));
  setAttribute(panel, "tabindex", "0"); // it can be scrolled with the arrow keys
}

/** Give the tabs and the panels their ARIA roles and names. Return a function that ends this. */
export function labelTabs(root) {
  const side = root.querySelector(".polygames-side");
  const row = side?.querySelector(".polygames-tabs");
  if (!row) return () => {};
  const updateRoles = () => {
    const tabs = findTabs(root);
    const open = tabs.find((tab) => tab.classList.contains("mod-active"));
    row.classList.toggle("polygames-seven-tabs", tabs.length >= 7);
    row.classList.toggle("polygames-eight-tabs", tabs.length >= 8);
    root.classList.toggle("polygames-shows-editor", open?.textContent.trim() === "Editor");
    for (const panel of side.children) {
      if (panel === row) continue;
      // its name is set after it is added, and the kernel shows it after its tab is pressed
      observer.observe(panel, { attributeFilter: ["class", "style"] });
      if (panel.classList.contains("polygames-panel")) updatePanel(panel);
    }
    updateTabs(root, tabs, open);
  };
  const handleKey = (event) => {
    const tabs = findTabs(root);
    const next = tabs[tabForKey(event.key, tabs.indexOf(event.target), tabs.length)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  const observer = new MutationObserver(updateRoles); // ipywidgets builds tabs and panels
  observer.observe(row, { subtree: true, childList: true, attributeFilter: ["class"] });
  observer.observe(side, { childList: true });
  const end = addListeners(row, { keydown: handleKey });
  updateRoles();
  return () => {
    observer.disconnect();
    end();
  };
}
