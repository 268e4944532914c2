// What JupyterLite lacks for somebody who has not used a notebook before: a button to run each cell
// on a phone, and words while Python starts. Every page of the site with a notebook loads this file.

const QUICK_MS = 300; // a cell that takes longer is said to be running
const STARTING_TEXT = "Python is starting. This takes about 10 seconds …";
const RUNNING_TEXT = "Python is working …";
const PHONE = matchMedia("(max-width: 760px)"); // as in page.css and site.py

/** The time at which each running cell was started, by its element. */
const startTimes = new WeakMap();
/** The cell whose board is to be scrolled into view, until the reader scrolls. */
let pressedCell = null;

const currentPanel = () => globalThis.jupyterapp?.shell.currentWidget;

/** Return true if Python has not answered yet. */
const isStarting = () =>
  !["idle", "busy"].includes(currentPanel()?.sessionContext?.session?.kernel?.status);

/** Run one cell: select it, so that the notebook's own command runs it. */
function runCell(cell) {
  const notebook = currentPanel().content;
  notebook.activeCellIndex = notebook.widgets.findIndex(({ node }) => node === cell);
  pressedCell = cell;
  globalThis.jupyterapp.commands.execute("notebook:run-cell");
}

function addRunButton(cell) {
  const button = document.createElement("button");
  button.className = "lite-run";
  button.textContent = "▶ Run";
  button.onclick = () => runCell(cell);
  cell.querySelector(".jp-Cell-inputWrapper").after(button);
}

/** Show a note below a running cell, or remove it. */
function showNote(cell, text) {
  let note = cell.querySelector(".lite-note");
  if (!text) return note?.remove();
  if (!note) {
    note = document.createElement("div");
    note.className = "lite-note";
    note.setAttribute("role", "status");
    cell.querySelector(".lite-run").after(note);
  }
  if (note.textContent !== text) note.textContent = text;
  if (cell === pressedCell) note.scrollIntoView({ block: "nearest" }); // the page may have moved
}

function updateCell(cell) {
  if (!cell.querySelector(".lite-run")) addRunButton(cell);
  if (cell.querySelector(".jp-InputPrompt")?.textContent !== "[*]:") {
    startTimes.delete(cell);
    return showNote(cell, "");
  }
  if (!startTimes.has(cell)) {
    startTimes.set(cell, performance.now());
    setTimeout(update, QUICK_MS);
  }
  if (isStarting()) showNote(cell, STARTING_TEXT);
  else if (performance.now() - startTimes.get(cell) >= QUICK_MS) showNote(cell, RUNNING_TEXT);
}

/** Scroll to the board of the cell that was pressed, once it is drawn. */
function showPressedBoard() {
  const board = pressedCell?.querySelector(".polygames-pointer svg") && pressedCell;
  if (!board || startTimes.has(pressedCell)) return;
  pressedCell = null;
  if (PHONE.matches) board.querySelector(".jp-Cell-outputWrapper").scrollIntoView();
}

function update() {
  for (const cell of document.querySelectorAll(".jp-Notebook .jp-CodeCell")) updateCell(cell);
  showPressedBoard();
}

let isUpdateDue = false;
new MutationObserver(() => {
  if (isUpdateDue) return;
  isUpdateDue = true;
  requestAnimationFrame(() => {
    isUpdateDue = false;
    update();
  });
}).observe(document, { childList: true, subtree: true, characterData: true });

for (const kind of ["touchmove", "wheel"]) {
  addEventListener(kind, () => (pressedCell = null), { passive: true });
}
