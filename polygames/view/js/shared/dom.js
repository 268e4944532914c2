// The one maker of elements for all pages, and the one way to update a page in place.
//
// Texts are text and never HTML, because names and comments come from users.

/** @import { ElementOptions } from "../types.js" */

const OPTIONS = Symbol("the options that an element was created with");
const NO_OPTIONS = { data: {}, style: {}, attributes: {}, properties: {} };

/** Create an element with properties, attributes and children. Children that are null are left
 *  out. A `key` identifies the element among its siblings: see `patchChildren`.
 *
 *  @param {string} tag
 *  @param {ElementOptions} [options]
 *  @param {...(Node | string | number | null | undefined)} children
 *  @returns {any} */
export const createElement = (tag, options = {}, ...children) =>
  setUpElement(document.createElement(tag), options, ...children);

/** Give a new element its options and children. Return it.
 *
 *  @param {any} element
 *  @param {ElementOptions} options
 *  @param {...(Node | string | number | null | undefined)} children */
export function setUpElement(
  element,
  { key, data = {}, style = {}, attributes = {}, open, ...properties },
  ...children
) {
  if (open) element.open = true; // later the user decides whether a list is open
  updateOptions(element, { key, data, style, attributes, properties });
  element.append(...children.filter(isPresent));
  return element;
}

/** Create an empty element with a class.
 *
 *  @param {string} name
 *  @param {string} [className] */
export const createPart = (name, className = "") => createElement(name, { className });

/** Create a button in the style of Jupyter's own. Its text is its key, unless it has another one.
 *
 *  @param {string} words
 *  @param {((event: any) => void) | null} press
 *  @param {ElementOptions} [options] */
export const createButton = (words, press, options = {}) =>
  createElement("button", {
    type: "button",
    key: words,
    textContent: words,
    onclick: press,
    ...options,
    className: `jupyter-button ${options.className ?? ""}`.trim(),
  });

/** Create a sign that is only seen, and the words that are read aloud instead, if it means
 *  something that is not said elsewhere. */
export const createSign = (sign, words = "", options = {}) => [
  createElement("i", { ...options, ariaHidden: "true" }, sign),
  words ? createElement("span", { className: "polygames-for-ears" }, `${words}: `) : null,
];

// --- Updating in place

const isPresent = (child) => child !== null && child !== undefined && child !== "";

/** Give an element these children.
 *
 *  An existing child of the same kind and key is updated instead of replaced. So focus, typed
 *  text, selection, scroll position, open lists and a press that is under way are not lost. A
 *  child that has a parent already is used as it is. Handlers must not refer to the element that
 *  they were created with, because it may never be on the page. So an element that is stored, to be
 *  shown again later, needs a key that no sibling has: otherwise its content may go to another
 *  element, and the stored one is empty. */
export function patchChildren(home, ...children) {
  const wanted = children.filter(isPresent);
  const used = new Set(wanted);
  const unused = new Map(); // by kind
  for (const each of home.childNodes)
    if (!used.has(each)) unused.set(kindOf(each), [...(unused.get(kindOf(each)) ?? []), each]);
  const nodes = wanted.map((each) => {
    if (each.parentNode) return each;
    const known = unused.get(kindOf(each))?.shift();
    return known ? updateNode(known, each) : isText(each) ? createText(each) : each;
  });
  for (const each of [...unused.values()].flat()) each.remove();
  placeChildren(home, nodes);
}

const TEXT_NODE = 3;
const isText = (node) => typeof node !== "object" || node.nodeType === TEXT_NODE;
const textOf = (node) => (typeof node === "object" ? node.nodeValue : String(node));
const createText = (node) => document.createTextNode(textOf(node));
const kindOf = (node) => (isText(node) ? "" : `${node.nodeName} ${node[OPTIONS]?.key ?? ""}`);

/** Put the nodes in this order. Others are moved around a focused or pressed element, because
 *  moving it would end that. */
function placeChildren(home, nodes) {
  let next = home.firstChild;
  for (const node of nodes) {
    const isHeld = node.parentNode === home && node.matches?.(":focus-within, :active");
    while (isHeld && next !== node) {
      const other = next;
      next = next.nextSibling;
      home.append(other);
    }
    if (node === next) next = next.nextSibling;
    else home.insertBefore(node, next);
  }
}

/** Update an element or a text to be like a new one. Return it. */
export function updateNode(old, made) {
  if (isText(old)) {
    if (old.nodeValue !== textOf(made)) old.nodeValue = textOf(made);
    return old;
  }
  const { properties } = made[OPTIONS];
  updateOptions(old, made[OPTIONS]);
  if ("textContent" in properties || "innerHTML" in properties) return old;
  const children = [...made.childNodes];
  made.replaceChildren();
  patchChildren(old, ...children);
  return old;
}

/** Apply what is different in the options of an element. */
function updateOptions(element, now) {
  const before = element[OPTIONS] ?? NO_OPTIONS;
  element[OPTIONS] = now;
  for (const name of Object.keys({ ...before.properties, ...now.properties })) {
    const value = now.properties[name] ?? emptyValue(before.properties[name]);
    if (before.properties[name] !== value && element[name] !== value) element[name] = value;
  }
  applyChanges(before.attributes, now.attributes, (name, value) =>
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value),
  );
  applyChanges(before.data, now.data, (name, value) =>
    value === null ? delete element.dataset[name] : (element.dataset[name] = value),
  );
  applyChanges(before.style, now.style, (name, value) => element.style.setProperty(name, value));
}

/** Add attributes, and maybe a key, to an element that was just created. */
export function addAttributes(element, { key, ...attributes }) {
  const now = element[OPTIONS];
  updateOptions(element, { ...now, key, attributes: { ...now.attributes, ...attributes } });
}

const EMPTY_VALUES = { boolean: false, string: "", number: "" };
const emptyValue = (value) => EMPTY_VALUES[typeof value] ?? null;

/** Call `change` for each value that has changed; with null for one that is gone. */
function applyChanges(before, now, change) {
  for (const name of Object.keys({ ...before, ...now })) {
    const value = now[name] ?? null;
    if ((before[name] ?? null) !== value) change(name, value);
  }
}

const MAX_PRESS_MS = 2000; // in which updates wait

/** Return a function that calls `update`: at once, or after the press in an element that is under
 *  way. A button that an update moves away from the pointer would lose the press. */
export function deferDuringPress(element, update) {
  let isPressed = false;
  let isDue = false;
  let timer = null;
  const release = () => {
    clearTimeout(timer);
    isPressed = false;
    if (isDue) update();
    isDue = false;
  };
  const releaseAfterClick = () => setTimeout(release);
  element.addEventListener("pointerdown", () => {
    clearTimeout(timer);
    isPressed = true;
    timer = setTimeout(release, MAX_PRESS_MS);
    for (const kind of ["pointerup", "pointercancel"])
      document.addEventListener(kind, releaseAfterClick, { capture: true, once: true });
  });
  return () => {
    if (isPressed) isDue = true;
    else update();
  };
}

// --- Listeners and focus

/** Return whether a key event belongs to an input method (IME). Safari only sets the key code
 *  229. */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** Add event listeners, given by event name. Return a function that removes them. */
export function addListeners(target, handlers, options) {
  for (const [name, act] of Object.entries(handlers)) target.addEventListener(name, act, options);
  return () => {
    for (const [name, act] of Object.entries(handlers))
      target.removeEventListener(name, act, options);
  };
}

/** Keep the keyboard focus in a part of the board that is rebuilt after every move.
 *
 *  A removed button passes its focus to the one that replaces it (`inPlace`), or else to the
 *  picture. Return `again`, to be called after each rebuild, and `end`, which removes the
 *  listeners. */
export function trackFocus(root, part, selector, findReplacement) {
  let focusedElement = null;
  const end = addListeners(part, {
    focusin: ({ target }) => {
      focusedElement = target.closest(selector);
    },
    focusout: ({ relatedTarget }) => {
      if (relatedTarget) focusedElement = null;
    },
  });
  const again = () => {
    if (!focusedElement || focusedElement.isConnected || document.activeElement !== document.body)
      return;
    (findReplacement(focusedElement) ?? root.querySelector(".polygames-pointer svg"))?.focus({
      preventScroll: true,
    });
  };
  return { again, end };
}
