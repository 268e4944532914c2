// A comment that is written in its place in the list.

/** Let a person write in a row; `done` gets the text, or null if it is given up. */
export function write(item, text, done) {
  if (item.querySelector("textarea")) return;
  const area = Object.assign(document.createElement("textarea"), { value: text, rows: 2, className: "polygames-writing" });
  area.setAttribute("aria-label", "comment");
  area.placeholder = "A comment. Enter keeps it, Escape gives it up.";
  let over = false;
  const end = (result) => {
    if (over) return;
    over = true;
    area.remove();
    done(result);
  };
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") end(null);
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      end(area.value);
    }
  });
  for (const kind of ["click", "dblclick"]) area.addEventListener(kind, (event) => event.stopPropagation());
  area.addEventListener("blur", () => end(area.value));
  item.append(area);
  area.focus({ preventScroll: true });
}
