// The board around the layer: the layer is made before it is put there.

/** Begin each of some things with the board's own element, as soon as the layer is on the page;
 *  each returns what ends it, and so does this. */
export function atHome(el, things) {
  let ends = null;
  const arrive = () => {
    const root = el.closest(".polygames-board");
    if (root && !ends) ends = things.map((begin) => begin(root));
  };
  const arrival = new ResizeObserver(arrive);
  arrival.observe(el);
  arrive();
  return () => {
    arrival.disconnect();
    for (const end of ends ?? []) end();
  };
}
