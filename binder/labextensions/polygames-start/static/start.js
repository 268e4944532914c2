// A JupyterLab extension without a build step: of a notebook whose metadata say {"polygames": {"run": true}}
// the first cell of code is run as soon as somebody sees it, so that a visitor finds a board and not a page
// of code. Each is run once, when it was opened or the page was loaded.
// Returns false if something else is looked at by then.
async function run(app, panel) {
  if (!panel?.context?.path?.endsWith(".ipynb")) return;
  await panel.context.ready;
  if (!panel.context.model.getMetadata("polygames")?.run) return;
  await panel.revealed;
  const notebook = panel.content;
  const first = notebook.widgets.findIndex((each) => each.model.type === "code");
  await areSet(notebook.widgets.slice(0, first));
  const free = await keepPlace(notebook.widgets[first].node); // at once: the kernel takes a while
  await panel.sessionContext.ready;
  const { kernel } = panel.sessionContext.session;
  await kernel.info;
  // A kernel that lives has widgets, which this page asks for in two steps: a board that is made
  // before they are here is not painted.
  for (let trip = 0; trip < 3; trip++) await kernel.requestCommInfo({});
  if (app.shell.currentWidget !== panel) return free() ?? false;
  notebook.activeCellIndex = first;
  notebook.deselectAll();
  const cell = notebook.activeCell;
  await app.commands.execute("notebook:run-cell"); // it stays the active one: nothing jumps
  await showWhole(cell.node);
  free();
}

// Wait until the words above are there: when they come, all below goes down.
async function areSet(cells) {
  const isSet = ({ rendered, node }) =>
    !rendered || node.querySelector(".jp-RenderedMarkdown > *")?.clientHeight > 0;
  while (!cells.every(isSet)) await new Promise((done) => setTimeout(done, 20));
}

// Keep the place of the board, down to the end of the screen, and the saved picture in it, while there
// is no board: what stands below does not come up and go down again. Returns what ends it.
async function keepPlace(node) {
  for (
    let look = 0;
    look < 30 && !(node.querySelector(".jp-OutputArea-output img")?.clientHeight > 0);
    look++
  ) {
    await new Promise((done) => setTimeout(done, 20)); // its picture is being put there
  }
  const widened = keepWidth(node);
  const place = node.querySelector(".jp-Cell-outputWrapper");
  const scroller = node.closest(".jp-WindowedPanel-outer");
  if (!place || !scroller) return widened;
  const { left, top, height } = place.getBoundingClientRect();
  const picture = place.querySelector("img")?.getBoundingClientRect();
  const { marginTop } = getComputedStyle(place); // Lab has it only where there is an output
  const style = {
    marginTop,
    minHeight: `${Math.max(height, scroller.getBoundingClientRect().bottom - top)}px`,
  };
  if (picture) {
    Object.assign(style, {
      background: `url("${place.querySelector("img").src}") no-repeat`,
      backgroundSize: `${picture.width}px ${picture.height}px`,
      backgroundPosition: `${picture.left - left}px ${picture.top - top}px`,
    });
  }
  Object.assign(place.style, style);
  return () => {
    for (const name of Object.keys(style)) place.style[name] = "";
    widened();
  };
}

// On a phone a board is as wide as the page, and the cells beside it, too (js/layout.css): so they are from
// now on, and the words above it are not set anew when it comes. Returns what ends it.
const WIDE = `@media (max-width: 600px) {
  .jp-CodeCell.polygames-awaited { padding-left: 1px; padding-right: 1px; }
  .polygames-awaited :is(.jp-OutputPrompt, .jp-OutputCollapser, .jp-InputCollapser) { display: none; }
  .polygames-awaited .jp-OutputArea-output { padding: 0; }
  .jp-Notebook .jp-WindowedPanel-viewport:has(.polygames-awaited) { padding-left: 0; padding-right: 0; }
}`;

function keepWidth(node) {
  const style = Object.assign(document.createElement("style"), { textContent: WIDE });
  document.head.append(style);
  node.classList.add("polygames-awaited");
  return () => {
    node.classList.remove("polygames-awaited");
    style.remove();
  };
}

// Bring the whole board onto the screen once it is there; not if somebody has begun to scroll.
async function showWhole(node) {
  let moved = false;
  const stop = () => {
    moved = true;
  };
  for (const kind of ["wheel", "pointerdown", "keydown"])
    addEventListener(kind, stop, { once: true, capture: true });
  for (let look = 0; look < 50 && !moved; look++) {
    const board = node.querySelector(".polygames-pointer");
    if (board?.offsetHeight > 100 && board.querySelector("svg[data-version]"))
      return board.scrollIntoView({ block: "nearest" });
    await new Promise((done) => setTimeout(done, 100));
  }
}

// On a phone the side bars would leave no room for a notebook: they are put away (the menu View
// brings them back).
function makeRoom(shell) {
  if (!matchMedia("(max-width: 600px)").matches) return;
  for (const side of ["left", "right"]) {
    if (shell.isSideTabBarVisible(side)) shell.toggleSideTabBarVisibility(side);
  }
  shell.collapseLeft();
  shell.collapseRight();
}

const start = {
  id: "polygames-start:run",
  autoStart: true,
  activate: (app) => {
    // Lab waits for every extension before it is restored, so none may wait for that in turn.
    app.restored.then(() => {
      const { shell } = app;
      const begun = new WeakSet();
      const begin = async (panel) => {
        if (!panel?.context || begun.has(panel)) return;
        begun.add(panel);
        if ((await run(app, panel)) === false) begun.delete(panel); // it is run when it is seen again
      };
      makeRoom(shell);
      begin(shell.currentWidget);
      shell.currentChanged.connect((_, { newValue }) => begin(newValue));
    });
  },
};

(window._JUPYTERLAB ??= {})["polygames-start"] = {
  init: () => {},
  get: async () => () => ({ __esModule: true, default: start }),
};
