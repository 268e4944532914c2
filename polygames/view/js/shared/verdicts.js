// The one table of the signs for moves: the glyphs in a record, and the marks on a curve.

/** Each glyph of a record and its meaning, the best first.
 *
 *  @type {[string, string][]} */
export const GLYPHS = [
  ["!!", "a very good move"],
  ["!", "a good move"],
  ["!?", "an interesting move"],
  ["?!", "an inaccuracy"],
  ["?", "a mistake"],
  ["??", "a blunder"],
];
const GLYPH_NAMES = new Map(GLYPHS);

/** Return the meaning of a glyph; "" for none. */
export const glyphName = (glyph) => GLYPH_NAMES.get(glyph) ?? "";

/** Return the meanings of all glyphs that these rows have. */
export function glyphLegend(rows) {
  const there = new Set(rows.map(({ glyph }) => glyph));
  return GLYPHS.filter(([glyph]) => there.has(glyph))
    .map((each) => each.join(" "))
    .join(" · ");
}

/** The sign of each verdict in a text, and its mark on a curve. Marks also differ in shape. */
export const VERDICT_MARKS = {
  unclear: {
    sign: "○",
    path: "M3.5,0 A3.5,3.5 0 1 1 -3.5,0 A3.5,3.5 0 1 1 3.5,0 Z",
    color: "#ffffff",
  },
  inaccuracy: { sign: "▼", path: "M-4,-3.5 L4,-3.5 L0,4 Z", color: "#777777" },
  mistake: { sign: "■", path: "M-4,-4 H4 V4 H-4 Z", color: "#e69f00" },
  blunder: {
    sign: "✖",
    path: "M-4.5,-2 L-2,-4.5 L0,-2.2 L2,-4.5 L4.5,-2 L2.2,0 L4.5,2 L2,4.5 L0,2.2 L-2,4.5 L-4.5,2 L-2.2,0 Z",
    color: "#cc3311",
  },
};

/** Return the signs of these verdicts and their names. */
export const verdictLegend = (verdicts) =>
  Object.entries(VERDICT_MARKS)
    .filter(([verdict]) => verdicts.includes(verdict))
    .map(([verdict, { sign }]) => `${sign} ${verdict}`)
    .join("  ");
