// A question to all: answered first, and then the answers of all are shown.

import { bars, button, make } from "./dom.js";

/** Show a question, or nothing, in an element; what is being typed stays. */
export function question(home, asked, say) {
  const key = JSON.stringify(asked);
  if (home.asked === key) return;
  home.asked = key;
  if (!asked) return home.replaceChildren();
  const { text, choices, mine, revealed, counts } = asked;
  const answer = revealed ? bars(counts) : choices.length ? choicesOf(choices, mine, say) : numberOf(mine, say);
  const note = revealed ? (mine ? `You said: ${mine}` : "") : mine ? "You can change it until the answers are shown." : "";
  const typed = home.querySelector("input")?.value;
  home.replaceChildren(make("section", { className: "polygames-board class-question-card" },
    make("b", { textContent: text }), answer, make("span", { textContent: note })));
  const input = home.querySelector("input");
  if (input && typed) input.value = typed;
}

const choicesOf = (choices, mine, say) => make("div", { className: "class-answers" },
  ...choices.map((each) => button(each, () => say({ do: "predict", said: each }), { className: each === mine ? "mod-primary" : "", ariaPressed: String(each === mine) })));

function numberOf(mine, say) {
  const input = make("input", { inputMode: "decimal", maxLength: 20, ariaLabel: "your answer, a number", value: mine ?? "" });
  const form = make("form", { className: "class-answers" }, input, button(mine ? "Change" : "Answer", null, { type: "submit", className: "mod-primary" }));
  form.onsubmit = (event) => {
    event.preventDefault();
    say({ do: "predict", said: input.value });
  };
  return form;
}
