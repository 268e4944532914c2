// Drawing on the pointer layer's SVG: what scenes are made of, and the layer's own marks.

const SVG = "http://www.w3.org/2000/svg";

/** Make an SVG element; stroke widths are in pixels of the screen whatever the zoom. */
export function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  if (text !== undefined) made.textContent = text;
  made.setAttribute("vector-effect", "non-scaling-stroke");
  return made;
}

export const list = (points) => points.map((point) => point.join(",")).join(" ");

/** One primitive of a scene, as the kernel sends it; `thick` times as thick. */
export function drawn(primitive, unit, thick = 1) {
  const { kind, fill, stroke, alpha } = primitive;
  const width = (primitive.width ?? 1) * thick;
  const paint = {
    fill: fill ?? "none",
    stroke,
    "stroke-width": width,
    "fill-opacity": alpha,
    "stroke-linejoin": "round",
  };
  switch (kind) {
    case "polygon":
      return element("polygon", { points: list(primitive.points), ...paint });
    case "disc": {
      const [cx, cy] = primitive.center;
      const r = primitive.radius * (primitive.fixed ? unit : 1);
      return element("circle", { cx, cy, r, ...paint });
    }
    case "segment": {
      const [x1, y1] = primitive.start;
      const [x2, y2] = primitive.end;
      const marker = primitive.arrow ? { "marker-end": "url(#polygames-arrow)" } : {};
      const line = {
        x1,
        y1,
        x2,
        y2,
        stroke,
        "stroke-width": width,
        "stroke-opacity": alpha,
        "stroke-linecap": "round",
      };
      return element("line", { ...line, ...marker });
    }
    default: {
      const [x, y] = primitive.at;
      const size = primitive.size * (primitive.fixed ? unit : 1);
      const anchor = { left: "start", center: "middle", right: "end" }[primitive.align];
      const rim = primitive.halo
        ? {
            stroke: primitive.halo,
            "stroke-width": (primitive.rim ?? 3) * thick,
            "stroke-linejoin": "round",
            "paint-order": "stroke",
          }
        : {};
      const font = {
        ...rim,
        "font-weight": primitive.bold ? "bold" : null,
        "font-size": size,
        "text-anchor": anchor,
        "dominant-baseline": "central",
      };
      return element("text", { x, y, fill, ...font, class: "polygames-text" }, primitive.text);
    }
  }
}

/** The outline of an item. */
export function outline({ points, center, radius }, attributes) {
  const shape = points
    ? element("polygon", { points: list(points) })
    : element("circle", { cx: center[0], cy: center[1], r: radius });
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

/** The head of an arrow, for segments that have one. */
export function arrowHead() {
  const marker = element("marker", {
    id: "polygames-arrow",
    viewBox: "0 0 8 8",
    refX: 7,
    refY: 4,
    markerWidth: 5,
    markerHeight: 5,
    orient: "auto",
  });
  marker.append(element("path", { d: "M0,0 L8,4 L0,8 Z", fill: "context-stroke" }));
  const defs = element("defs", {});
  defs.append(marker);
  return defs;
}
