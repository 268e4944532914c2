// The page of a pupil: a form for code and name, and then a board.

import { createButton, createElement, patchChildren } from "../../view/js/shared/dom.js";
import { createBoard, createWaitingTools, getOrientation } from "./board.js";
import { createBars, createNoticeBar, followTheme } from "./elements.js";
import { closeHelpDialog, showHelpDialog, showHelpStatus, watchHelpKey } from "./help_dialog.js";
import { connect } from "./link.js";

// Where code, name and token are stored, on this device only.
const SEAT_KEY = `polygames-class${location.pathname.replace(/^\/$/, "")}`;
const CONTINUED_TEXT = "The class goes on. Your board is as it was before the pause.";
followTheme();
const page = document.getElementById("page");
const [bar, showNotice] = createNoticeBar();
const questionArea = createElement("div");
const tableArea = createElement("div", { className: "class-room" });
page.replaceChildren(bar, questionArea, tableArea);

const loadSeat = () => {
  try {
    return JSON.parse(localStorage.getItem(SEAT_KEY) ?? "null");
  } catch {
    return null;
  }
};
const saveSeat = (seat) => {
  try {
    if (seat) localStorage.setItem(SEAT_KEY, JSON.stringify(seat));
    else localStorage.removeItem(SEAT_KEY);
  } catch {
    // the page works without storage
  }
};

let seat = loadSeat();
let joinRequest = null;
let shownBoard = null;
let tableNumber;
let status = ""; // the last status of the pupil's page
let ownTable = null; // the number of the pupil's last table
let wasPaused = false;
let farewell = null; // the last message of a class that is over
let staleCode = ""; // the code of a class that no longer knows this device

const createGreeting = () =>
  seat ? { do: "rejoin", token: seat.token, ...getOrientation() } : joinRequest;

const handlers = {
  logged_in: ({ token, name }) => {
    seat = { ...(token ? { code: joinRequest.code, token } : seat), name };
    joinRequest = null;
    saveSeat(seat);
    farewell = null;
    ownTable = null;
    showNotice("");
  },
  logged_out: ({ text }) => {
    if (!text && seat) staleCode = seat.code; // another class has opened at this address
    seat = null;
    saveSeat(null);
    showJoinForm(text);
  },
  waiting: ({ text }) => {
    tableArea.replaceChildren(
      createElement(
        "div",
        { className: "polygames-board class-waiting" },
        createElement("p", { textContent: text }),
        createElement(
          "div",
          { className: "class-waiting-tools" },
          createButton("Choose another name", leaveSeat),
        ),
      ),
    );
    showNotice("");
  },
  error: ({ text }) => {
    if (!seat) joinRequest = null;
    // An error before a board or a form, which the pupil has not caused: another class is open now.
    if (seat ? !shownBoard : !tableArea.querySelector("form"))
      return handlers.logged_out({ text: "" });
    showNotice(text);
    for (const each of tableArea.querySelectorAll("form button")) each.disabled = false;
  },
  page_state: (news) => {
    status = news.status ?? "";
    showHelpStatus(status);
    showBoardChange(news);
    showQuestion(questionArea, news.question, link.send);
    if (!shownBoard || news.table !== tableNumber) {
      shownBoard?.close();
      shownBoard = createBoard(tableArea, link.send);
      tableNumber = news.table;
      tableArea.replaceChildren(...(tableNumber === null ? [] : [shownBoard.root]));
    }
    if (tableNumber === null) patchChildren(tableArea, createWaiting(news));
    else shownBoard.show(news, (question) => createLeaveTools(news, question));
    if (news.table === null && news.announcement) showNotice(news.announcement, 0);
  },
  class_over: (message) => {
    farewell = message;
    closeBoard();
    if (seat) tableArea.replaceChildren(createFarewell(message));
    else if (!tableArea.querySelector("form")) showJoinForm();
    joinRequest = null;
    if (!seat) showNotice(message.text, 0);
  },
  traits: (message) => shownBoard?.update(message),
  board_message: ({ content }) => shownBoard?.onMessage(content),
  help: ({ html }) => {
    showHelpDialog(html);
    showHelpStatus(status);
  },
};

const LEAVE_OPTIONS = {
  className: "class-leave-button",
  title: "for a shared device: the next pupil can join",
};

/** Create the button for a shared device: the next user is another pupil. */
const createLeaveButton = ({ name }) => createButton(`I am not ${name}`, leaveSeat, LEAVE_OPTIONS);

/** Create the same button beside a board. It asks first, because only the teacher can let the pupil
 *  in again. */
const createLeaveTools = ({ name }, question) =>
  question(
    `I am not ${name}`,
    `Leave the seat of ${name}? Only your teacher can let you in again.`,
    "Yes, leave",
    leaveSeat,
    LEAVE_OPTIONS,
  );

/** Let another pupil use this device. The seat stays in the class. */
function leaveSeat() {
  seat = joinRequest = null;
  saveSeat(null);
  link.send({ do: "leave" });
  showJoinForm();
}

/** Tell the pupil what has happened to the board, after a new round, a rematch or a pause. */
function showBoardChange({ table, new_board_text, paused, is_watching, is_practising }) {
  if (wasPaused && !paused) showNotice(CONTINUED_TEXT);
  wasPaused = paused;
  if (is_watching || is_practising || table === null) return;
  if (ownTable !== null && table !== ownTable && new_board_text) showNotice(new_board_text, 8);
  ownTable = table;
}

/** Create what a pupil without a table sees. */
const createWaiting = (news) =>
  createElement(
    "div",
    { className: "polygames-board class-waiting" },
    createElement("p", { textContent: `${news.name}: ${news.status}` }),
    createElement(
      "div",
      { className: "class-waiting-tools" },
      ...createWaitingTools(news, link.send),
      createLeaveButton(news),
    ),
  );

/** Remove the board, and all that lies over it. */
function closeBoard() {
  shownBoard?.close();
  shownBoard = null;
  showQuestion(questionArea, null);
  closeHelpDialog();
}

/** Create the page of a class that is over: the pupil's games and results. The HTML is the
 *  server's own. */
const createFarewell = ({ text, html }) =>
  createElement(
    "div",
    { className: "polygames-board class-farewell" },
    createElement("h1", { textContent: text }),
    html ? createElement("p", {}, createSaveLink(farewell)) : null,
    createElement("div", { innerHTML: html }),
  );

/** Create the link that saves a pupil's games as a page. It needs no server. */
function createSaveLink({ name, html, file_name }) {
  const title = `Polygames: ${name}`.replace(/[<&]/g, "");
  const savedPage = `<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{max-width:40em;margin:auto;padding:1em;font-family:sans-serif}img{width:100%;max-width:26em}</style>
<h1>${title}</h1>${html}`;
  const href = URL.createObjectURL(new Blob([savedPage], { type: "text/html" }));
  return createElement(
    "a",
    { href, download: file_name, className: "jupyter-button mod-primary" },
    "Save my games as a page",
  );
}

/** Show the form for code and name. */
function showJoinForm(words = "") {
  closeBoard();
  const hash = location.hash.slice(1); // from the QR code, which contains the code
  const known = hash === staleCode ? "" : hash;
  const code = createElement("input", {
    id: "code",
    required: true,
    maxLength: 12,
    autocomplete: "off",
    inputMode: "numeric",
    spellcheck: false,
    value: known,
  });
  const name = createElement("input", {
    id: "name",
    required: true,
    maxLength: 24,
    autocomplete: "off",
    spellcheck: false,
  });
  const start = createButton("Join", null, { type: "submit", className: "mod-primary" });
  const form = createElement(
    "form",
    { className: "class-join-form" },
    createElement("h1", { textContent: "Join the class" }),
    createElement("label", { htmlFor: "code", textContent: "Code" }),
    code,
    createElement("label", { htmlFor: "name", textContent: "Your first name" }),
    name,
    start,
    createElement("p", {
      textContent:
        "Everyone in the class can see your name. It is saved only on the teacher's computer, with the games.",
    }),
    farewell?.html ? createElement("p", {}, "Your last class: ", createSaveLink(farewell)) : null,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    joinRequest = { do: "join", code: code.value, name: name.value, ...getOrientation() };
    start.disabled = true;
    link.send(joinRequest);
  };
  tableArea.replaceChildren(
    createElement("div", { className: "polygames-board class-join-page" }, form),
  );
  if (words) showNotice(words);
  (known ? name : code).focus();
}

const link = connect({
  getGreeting: createGreeting,
  getToken: () => seat?.token,
  onMessage: (message) => handlers[message.kind]?.(message),
  onConnection: (isLost, text) => {
    if (isLost) shownBoard?.stopClocks();
    if (!isLost || !farewell) showNotice(text, 0); // a class that is over needs no connection
  },
});
if (!seat) showJoinForm();

watchHelpKey(() => seat && link.send({ do: "show_help" }));

// --- A question to the class. After the answer, the answers of all are shown

const NUMBER_TEXT = "Type a number, for example 12.5";
let refusedText = null; // the text of the question for which no number was typed

/** Return whether a text is a number, with a point or a comma. */
const isNumber = (text) => /^[+-]?(\d+[.,]?\d*|[.,]\d+)$/.test(text.trim());

/** Show a question in an element, or remove it. What is being typed, or is folded, stays. */
function showQuestion(container, question, send) {
  page.classList.toggle("class-has-question", Boolean(question));
  if (!question) return patchChildren(container);
  const { text, revealed, counts } = question;
  const answerWith = (value) => {
    const isRefused = !question.choices.length && !isNumber(value);
    refusedText = isRefused ? text : null;
    showQuestion(container, question, send);
    if (!isRefused) send({ do: "answer_question", answer: value });
  };
  const answer = revealed ? createBars(counts) : createAnswerForm(question, answerWith);
  patchChildren(
    container,
    createElement(
      "details",
      { key: `${revealed} ${text}`, className: "polygames-board class-question-card", open: true },
      createElement("summary", { textContent: text, title: "press to open or close" }),
      answer,
      refusedText === text && !revealed
        ? createElement("b", { className: "class-refusal", role: "alert" }, NUMBER_TEXT)
        : null,
      createElement("span", { textContent: answerNoteText(question) }),
    ),
  );
}

/** Return the note below a question that this pupil has answered. */
function answerNoteText({ own_answer, revealed }) {
  if (!own_answer) return "";
  return revealed
    ? `Your answer: ${own_answer}`
    : "You can change your answer until the results are shown.";
}

const createAnswerForm = ({ choices, own_answer }, answer) =>
  choices.length
    ? createChoices(choices, own_answer, answer)
    : createNumberForm(own_answer, answer);

function createChoices(choices, ownAnswer, answer) {
  return createElement(
    "div",
    { className: "class-answers" },
    ...choices.map((each) =>
      createButton(each, () => answer(each), {
        className: each === ownAnswer ? "mod-primary" : "",
        ariaPressed: String(each === ownAnswer),
      }),
    ),
  );
}

function createNumberForm(ownAnswer, answer) {
  const onsubmit = (event) => {
    event.preventDefault();
    answer(event.target.querySelector("input").value);
  };
  return createElement(
    "form",
    { className: "class-answers", onsubmit },
    createElement("input", {
      inputMode: "decimal",
      maxLength: 20,
      ariaLabel: "your answer, a number",
      value: ownAnswer ?? "",
    }),
    createButton(ownAnswer ? "Change" : "Answer", null, {
      type: "submit",
      className: "mod-primary",
    }),
  );
}
