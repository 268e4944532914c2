// A box with inputs outside a board, such as the answer to an exercise: its keys are kept from the
// notebook's shortcuts, and its sliders have names for screen readers.

import { isolateKeys, onMount } from "./mount.js";

/** Set an attribute. An equal value is not set again, because that would call the observer. */
function setAttribute(element, name, value) {
  if (value && element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Name the sliders of a box by their labels, and their values by the texts beside them. ipywidgets
 *  does neither. Return a function that ends this. */
export function nameSliders(root) {
  const update = () => {
    for (const handle of root.querySelectorAll("[role=slider]")) {
      const slider = handle.closest(".widget-inline-hbox, .widget-inline-vbox");
      const [name, value] = [".widget-label", ".widget-readout"].map(
        (part) => slider?.querySelector(part)?.textContent.trim() ?? "",
      );
      setAttribute(handle, "aria-label", name);
      setAttribute(handle, "aria-valuetext", value);
    }
  };
  const observer = new MutationObserver(update); // ipywidgets builds and moves the sliders
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["aria-valuetext"] });
  update();
  return () => observer.disconnect();
}

export default {
  render: ({ el }) => onMount(el, [isolateKeys, nameSliders], ".polygames-inputs"),
};
