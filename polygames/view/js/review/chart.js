// The curve of a game as SVG. Places come from 0 to 1, right and up.

const WIDTH = 300, LEFT = 30, RIGHT = 8, TOP = 16, BOTTOM = 15, BARS = 20;

const SHAPES = { // told apart by shape, too
  unclear: { d: "M3.5,0 A3.5,3.5 0 1 1 -3.5,0 A3.5,3.5 0 1 1 3.5,0 Z", color: "#ffffff" },
  inaccuracy: { d: "M-4,-3.5 L4,-3.5 L0,4 Z", color: "#777777" },
  mistake: { d: "M-4,-4 H4 V4 H-4 Z", color: "#e69f00" },
  blunder: { d: "M-4.5,-2 L-2,-4.5 L0,-2.2 L2,-4.5 L4.5,-2 L2.2,0 L4.5,2 L2,4.5 L0,2.2 L-2,4.5 L-4.5,2 L-2.2,0 Z", color: "#d55e00" },
};

const SIGNS = { unclear: "○", inaccuracy: "▼", mistake: "■", blunder: "✖" };

/** What the signs on a curve mean, those that are there. */
export function signsOf(marks) {
  const there = new Set(marks.map(({ verdict }) => verdict));
  return Object.entries(SIGNS).filter(([verdict]) => there.has(verdict)).map(([verdict, sign]) => `${sign} ${verdict}`).join("  ");
}

const svg = (name, values, title) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  if (title) made.append(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "title"), { textContent: title }));
  return made;
};

const across = (share) => LEFT + share * (WIDTH - LEFT - RIGHT);

export function plyAt(x, box, length) {
  const share = ((x - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  return Math.min(length, Math.max(0, Math.round(share * length)));
}

export function drawChart(root, chart, at) {
  const HEIGHT = chart.luck.length ? 100 : 80;
  const floor = HEIGHT - BOTTOM - (chart.luck.length ? BARS : 0);
  const up = (share) => floor - share * (floor - TOP);
  const parts = [svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "polygames-curve-ground" })];
  if (chart.zero !== null) parts.push(svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: up(chart.zero), y2: up(chart.zero), class: "polygames-curve-zero" }));
  for (const bar of chart.luck) {
    const middle = HEIGHT - BOTTOM - BARS / 2, high = Math.abs(bar.height) * BARS / 2;
    parts.push(svg("rect", { x: across(bar.at) - 1.2, y: bar.height > 0 ? middle - high : middle, width: 2.4, height: Math.max(0.5, high), fill: bar.height > 0 ? "#009e73" : "#d55e00", opacity: 0.6 }, bar.title));
  }
  for (const curve of chart.curves) {
    const points = curve.points.map(([x, y]) => `${across(x)},${up(y)}`).join(" ");
    parts.push(svg("polyline", { points, fill: "none", stroke: curve.color, "stroke-width": 2, "stroke-linejoin": "round" }));
  }
  for (const [x, y] of chart.proved) parts.push(svg("circle", { cx: across(x), cy: up(y), r: 2.2, class: "polygames-curve-proved" }, "proved"));
  for (const mark of chart.marks) {
    const shape = SHAPES[mark.verdict];
    parts.push(svg("path", { d: shape.d, fill: mark.verdict === "unclear" ? shape.color : mark.color ?? shape.color, stroke: "#222222", "stroke-width": 0.6, transform: `translate(${across(mark.at[0])},${up(mark.at[1])})`, class: "polygames-curve-mark", "data-ply": mark.ply }, mark.title));
  }
  const words = (x, y, text, anchor) => parts.push(Object.assign(svg("text", { x, y, "text-anchor": anchor, class: "polygames-curve-words" }), { textContent: text }));
  words(4, 10, chart.measure ?? "", "start");
  words(WIDTH - RIGHT, 10, signsOf(chart.marks), "end");
  for (const [share, text] of [[1, chart.top], [0, chart.bottom]]) words(LEFT - 4, up(share) + 3, text, "end");
  words(LEFT, HEIGHT - 3, "start", "start");
  words(WIDTH - RIGHT, HEIGHT - 3, chart.end, "end");
  parts.push(svg("path", { d: `M${LEFT},${TOP} V${floor} H${WIDTH - RIGHT}`, class: "polygames-curve-axes" }));
  const now = across(chart.length ? at / chart.length : 0);
  parts.push(svg("line", { x1: now, x2: now, y1: TOP, y2: HEIGHT - BOTTOM, class: "polygames-curve-now" }));
  root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  root.setAttribute("aria-valuemin", 0);
  root.setAttribute("aria-valuemax", chart.length);
  root.setAttribute("aria-valuenow", at);
  root.replaceChildren(...parts);
}
