// A JupyterLab extension without a build step. It runs the first code cell of a notebook whose
// metadata have {"polygames": {"run": true}}, so that a visitor sees a board and no code. Each
// notebook is run once, as soon as it is visible. A press on the saved picture of another board runs
// its cell.
//
// Returns false if the user looks at something else by then.
async function run(app, panel) {
  if (!panel?.context?.path?.endsWith(".ipynb")) return;
  await panel.context.ready;
  if (!panel.context.model.getMetadata("polygames")?.run) return;
  await panel.revealed;
  const notebook = panel.content;
  startPressedPictures(app, panel);
  const first = notebook.widgets.findIndex((each) => each.model.type === "code");
  await areSet(notebook.widgets.slice(0, first));
  // At once, because the kernel takes a while to start.
  const free = await keepPlace(notebook.widgets[first].node);
  await panel.sessionContext.ready;
  const { kernel } = panel.sessionContext.session;
  await kernel.info;
  // A running kernel has widgets, which this page requests in two steps. A board that is created
  // before they arrive is not painted.
  for (let trip = 0; trip < 3; trip++) await kernel.requestCommInfo({});
  if (app.shell.currentWidget !== panel) return free() ?? false;
  notebook.activeCellIndex = first;
  notebook.deselectAll();
  const cell = notebook.activeCell;
  // It stays the active cell, so that nothing jumps.
  await app.commands.execute("notebook:run-cell");
  await showWhole(cell.node);
  free();
}

// The notebooks whose pictures can be pressed: each is listened to once.
const pressable = new WeakSet();

// Let a press on a saved picture run its cell. A press on one of the games opens this game, too.
function startPressedPictures(app, { content: notebook }) {
  if (pressable.has(notebook)) return;
  pressable.add(notebook);
  notebook.node.classList.add("polygames-pressable");
  const style = ".polygames-pressable .jp-OutputArea-output img { cursor: pointer; }";
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  notebook.node.addEventListener("click", async ({ target }) => {
    const output = findPictureOutput(target);
    const index = notebook.widgets.findIndex(({ node }) => node.contains(output));
    if (!output || notebook.widgets[index]?.model.type !== "code") return;
    const number = [...output.querySelectorAll("img")].indexOf(target);
    notebook.activeCellIndex = index;
    notebook.deselectAll();
    await app.commands.execute("notebook:run-cell");
    openGame(notebook.widgets[index].node, number);
  });
}

// Return the output of a saved picture that was pressed; nothing for a picture in a live board.
function findPictureOutput(target) {
  const output = target.closest("img")?.closest(".jp-OutputArea-output");
  return output?.querySelector(".polygames-board, .polygames-gallery") ? null : output;
}

// Press the button of a game, once a cell shows the games; do nothing if it shows a board.
async function openGame(node, number) {
  for (let look = 0; look < 100 && !node.querySelector(".polygames-board"); look++) {
    const games = node.querySelectorAll(".polygames-gallery > .jupyter-button");
    if (games.length) return games[number]?.click();
    await new Promise((done) => setTimeout(done, 100));
  }
}

// Wait until the texts above are rendered, because they push everything below down.
async function areSet(cells) {
  const isSet = ({ rendered, node }) =>
    !rendered || node.querySelector(".jp-RenderedMarkdown > *")?.clientHeight > 0;
  while (!cells.every(isSet)) await new Promise((done) => setTimeout(done, 20));
}

// The height of the line in a saved picture, by the picture's width: as in widgets/header.py.
const STRIP_SHARE = 0.07;

// Reserve the place of the board, down to the end of the screen, with the saved picture in it, so
// that
// the cells below do not move. Returns a function that ends this.
async function keepPlace(node) {
  for (
    let look = 0;
    look < 30 && !(node.querySelector(".jp-OutputArea-output img")?.clientHeight > 0);
    look++
  ) {
    await new Promise((done) => setTimeout(done, 20)); // until its picture is there
  }
  const widened = keepWidth(node);
  const place = node.querySelector(".jp-Cell-outputWrapper");
  const scroller = node.closest(".jp-WindowedPanel-outer");
  if (!place || !scroller) return widened;
  const { left, top, height } = place.getBoundingClientRect();
  const picture = place.querySelector("img")?.getBoundingClientRect();
  const { marginTop } = getComputedStyle(place); // Lab has a margin only where there is an output
  const style = {
    marginTop,
    minHeight: `${Math.max(height, scroller.getBoundingClientRect().bottom - top)}px`,
  };
  if (picture) {
    Object.assign(style, {
      background: `url("${place.querySelector("img").src}") no-repeat`,
      backgroundSize: `${picture.width}px ${picture.height}px`,
      // Without its line for readers who have to run the cell themselves.
      backgroundPosition: `${picture.left - left}px ${picture.top - top - STRIP_SHARE * picture.width}px`,
    });
  }
  Object.assign(place.style, style);
  return () => {
    for (const name of Object.keys(style)) place.style[name] = "";
    widened();
  };
}

// On a phone a board and the cells beside it are as wide as the page (js/layout.css). They get this
// width now, so that the text above the board is not laid out again. Returns a function that ends
// this.
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

// Scroll the whole board into view once it is there, unless the user has begun to scroll.
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

// Hide the side bars on a phone, where they leave no room (the menu View shows them again).
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
    // Lab waits for all extensions before it is restored, so none may wait for that in turn.
    app.restored.then(() => {
      const { shell } = app;
      const begun = new WeakSet();
      const begin = async (panel) => {
        if (!panel?.context || begun.has(panel)) return;
        begun.add(panel);
        // It is run when it is seen again.
        if ((await run(app, panel)) === false) begun.delete(panel);
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
