// The corner of the board that is dragged to size it. The kernel keeps the width, so that every view
// of the board has it, also after a reload; a double click gives the board back to the page.

const LEAST = 200; // css pixels

/** The width that a drag makes: the corner follows the pointer along both sides. */
export function dragged({ width, height }, [dx, dy], most) {
  const wanted = width + (dx + (dy * width) / height) / 2;
  return Math.round(Math.max(LEAST, Math.min(wanted, most)));
}

/** Let a corner of the layer size the board; what is begun for the board's own element. */
export const sizable = (model, corner) => (root) => {
  let held = null;
  const show = (width) => {
    root.classList.toggle("polygames-sized", Boolean(width));
    root.style.setProperty("--pg-own", `${width ?? 0}px`);
  };
  const keep = (width) => {
    show(width);
    model.set("width", width);
    model.save_changes();
  };
  const acts = {
    pointerdown: (event) => {
      const { width, height } = corner.parentElement.getBoundingClientRect();
      held = { width, height, x: event.clientX, y: event.clientY, now: null };
      corner.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    pointermove: ({ clientX, clientY }) => {
      if (!held) return;
      held.now = dragged(held, [clientX - held.x, clientY - held.y], root.getBoundingClientRect().width);
      show(held.now);
    },
    pointerup: () => {
      if (held?.now) keep(held.now);
      held = null;
    },
    pointercancel: () => {
      held = null;
      show(model.get("width"));
    },
    dblclick: () => keep(null),
  };
  const taken = () => show(model.get("width"));
  for (const [name, act] of Object.entries(acts)) corner.addEventListener(name, act);
  model.on("change:width", taken);
  taken();
  return () => {
    for (const [name, act] of Object.entries(acts)) corner.removeEventListener(name, act);
    model.off("change:width", taken);
  };
};
