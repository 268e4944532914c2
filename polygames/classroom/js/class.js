// A pupil's page: code and name, and then a board.

import { board, waitingTools } from "./board.js";
import { barOf, bars, button, follow, make, patch } from "./dom.js";
import { connect } from "./link.js";

const KEPT = `polygames-class${location.pathname.replace(/^\/$/, "")}`; // the seat: code, name and token, on this device only
follow();
const page = document.getElementById("page");
const [bar, tell] = barOf();
const asking = make("div");
const room = make("div", { className: "class-room" });
page.replaceChildren(bar, asking, room);

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
};
const keep = (seat) => {
  try {
    if (seat) localStorage.setItem(KEPT, JSON.stringify(seat));
    else localStorage.removeItem(KEPT);
  } catch {
    /* it plays on without */
  }
};

let seat = kept();
let asked = null;
let shown = null;
let number;

const hello = () => (seat ? { do: "back", token: seat.token } : asked);

const acts = {
  in: ({ token, name }) => {
    seat = { ...(token ? { code: asked.code, token } : seat), name };
    asked = null;
    keep(seat);
    tell("");
  },
  out: ({ text }) => {
    seat = null;
    keep(null);
    enter(text);
  },
  wait: ({ text }) => {
    room.replaceChildren(
      make(
        "div",
        { className: "polygames-board class-wait" },
        make("p", { textContent: text }),
        make("div", { className: "class-wait-tools" }, button("Take another name", leave)),
      ),
    );
    tell("");
  },
  no: ({ text }) => {
    if (seat && !shown)
      acts.out({ text: "" }); // another class, by now
    else if (!seat) asked = null;
    tell(text);
    for (const each of room.querySelectorAll("form button")) each.disabled = false;
  },
  news: (news) => {
    showQuestion(asking, news.question, link.say);
    if (!shown || news.table !== number) {
      shown?.close();
      shown = board(room, link.say);
      number = news.table;
      room.replaceChildren(...(number === null ? [] : [shown.root]));
    }
    if (number === null) patch(room, waiting(news));
    else shown.show(news, otherName(news));
    if (news.table === null && news.words) tell(news.words, 0);
  },
  traits: (message) => shown?.take(message),
  board: ({ content }) => shown?.hear(content),
  help: ({ html }) => showHelp(html),
};

/** A tablet may be shared: who takes it next is somebody else. */
const otherName = ({ name }) =>
  button(`I am not ${name}`, leave, {
    className: "class-other",
    title: "for a device that is shared",
  });

/** Let somebody else use this device: the seat stays in the class. */
function leave() {
  seat = asked = null;
  keep(null);
  link.say({ do: "leave" });
  enter();
}

/** What is shown to who has no table yet. */
const waiting = (news) =>
  make(
    "div",
    { className: "polygames-board class-wait" },
    make("p", { textContent: `${news.name}: ${news.status}` }),
    make(
      "div",
      { className: "class-wait-tools" },
      ...waitingTools(news, link.say),
      otherName(news),
    ),
  );

/** Ask for code and name. */
function enter(words = "") {
  shown?.close();
  shown = null;
  showQuestion(asking, null);
  const known = location.hash.slice(1); // who has photographed the QR code need not type it
  const code = make("input", {
    id: "code",
    required: true,
    maxLength: 12,
    autocomplete: "off",
    inputMode: "numeric",
    spellcheck: false,
    value: known,
  });
  const name = make("input", {
    id: "name",
    required: true,
    maxLength: 24,
    autocomplete: "off",
    spellcheck: false,
  });
  const start = button("Sit down", null, { type: "submit", className: "mod-primary" });
  const form = make(
    "form",
    { className: "class-door" },
    make("h1", { textContent: "Join the class" }),
    make("label", { htmlFor: "code", textContent: "Code" }),
    code,
    make("label", { htmlFor: "name", textContent: "Your first name" }),
    name,
    start,
    make("p", {
      textContent:
        "The name is shown in the class. It is kept with the games on the teacher's computer, and nowhere else.",
    }),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    asked = { do: "join", code: code.value, name: name.value };
    start.disabled = true;
    link.say(asked);
  };
  room.replaceChildren(make("div", { className: "polygames-board class-home" }, form));
  if (words) tell(words);
  (known ? name : code).focus();
}

const link = connect({
  hello,
  pass: () => seat?.token,
  hear: (message) => acts[message.kind]?.(message),
  lost: (isLost, why) => (isLost ? tell(why || "No connection. Trying again …", 0) : tell("")),
});
if (!seat) enter();

/** Lay how to play over the page; it is the server's own HTML, without a word of a pupil. */
function showHelp(html) {
  document.querySelector(".class-help")?.remove();
  const words = make("div", { className: "polygames-help", innerHTML: html });
  const dialog = make("dialog", { className: "class-help", ariaLabel: "How to play" });
  dialog.append(
    make(
      "div",
      { className: "polygames-board" },
      make(
        "div",
        { className: "class-help-top" },
        make("b", { textContent: "How to play" }),
        button("Close", () => dialog.close(), { className: "mod-primary" }),
      ),
      words,
    ),
  );
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

// --- A question to all: answered first, and then the answers of all are shown

/** Show a question, or nothing, in an element; what is being typed stays, and what is folded. */
function showQuestion(container, question, send) {
  page.classList.toggle("class-asked", Boolean(question));
  if (!question) return patch(container);
  const { text, revealed, counts } = question;
  const answer = revealed ? bars(counts) : answerForm(question, send);
  patch(
    container,
    make(
      "details",
      { key: `${revealed} ${text}`, className: "polygames-board class-question-card", open: true },
      make("summary", { textContent: text, title: "press to fold or unfold" }),
      answer,
      make("span", { textContent: answerNote(question) }),
    ),
  );
}

/** Return the note below a question that this pupil has answered. */
function answerNote({ mine, revealed }) {
  if (!mine) return "";
  return revealed ? `You said: ${mine}` : "You can change it until the answers are shown.";
}

const answerForm = ({ choices, mine }, send) =>
  choices.length ? choicesOf(choices, mine, send) : numberOf(mine, send);

function choicesOf(choices, mine, say) {
  return make(
    "div",
    { className: "class-answers" },
    ...choices.map((each) =>
      button(each, () => say({ do: "predict", said: each }), {
        className: each === mine ? "mod-primary" : "",
        ariaPressed: String(each === mine),
      }),
    ),
  );
}

function numberOf(mine, say) {
  const onsubmit = (event) => {
    event.preventDefault();
    say({ do: "predict", said: event.target.querySelector("input").value });
  };
  return make(
    "form",
    { className: "class-answers", onsubmit },
    make("input", {
      inputMode: "decimal",
      maxLength: 20,
      ariaLabel: "your answer, a number",
      value: mine ?? "",
    }),
    button(mine ? "Change" : "Answer", null, { type: "submit", className: "mod-primary" }),
  );
}
