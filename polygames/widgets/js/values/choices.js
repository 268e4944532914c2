// What can be chosen of the analysis: how many lines, and how long a position is looked at.

/** A row of choices; `choose(name, value)` hears what is chosen. */
export function newChoices(choose) {
  const el = Object.assign(document.createElement("div"), { className: "polygames-analysis-choices" });
  el.addEventListener("change", ({ target }) => choose(target.name, Number(target.value)));
  return el;
}

/** Show what is offered and chosen; a list that is open stays as it is. */
export function showChoices(el, choices = []) {
  if (!el.children.length) el.append(...choices.map(labelled));
  for (const { name, value } of choices) {
    const select = el.querySelector(`[name="${name}"]`);
    if (select.value !== String(value)) select.value = String(value);
  }
}

function labelled({ name, label, offered }) {
  const el = Object.assign(document.createElement("label"), { textContent: `${label} ` });
  const select = Object.assign(document.createElement("select"), { name });
  for (const [value, textContent] of offered) select.append(Object.assign(document.createElement("option"), { value, textContent }));
  el.append(select);
  return el;
}
