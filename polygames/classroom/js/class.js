// The page of a pupil: a form for code and name, and then a board.

import { createButton, createElement, patchChildren } from "../../view/js/shared/dom.js";
import { createBoard, createWaitingTools } from "./board.js";
import { createBars, createNoticeBar, followTheme } from "./elements.js";
import { connect } from "./link.js";

// Where code, name and token are stored, on this device only.
const SEAT_KEY = `polygames-class${location.pathname.replace(/^\/$/, "")}`;
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

const createGreeting = () => (seat ? { do: "rejoin", token: seat.token } : joinRequest);

const handlers = {
  logged_in: ({ token, name }) => {
    seat = { ...(token ? { code: joinRequest.code, token } : seat), name };
    joinRequest = null;
    saveSeat(seat);
    showNotice("");
  },
  logged_out: ({ text }) => {
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
    if (seat && !shownBoard)
      handlers.logged_out({ text: "" }); // it is the server of another class now
    else if (!seat) joinRequest = null;
    showNotice(text);
    for (const each of tableArea.querySelectorAll("form button")) each.disabled = false;
  },
  page_state: (news) => {
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
  traits: (message) => shownBoard?.update(message),
  board_message: ({ content }) => shownBoard?.onMessage(content),
  help: ({ html }) => showHelp(html),
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

/** Show the form for code and name. */
function showJoinForm(words = "") {
  shownBoard?.close();
  shownBoard = null;
  showQuestion(questionArea, null);
  const known = location.hash.slice(1); // from the QR code, which contains it
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
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    joinRequest = { do: "join", code: code.value, name: name.value };
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
  onConnection: (isLost, why) =>
    isLost ? showNotice(why || "No connection. Trying again …", 0) : showNotice(""),
});
if (!seat) showJoinForm();

/** Show the rules over the page. The HTML is the server's own and contains no text of a pupil. */
function showHelp(html) {
  document.querySelector(".class-help")?.remove();
  const words = createElement("div", { className: "polygames-help", innerHTML: html });
  const dialog = createElement("dialog", { className: "class-help", ariaLabel: "How to play" });
  dialog.append(
    createElement(
      "div",
      { className: "polygames-board" },
      createElement(
        "div",
        { className: "class-help-top" },
        createElement("b", { textContent: "How to play" }),
        createButton("Close", () => dialog.close(), { className: "mod-primary" }),
      ),
      words,
    ),
  );
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

// --- A question to the class. After the answer, the answers of all are shown

/** Show a question in an element, or remove it. What is being typed, or is folded, stays. */
function showQuestion(container, question, send) {
  page.classList.toggle("class-has-question", Boolean(question));
  if (!question) return patchChildren(container);
  const { text, revealed, counts } = question;
  const answer = revealed ? createBars(counts) : createAnswerForm(question, send);
  patchChildren(
    container,
    createElement(
      "details",
      { key: `${revealed} ${text}`, className: "polygames-board class-question-card", open: true },
      createElement("summary", { textContent: text, title: "press to open or close" }),
      answer,
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

const createAnswerForm = ({ choices, own_answer }, send) =>
  choices.length ? createChoices(choices, own_answer, send) : createNumberForm(own_answer, send);

function createChoices(choices, ownAnswer, send) {
  return createElement(
    "div",
    { className: "class-answers" },
    ...choices.map((each) =>
      createButton(each, () => send({ do: "answer_question", answer: each }), {
        className: each === ownAnswer ? "mod-primary" : "",
        ariaPressed: String(each === ownAnswer),
      }),
    ),
  );
}

function createNumberForm(ownAnswer, send) {
  const onsubmit = (event) => {
    event.preventDefault();
    send({ do: "answer_question", answer: event.target.querySelector("input").value });
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
