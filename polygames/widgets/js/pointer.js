// The pointer layer: everything that happens between two moves, without asking the kernel.
// Its one input is the trait `frame` (polygames/widgets/pointer.py says what it holds); its one
// output are messages {kind: "move" | "line" | "key" | "view" | "peek" | "drag" | "reveal", ...}, each with
// frame.version.

const GREEN = "#009e73";
const PURPLE = "#cc79a7";
const VERMILION = "#d55e00";
const REACH = { mouse: 12, pen: 14, touch: 26 }; // pixels from a border that still mean the border
const STILL = 5; // pixels that a press may move and still be a click

function render({ model, el }) {
  el.classList.add("polygames-pointer");
  const svg = element("svg", { tabindex: 0, role: "application", preserveAspectRatio: "xMidYMid meet" });
  const layers = Object.fromEntries(["fading", "hover", "lit", "preview", "line", "cursor"].map((name) => [name, element("g", {})]));
  const tip = Object.assign(document.createElement("div"), { className: "polygames-tip" });
  const said = Object.assign(document.createElement("div"), { className: "polygames-said" });
  said.setAttribute("aria-live", "polite");
  svg.append(arrowHead(), ...Object.values(layers));
  el.append(svg, tip, said);

  let frame; // what the kernel sent
  let spelled = []; // targets of a half-spelled move
  let anchors = []; // where a line begins: the same point seen from each region that it borders
  let line = null; // the line as it would be drawn now: {a, b}
  let typed = ""; // a value being typed, which the line is turned to cut off
  let mouse = null; // the last place of the pointer: {clientX, clientY}
  let pointer = null; // the same in scene units
  let press = null; // a button held down: {at: [clientX, clientY], moved, panFrom, handle}
  let cursor = null; // the keyboard's place: {region, edge, share, point} or an item
  const fingers = new Map(); // touches, for pinching

  // --- Frame and view ---------------------------------------------------------------------

  const eye = camera({ svg, el, send, changed: () => show() });
  const { unit, toScene } = eye;

  function take() {
    const before = frame;
    frame = model.get("frame");
    if (!frame.window) return;
    const fresh = !before || before.version !== frame.version;
    if (fresh) forget();
    if (before && fresh) fade();
    eye.take(frame, press || fingers.size);
    if (pointer) pointer = toScene(mouse);
    if (cursor && !cursor.region) cursor = frame.items.find(({ target }) => target === cursor.target) ?? null;
    svg.setAttribute("aria-label", frame.title);
    if (!before || before.status !== frame.status) say(frame.status);
    show();
  }

  function forget() {
    spelled = [];
    anchors = [];
    line = press = cursor = null;
    typed = "";
  }

  /** Let what the last move lost fade away. */
  function fade() {
    const gone = element("g", { class: "polygames-fading" });
    gone.append(...frame.fading.map((primitive) => drawn(primitive, 1)));
    layers.fading.replaceChildren(gone);
  }

  // --- What can be done -------------------------------------------------------------------

  const open = () => frame.moves.filter(({ spelling }) => spelled.every((target, i) => spelling[i] === target));
  const nextTargets = () => new Set(open().map(({ spelling }) => spelling[spelled.length]));
  /** The move that a target would finish, if it is the last one of a spelling. */
  const finished = (target) => open().find(({ spelling }) => spelling.length === spelled.length + 1 && spelling.at(-1) === target);
  const clickable = (item) => Boolean(item && item.target && nextTargets().has(item.target));
  const itemAt = (point) => hit(frame.items.map(sized), point, 8 * unit());
  /** An item as large as it is drawn now. */
  const sized = (item) => (item.fixed ? { ...item, radius: item.radius * eye.growth() } : item);
  const handleAt = (point, reach) => (frame.handles ?? []).find(({ at }) => distance(at, point) <= reach * unit());
  const active = () => frame.active;

  function send(kind, content = {}) {
    model.send({ kind, version: frame.version, ...content });
  }

  function say(text) {
    if (said.textContent !== text) said.textContent = text;
  }

  function cancel() {
    const something = spelled.length || anchors.length || typed;
    spelled = [];
    anchors = [];
    line = null;
    typed = "";
    if (something) say("cancelled");
    show();
    return something;
  }

  function choose(item) {
    if (!active() || !clickable(item)) return false;
    spelled.push(item.target);
    const moves = open(), done = moves.find(({ spelling }) => spelling.length === spelled.length);
    if (done && moves.length === 1) finish(done);
    else say(`${item.label}: choose what comes next`);
    show();
    return true;
  }

  function finish(move) {
    send("move", { spelling: move.spelling });
    say(move.label);
    spelled = [];
  }

  /** The border places within reach of a point, one for each region there. */
  function bordersAt(point, reach) {
    if (!active() || !frame.pen) return [];
    const near = frame.regions.map((region) => nearest(region, point)).filter((at) => at && at.distance <= reach * unit());
    if (!near.length) return [];
    const first = near.reduce((a, b) => (b.distance < a.distance ? b : a));
    const same = frame.regions.map((region) => nearest(region, first.point));
    return same.filter((at) => at && at.distance < 1e-6).map(settled).filter((at) => at);
  }

  /** The line from the anchor towards a point: across the region that lies that way. */
  function aim(point, reach) {
    const ways = anchors.map((a) => ({ a, b: exit(a, point) })).filter(({ b }) => b);
    if (!ways.length) return null;
    const { a, b } = ways.reduce((best, way) => (way.b.away > best.b.away ? way : best));
    const close = nearest(a.region, point, a.edge);
    const end = close && close.distance <= reach * unit() ? close : b;
    return typed ? turned(a, end.point) : joined(a, end);
  }

  /** The line between two places, the second one moved to where a line may end. */
  function joined(a, end) {
    const b = end && settled(end);
    return b ? { a, b } : null;
  }

  function turned(a, near) {
    return joined(a, cutTo(a, Number(typed), near));
  }

  const values = ({ a, b }) => pieces(a, b).map(area);
  const allowed = (drawn) => Boolean(drawn) && Math.min(...values(drawn)) >= frame.pen.minimum;

  function draw() {
    if (!allowed(line)) return;
    send("line", { start: line.a.point, end: line.b.point });
    say("line drawn");
    anchors = [];
    line = null;
    typed = "";
    show();
  }

  // --- Painting ---------------------------------------------------------------------------

  function show() {
    const [l, t, r, b] = eye.view;
    svg.setAttribute("viewBox", `${l} ${t} ${r - l} ${b - t}`);
    for (const layer of Object.values(layers)) if (layer !== layers.fading) layer.replaceChildren();
    const item = cursor && !cursor.region ? sized(cursor) : pointer && !anchors.length ? itemAt(pointer) : null;
    const can = active() && clickable(item);
    if (item) showItem(item, can);
    if (spelled.length) showNext();
    showLine();
    showHandles();
    showCursor();
    showTip(item, can);
    svg.style.cursor = press?.panFrom ? "grabbing" : can ? "pointer" : frame.pen && active() ? "crosshair" : "default";
  }

  function showItem(item, can) {
    const stroke = can ? GREEN : "none";
    layers.hover.append(outline(item, { fill: can ? GREEN : "#222222", "fill-opacity": can ? 0.22 : 0.07, stroke, "stroke-width": 3 }));
    const move = can && finished(item.target);
    if (move) peek(move);
    if (move) layers.preview.append(...move.preview.map((primitive) => drawn(primitive, eye.growth())));
  }

  /** Ask for all that can be said of a move, where the frame has but a sketch of it. */
  function peek(move) {
    if (!frame.peeks || move.asked) return;
    move.asked = true;
    send("peek", { spelling: move.spelling, space: frame.space });
  }

  function peeked({ spelling, label, preview, version, space }) {
    if (version !== frame.version || space !== frame.space) return;
    const move = frame.moves.find((each) => each.spelling.join() === spelling.join());
    Object.assign(move, { label, preview });
    show();
  }

  function showNext() {
    const next = nextTargets();
    for (const item of frame.items.map(sized)) {
      if (next.has(item.target)) layers.lit.append(outline(item, { fill: "none", stroke: GREEN, "stroke-width": 3 }));
      if (spelled.includes(item.target)) layers.lit.append(outline(item, { fill: GREEN, "fill-opacity": 0.3, stroke: GREEN, "stroke-width": 3 }));
    }
  }

  function showLine() {
    if (!frame.pen || !active()) return;
    const u = unit(), near = anchors.length ? [] : pointer ? bordersAt(pointer, REACH.mouse) : [];
    const regions = line ? [line.a.region] : anchors.length ? anchors.map(({ region }) => region) : near.map(({ region }) => region);
    for (const edge of regions.flatMap((region) => region.edges)) {
      for (const [cx, cy] of edge.blocked) layers.line.append(element("circle", { cx, cy, r: 4 * u, fill: "#ffffff", stroke: "#222222", "stroke-width": 1.5 }));
    }
    for (const { point: [cx, cy] } of [...near, ...anchors].slice(0, 1)) {
      layers.line.append(element("circle", { cx, cy, r: 5.5 * u, fill: frame.pen.color, "fill-opacity": 0.85, stroke: "#ffffff", "stroke-width": 1.5 }));
    }
    if (!line) return;
    const [x1, y1] = line.a.point, [x2, y2] = line.b.point, dashes = allowed(line) ? null : "3 5";
    layers.line.append(
      element("line", { x1, y1, x2, y2, stroke: frame.pen.color, "stroke-width": 3, "stroke-dasharray": dashes }),
      element("circle", { cx: x2, cy: y2, r: 5.5 * u, fill: frame.pen.color, stroke: "#ffffff", "stroke-width": 1.5 }),
    );
  }

  /** The corners of a shape that can be changed, and the shape as it would be. */
  function showHandles() {
    if (!frame.handles?.length) return;
    const places = frame.handles.map(({ name, at }) => (name === press?.handle ? press.to : at));
    const stroke = convex(places) ? PURPLE : VERMILION, u = unit();
    layers.line.append(element("polygon", { points: list(places), fill: "none", stroke, "stroke-width": 2, "stroke-dasharray": "6 4" }));
    for (const [cx, cy] of places) layers.line.append(element("circle", { cx, cy, r: 8 * u, fill: "#ffffff", stroke, "stroke-width": 3 }));
  }

  function showCursor() {
    if (!cursor) return;
    const [cx, cy] = cursor.point ?? middle(cursor);
    layers.cursor.append(element("circle", { cx, cy, r: 10 * unit(), fill: "none", stroke: "#56b4e9", "stroke-width": 3 }));
  }

  function tipText(item, can) {
    if (typed && !line) return `no line from here cuts off ${typed}`;
    if (line) {
      const [x, y] = values(line).sort((p, q) => p - q).map((value) => value.toFixed(2));
      const own = [line.a, line.b].every(({ region, edge }) => region.edges[edge].owner === frame.pen.owner);
      const notes = [allowed(line) ? "" : `a piece must be at least ${frame.pen.minimum}`, own ? "both ends on your colour: the opponent chooses which one you fill" : ""];
      return [typed ? `cut to ${typed}: ${x} | ${y}` : `${x} | ${y}`, ...notes].filter(Boolean).join("\n");
    }
    if (anchors.length) return "now choose where the line ends";
    return (can && finished(item.target)?.label) || (item?.label ?? "");
  }

  function showTip(item, can) {
    const text = tipText(item, can), at = cursor ? (cursor.point ?? middle(cursor)) : (line?.b.point && typed ? line.b.point : pointer);
    tip.textContent = text;
    tip.style.visibility = text && at ? "visible" : "hidden";
    if (!text || !at) return;
    const [x, y] = eye.toScreen(at), { width, height } = svg.getBoundingClientRect();
    tip.style.left = `${Math.max(2, x + 16 + tip.offsetWidth > width ? x - 16 - tip.offsetWidth : x + 16)}px`;
    tip.style.top = `${Math.max(2, y + 18 + tip.offsetHeight > height ? y - 12 - tip.offsetHeight : y + 18)}px`;
  }

  // --- Mouse, pen and touch ---------------------------------------------------------------

  function onMove(event) {
    if (fingers.has(event.pointerId)) pinch(event);
    if (fingers.size > 1) return;
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    mouse = event;
    pointer = toScene(event);
    cursor = null;
    if (press) {
      press.to = pointer;
      press.moved ||= Math.hypot(event.clientX - press.at[0], event.clientY - press.at[1]) > STILL;
      if (press.panFrom && press.moved) {
        const u = unit(), [x, y] = press.panFrom;
        press.panFrom = [event.clientX, event.clientY];
        return eye.pan((x - event.clientX) * u, (y - event.clientY) * u);
      }
    }
    if (anchors.length && !typed) line = aim(pointer, reach);
    if (line) say(tipText(null, false));
    show();
  }

  function onDown(event) {
    svg.focus({ preventScroll: true });
    if (event.pointerType === "touch") fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size > 1) return cancel();
    if (event.button === 2) return cancel();
    if (event.button !== 0 && event.button !== 1) return;
    svg.setPointerCapture(event.pointerId);
    const reach = REACH[event.pointerType] ?? REACH.mouse, point = toScene(event), item = itemAt(point);
    mouse = event;
    pointer = point;
    cursor = null;
    press = { at: [event.clientX, event.clientY], moved: false, to: point };
    press.handle = event.button === 0 ? handleAt(point, reach)?.name : undefined;
    if (press.handle) return show();
    if (spelled.length && !clickable(item)) { // something else: leave the piece, or take another one
      const again = spelled.includes(item?.target);
      cancel();
      if (again) return;
    }
    if (event.button === 1 || !active()) press.panFrom = eye.zoomed() || event.button === 1 ? press.at : null;
    else if (anchors.length) press.ends = true;
    else if (clickable(item) && !frame.pen) { // so that a piece can also be dragged
      press.first = spelled.length === 0;
      choose(item);
    } else if ((anchors = bordersAt(point, reach)).length) say("line begun");
    else if (eye.zoomed() && !clickable(item)) press.panFrom = press.at;
    show();
  }

  function onUp(event) {
    fingers.delete(event.pointerId);
    if (!press || event.button === 2) return;
    const { moved, panFrom, ends, first, handle } = press, item = itemAt(toScene(event));
    press = null;
    if (handle) {
      if (moved) send("drag", { handle, to: toScene(event), unit: unit(), space: frame.space });
      return show();
    }
    if (panFrom && moved) return show();
    if (spelled.length) {
      if (first && moved && !spelled.includes(item?.target) && !choose(item)) cancel();
    } else if (!moved && !ends && clickable(item) && frame.pen) { // a click fills, a drag draws
      anchors = [];
      choose(item);
    } else if (anchors.length && (moved || ends)) {
      line = typed ? line : aim(toScene(event), REACH[event.pointerType] ?? REACH.mouse);
      if (allowed(line)) draw();
      else if (moved && !ends) cancel();
    } else if (!moved && frame.pen && active() && !anchors.length) {
      say("a line begins on a border");
    }
    show();
  }

  function pinch(event) {
    const before = [...fingers.values()];
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size !== 2) return;
    const after = [...fingers.values()], center = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const [bx, by] = center(before), [ax, ay] = center(after), u = unit();
    eye.pan((bx - ax) * u, (by - ay) * u);
    eye.zoom(distance(...before) / Math.max(1, distance(...after)), toScene({ clientX: ax, clientY: ay }));
  }

  /** The place that a zoom leaves where it is: on a board of any depth, a point that it is over. */
  function zoomPoint(event) {
    const at = toScene(event), item = frame.space === undefined ? null : itemAt(at);
    return item?.center ?? at;
  }

  svg.addEventListener("pointermove", onMove);
  svg.addEventListener("pointerdown", onDown);
  svg.addEventListener("pointerup", onUp);
  svg.addEventListener("pointercancel", (event) => { fingers.delete(event.pointerId); press = null; cancel(); });
  svg.addEventListener("pointerleave", () => { pointer = null; show(); });
  svg.addEventListener("contextmenu", (event) => { // the right button cancels; Lab has a menu, too
    event.preventDefault();
    event.stopPropagation();
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls as it does everywhere
    event.preventDefault();
    eye.zoom(Math.exp(event.deltaY * 0.002), zoomPoint(event));
  }, { passive: false });
  svg.addEventListener("touchstart", (event) => { // a touch on something to play plays, any other scrolls
    const point = toScene(event.touches[0]);
    if (event.touches.length > 1 || eye.zoomed() || handleAt(point, REACH.touch) || anchors.length || spelled.length || clickable(itemAt(point)) || bordersAt(point, REACH.touch).length) event.preventDefault();
  }, { passive: false });

  // --- Keyboard ---------------------------------------------------------------------------

  /** What the keyboard can stand on: open regions and items that can be clicked (else all). */
  function stops() {
    const items = frame.items.filter(clickable);
    const regions = frame.pen && active() ? frame.regions.map((region) => place(region, 0, 0.5)) : [];
    return regions.length + items.length ? [...regions, ...items] : frame.items.filter(({ label }) => label);
  }

  function step(by) {
    const all = stops(), now = all.findIndex((stop) => (cursor?.region ? stop.region === cursor.region : stop === cursor));
    cursor = all.length ? all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length] : null;
    reveal();
  }

  /** Bring the cursor into sight: the kernel knows where a point far away is exactly. */
  function reveal() {
    if (cursor && !cursor.region && frame.space !== undefined && !eye.shows(middle(cursor))) send("reveal", { target: cursor.target });
  }

  function steer(key, far) {
    const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    if (far && !frame.pen) return panBy(key, sign);
    if (!cursor) return step(1);
    if (cursor.region) {
      if (key === "ArrowLeft" || key === "ArrowRight") cursor = walk(cursor, sign * (far ? 1 : 0.1) * 16 * unit() / eye.growth());
      else cursor = nextStop(cursor, landmarks(cursor.region), sign > 0);
      return;
    }
    const [x, y] = middle(cursor), sideways = key === "ArrowLeft" || key === "ArrowRight";
    const cost = (item) => {
      const [dx, dy] = middle(item).map((v, i) => v - [x, y][i]), ahead = sign * (sideways ? dx : dy), aside = Math.abs(sideways ? dy : dx);
      return ahead > 1e-9 ? ahead + 2 * aside : Infinity;
    };
    const best = stops().filter((stop) => !stop.region).reduce((a, b) => (cost(b) < (a ? cost(a) : Infinity) ? b : a), null);
    if (best && cost(best) < Infinity) cursor = best;
    reveal();
  }

  /** Move the picture by an eighth of what is seen. */
  function panBy(key, sign) {
    const [l, t, r, b] = eye.view, sideways = key === "ArrowLeft" || key === "ArrowRight";
    eye.pan(sideways ? (sign * (r - l)) / 8 : 0, sideways ? 0 : (sign * (b - t)) / 8);
  }

  /** Fractions of each edge, and the ends of the lines that halve the region. */
  function landmarks(region) {
    const marks = region.edges.flatMap((_, edge) => FRACTIONS.map((share) => place(region, edge, share)));
    const a = anchors.find((anchor) => anchor.region === region);
    const half = a && cutTo(a, region.value / 2, a.point);
    return (half ? [...marks, half] : marks).filter((mark) => !a || mark.edge !== a.edge);
  }

  function follow() {
    const a = cursor?.region && anchors.find(({ region }) => region === cursor.region);
    if (a) line = typed ? turned(a, cursor.point) : a.edge === cursor.edge ? null : joined(a, cursor);
    else if (typed && anchors.length) line = turned(line?.a ?? anchors[0], line?.b.point ?? pointer ?? anchors[0].point);
    else if (anchors.length && pointer) line = aim(pointer, REACH.mouse);
  }

  function enter() {
    if (anchors.length) return draw();
    if (cursor?.region) {
      anchors = [settled(cursor)].filter((at) => at);
      if (anchors.length) say("line begun: choose where it ends");
    } else choose(cursor);
  }

  /** Act on a key; false leaves it to the page. */
  function onKey({ key, shiftKey }) {
    const buttons = frame.moves.filter(({ spelling }) => spelling.length === 1 && !frame.items.some(({ target }) => target === spelling[0]));
    if (key === "Escape") return Boolean(cancel()) || (cursor !== null && !(cursor = null));
    if (key.startsWith("Arrow")) steer(key, shiftKey);
    else if (key === "Enter" || key === " ") enter();
    else if (key === "n" || key === "PageDown") step(1);
    else if (key === "p" || key === "PageUp") step(-1);
    else if (key === "h" && anchors.length) typed = String(anchors[0].region.value / 2);
    else if (/^[0-9.,]$/.test(key) && anchors.length) typed += key.replace(",", ".");
    else if (key === "Backspace" && typed) typed = typed.slice(0, -1);
    else if (/^[1-9]$/.test(key) && active() && buttons[key - 1]) finish(buttons[key - 1]);
    else if (key === "+" || key === "=") eye.zoom(1 / 1.5, cursor && (cursor.point ?? middle(cursor)));
    else if (key === "-") eye.zoom(1.5, cursor && (cursor.point ?? middle(cursor)));
    else if (key === "0") eye.whole();
    else if (["u", "r", "?"].includes(key) || (key === "t" && frame.space !== undefined)) send("key", { key });
    else return false;
    return true;
  }

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    follow();
    show();
    if (tip.textContent) say(tip.textContent);
  });

  // --- Life -------------------------------------------------------------------------------

  const onMessage = (message) => {
    if (message.kind === "copy") navigator.clipboard?.writeText(message.text);
    else if (message.kind === "peek") peeked(message);
    else if (message.kind === "zoom") message.factor ? eye.zoom(message.factor) : eye.whole();
  };
  const resized = new ResizeObserver(() => frame?.window && show());
  resized.observe(svg);
  model.on("change:frame", take);
  model.on("msg:custom", onMessage);
  take();
  return () => {
    resized.disconnect();
    eye.stop();
    model.off("change:frame", take);
    model.off("msg:custom", onMessage);
  };
}

/** The head of an arrow, for segments that have one. */
function arrowHead() {
  const marker = element("marker", { id: "polygames-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" });
  marker.append(element("path", { d: "M0,0 L8,4 L0,8 Z", fill: "context-stroke" }));
  const defs = element("defs", {});
  defs.append(marker);
  return defs;
}

export default { render };
