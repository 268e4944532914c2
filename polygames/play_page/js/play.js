// The play page: a choice of games, then a board. Python in a Web Worker is its server.

import { createBoard } from "../../classroom/js/board.js";
import { createNoticeBar, followTheme } from "../../classroom/js/elements.js";
import { showHelpDialog, watchHelpKey } from "../../classroom/js/help_dialog.js";
import { createButton, createElement, patchChildren } from "../../view/js/shared/dom.js";
import { createLinkDialog } from "./link_dialog.js";
import { createNewGameDialog } from "./new_game.js";
import { createReplay } from "./replay_tools.js";
import { loadSaved, saveText } from "./storage.js";
import { connectWorker } from "./worker_link.js";

const STARTING_TEXT = "The board opens in a moment …";
const SLOW_START_TEXT = "The first visit takes longer: the page loads about 9 MB once.";
const SLOW_START_MS = 3000;

followTheme();
const page = document.getElementById("page");
const home = document.getElementById("home");
const gameArea = document.getElementById("game");
const [bar, showNotice] = createNoticeBar();
const header = createElement("div", { className: "polygames-board play-header" });
const boardArea = createElement("div", { className: "play-board" });
const replayArea = createElement("div", { className: "play-replay" });
page.prepend(bar);
gameArea.append(header, boardArea);

let link = null; // the worker, once a game was opened
let shownBoard = null;
let tableNumber = null;
let news = null; // the last texts and buttons around the board

const send = (message) => link.send(message);

const handlers = {
  page_state: (message) => {
    if (gameArea.hidden) return; // the game is saved, and opens again with its address
    news = message;
    if (!shownBoard || message.table !== tableNumber) {
      shownBoard?.close();
      shownBoard = createBoard(boardArea, send, createTools);
      tableNumber = message.table;
      boardArea.replaceChildren(shownBoard.root);
      shownBoard.root.querySelector(".polygames-grid").append(replayArea);
    }
    shownBoard.show(message, () => []);
    showAround();
  },
  traits: (message) => shownBoard?.update(message),
  board_message: ({ content }) => shownBoard?.onMessage(content),
  help: ({ html }) => showHelpDialog(html),
  saved: ({ name, text }) => saveText(name, text),
  link: (message) => document.body.append(createLinkDialog(message)),
  error: ({ text }) => {
    showNotice(text);
    if (!shownBoard) showHome();
  },
};

/** Create the buttons below the board: those from Python, and those of every game. */
const createTools = ({ tools }) => [
  ...tools.map(({ label, do: request, is_main, is_enabled }) =>
    createButton(label, () => send({ do: request }), {
      className: is_main ? "mod-primary" : "",
      disabled: !is_enabled,
    }),
  ),
  createButton("New game", openNewGame),
  createButton("How to play", requestHelp),
];

const requestHelp = () => send({ do: "show_help" });
const openNewGame = () => document.body.append(createNewGameDialog(news, send));

/** Update the header and, below the board, the replay of a finished game. */
function showAround() {
  document.title = `Polygames: ${news.title}`;
  history.replaceState(null, "", `#${news.fragment}`); // a reload opens the same again
  patchChildren(
    header,
    createElement("a", { href: "#", textContent: "‹ Games" }),
    createElement("h1", { textContent: news.title }),
    createButton("Link", () => send({ do: "copy_link", page: location.href.split("#")[0] })),
  );
  const hadMistakes = replayArea.querySelector(".play-mistake") !== null;
  patchChildren(replayArea, ...createReplay(news.replay, send));
  const first = hadMistakes ? null : replayArea.querySelector(".play-mistake");
  first?.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

/** Show the choice of games. */
function showHome() {
  home.hidden = false;
  gameArea.hidden = true;
  document.title = "Polygames: play";
}

/** Open the game, position or puzzle of the page's address. */
function openAddress() {
  const fragment = location.hash.slice(1);
  for (const each of document.querySelectorAll("dialog")) each.close();
  if (!fragment) return showHome();
  home.hidden = true;
  gameArea.hidden = false;
  shownBoard?.close();
  shownBoard = null;
  boardArea.replaceChildren(
    createElement("p", { className: "play-starting", role: "status", textContent: STARTING_TEXT }),
  );
  patchChildren(replayArea);
  link ??= startWorker();
  send({ do: "open", fragment, saved: loadSaved(fragment.split("/")[0]) });
}

function startWorker() {
  const timer = setTimeout(() => {
    const line = boardArea.querySelector(".play-starting");
    if (line) line.textContent = `${STARTING_TEXT} ${SLOW_START_TEXT}`;
  }, SLOW_START_MS);
  return connectWorker({
    onMessage: (message) => {
      clearTimeout(timer);
      handlers[message.kind]?.(message);
    },
    onFailure: (text) => {
      clearTimeout(timer);
      boardArea.replaceChildren(
        createElement("p", { className: "play-starting", role: "alert" }, text),
      );
    },
  });
}

navigator.serviceWorker?.register("service_worker.js").catch(() => {}); // offline play only
watchHelpKey(() => shownBoard && !gameArea.hidden && requestHelp());
addEventListener("hashchange", openAddress);
openAddress();
