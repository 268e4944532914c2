// The row of tabs beside a board, for those who do not see it: which is open, and arrow keys along it.

const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** The tab that a key leads to from one of so many; null where the key means nothing. */
export function tabAfter(key, now, count) {
  const step = KEYS[key];
  if (!step || now < 0) return null;
  return Number.isFinite(step) ? (now + step + count) % count : step < 0 ? 0 : count - 1;
}

/** Give the tabs and the pages their roles, and keep them as they are; returns what ends it. */
export function nameTabs(root) {
  const side = root.querySelector(".polygames-side"), row = side?.querySelector(".polygames-tabs");
  if (!row) return () => {};
  const tabs = () => [...row.querySelectorAll("button")];
  const set = (each, name, value) => { if (each.getAttribute(name) !== value) each.setAttribute(name, value); };
  const look = () => {
    const all = tabs(), open = all.find((tab) => tab.classList.contains("mod-active"));
    if (all.length) set(all[0].parentElement, "role", "tablist");
    for (const tab of all) {
      set(tab, "role", "tab");
      set(tab, "aria-selected", String(tab === open));
    }
    for (const page of side.children) {
      if (page === row) continue;
      watch.observe(page, { attributeFilter: ["class"] }); // it is told its name after it has come
      if (!page.classList.contains("polygames-page")) continue;
      set(page, "role", "tabpanel");
      set(page, "aria-label", /polygames-page-(\S+)/.exec(page.className)?.[1].replaceAll("-", " ") ?? "");
    }
  };
  const press = (event) => {
    const all = tabs(), next = all[tabAfter(event.key, all.indexOf(event.target), all.length)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  const watch = new MutationObserver(look);
  watch.observe(row, { subtree: true, childList: true, attributeFilter: ["class"] });
  watch.observe(side, { childList: true });
  row.addEventListener("keydown", press);
  look();
  return () => {
    watch.disconnect();
    row.removeEventListener("keydown", press);
  };
}
