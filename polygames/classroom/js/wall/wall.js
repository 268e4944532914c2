// The teacher's dashboard (wall): all tables, small and live.

import {
  addListeners,
  createElement,
  createPart,
  deferDuringPress,
  isComposing,
  patchChildren,
} from "../../../view/js/shared/dom.js";
import { runClocks } from "../elements.js";
import { createConfirmation, createForm, createWaiting, endGames } from "./forms.js";
import { createDiscussion, createLesson } from "./lesson.js";
import { createPeople } from "./people.js";
import { createQuestion } from "./question.js";
import {
  createCrossTable,
  createExercises,
  createRace,
  createResults,
  isRacing,
} from "./results.js";
import {
  createLargeTableTools,
  createOlderNote,
  isTableShown,
  showSize,
  TableCards,
} from "./tables.js";
import { createAddress, createMessages, createTools } from "./toolbar.js";

/** Create the dashboard in an element. `send` sends the teacher's commands. Return functions that
 *  update and close it.
 *
 *  Its state `wall` has the last news of the server, and what the teacher has chosen, typed and
 *  opened. After a change, `render` updates the page in place. */
export function createDashboard(container, send) {
  const addressArea = createElement("div");
  const formArea = createElement("div");
  const toolbar = createPart("div", "wall-toolbar");
  const words = createPart("div", "wall-messages");
  const grid = createPart("div", "wall-tables");
  const summaryArea = createPart("div", "wall-summary");
  const settingText = createElement("b");
  const info = createElement("div", { className: "wall-info" }, settingText, addressArea, words);
  const root = createElement(
    "div",
    { className: "polygames-board polygames-class wall" },
    ...[toolbar, info, formArea, grid, summaryArea],
  );
  container.replaceChildren(root);
  const clocks = runClocks(root);
  const wall = {
    send,
    render: () => render(),
    news: null,
    cards: new TableCards(),
    enlarged: null, // the number of a table
    form: "", // the name of the open form
    confirmation: null,
    fields: { method: "random", raceMinutes: "5", raceCount: "20", raceStars: "5" }, // inputs, by name
    chosen: new Set(), // ids of pupils
    hidesNames: false,
    hidesOld: true,
    showsBoards: false, // during a race, and with the same dice for all
    /** Send a command after the teacher has confirmed it. */
    confirm: (content, question, action, note) => {
      wall.confirmation = { content, question, action, note };
      render();
    },
    endGames: (content, action, isEnded) => endGames(wall, content, action, isEnded),
  };
  const render = () => {
    const { news } = wall;
    if (!news) return;
    root.classList.add(`polygames-of-${news.game}`);
    root.classList.toggle("wall-names-hidden", wall.hidesNames);
    patchChildren(settingText, news.setting_text);
    if (news.join_info.url) patchChildren(addressArea, createAddress(news));
    patchChildren(toolbar, ...createTools(wall));
    patchChildren(words, ...createMessages(wall));
    patchChildren(
      formArea,
      ...news.waiting.map((each) => createWaiting(each, send)),
      createLesson(wall),
      createConfirmation(wall) ?? createForm(wall),
      createDiscussion(wall),
      createRace(wall),
      createQuestion(wall),
    );
    showTables(news);
    patchChildren(
      summaryArea,
      createPeople(wall),
      createExercises(news),
      createResults(news),
      createCrossTable(news),
    );
  };
  const showTables = (news) => {
    const { cards } = wall;
    const shown = cards.all.filter(({ table }) => isTableShown(table, wall));
    const address = addressArea.firstChild;
    // Close it so that all tables are visible.
    if (showSize(grid, shown.length) && address) address.open = false;
    // On a projector, everybody would see the answers of a race.
    grid.classList.toggle("wall-boards-hidden", news.dice === "same" && !wall.showsBoards);
    const isHidden = isRacing(news) && !wall.showsBoards;
    const parts = [
      createLargeTableTools(cards.find(wall.enlarged)?.table, send, closeLargeTable),
      ...shown.map(({ card }) => card),
    ];
    patchChildren(grid, ...(isHidden ? [] : parts), createOlderNote(wall));
    cards.showStates(wall);
  };
  const changedTables = []; // not shown yet
  const showNews = deferDuringPress(root, () => {
    wall.cards.update(changedTables.splice(0), enlarge);
    render();
    isLive = true;
    clocks.resume();
  });
  let isLive = true; // without a connection, and after the class, no table waits for a move
  const stopTime = () => {
    isLive = false;
    clocks.stop();
  };
  const idleTimer = setInterval(() => isLive && wall.cards.showStates(wall), 2000);
  const enlarge = (number) => {
    wall.enlarged = wall.enlarged === number ? null : number;
    render();
    if (wall.enlarged) wall.cards.find(number).card.scrollIntoView({ block: "nearest" });
  };
  const closeLargeTable = () => enlarge(wall.enlarged);
  const endKeys = addListeners(document, {
    keydown: (event) => {
      if (event.key === "Escape" && wall.enlarged !== null && !isComposing(event))
        closeLargeTable();
    },
  });
  return {
    update: (news) => {
      wall.news = news;
      changedTables.push(...news.tables);
      showNews();
    },
    showText: (text) => patchChildren(words, text),
    /** Stop the clocks until the next news. */
    stopClocks: stopTime,
    /** Show that the class is over, with its tables and results. No command works any more. */
    showEnd: (text) => {
      stopTime();
      for (const each of [addressArea, words, formArea]) patchChildren(each);
      patchChildren(toolbar, createElement("b", { className: "wall-end", textContent: text }));
      const { news } = wall;
      const results = [createExercises(news), createResults(news), createCrossTable(news)];
      patchChildren(summaryArea, ...results);
      for (const each of summaryArea.querySelectorAll("details")) each.open = true;
    },
    close: () => {
      clocks.end();
      endKeys();
      clearInterval(idleTimer);
    },
  };
}
