// A minimal page: elements that store what they are given, with focus and presses as in a browser.

/** Return a listener that calls two listeners in their order. */
const both = (first, second) =>
  first
    ? (event) => {
        first(event);
        second(event);
      }
    : second;

class Node {
  parentNode = null;
  remove() {
    this.parentNode?.removeChild(this);
  }
  get nextSibling() {
    const beside = this.parentNode.childNodes;
    return beside[beside.indexOf(this) + 1] ?? null;
  }
  get nextElementSibling() {
    const beside = this.parentNode.children;
    return beside[beside.indexOf(this) + 1] ?? null;
  }
  get parentElement() {
    return this.parentNode;
  }
  get isConnected() {
    return globalThis.document.body?.contains(this) ?? false;
  }
}

class Text extends Node {
  constructor(nodeValue) {
    super();
    Object.assign(this, { nodeType: 3, nodeName: "#text", nodeValue });
  }
  get textContent() {
    return this.nodeValue;
  }
}

const toNode = (child) => (child instanceof Node ? child : new Text(String(child)));

/** Styles, with the functions for custom properties. */
class Style {
  setProperty(name, value) {
    if (value === null) delete this[name];
    else this[name] = String(value);
  }
}

/** The classes of an element, as its attribute has them. */
class ClassList {
  #element;
  constructor(element) {
    this.#element = element;
  }
  contains(word) {
    return this.#element.className.split(" ").includes(word);
  }
  add(word) {
    this.toggle(word, true);
  }
  remove(word) {
    this.toggle(word, false);
  }
  toggle(word, on = !this.contains(word)) {
    const others = this.#element.className.split(" ").filter((each) => each && each !== word);
    this.#element.className = [...others, ...(on ? [word] : [])].join(" ");
    return on;
  }
}

const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const PSEUDO_CLASSES = {
  active: (element) => element.contains(globalThis.document.pressed),
  "focus-within": (element) => element.contains(globalThis.document.activeElement),
  "focus-visible": (element) => element === globalThis.document.activeElement,
};

/** Return whether an element matches a selector without spaces. */
const matchesCompound = (element, selector) =>
  [...selector.matchAll(/\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]|([.#:]?)([\w-]+)/g)].every(
    ([, attribute, value, sign, word]) => {
      if (attribute) {
        const data = attribute.startsWith("data-") && camelCase(attribute.slice(5));
        const found =
          element.attributes[attribute] ?? (data ? element.dataset[data] : element[attribute]);
        return value === undefined ? found !== undefined : String(found) === value;
      }
      if (sign === ".") return element.classList.contains(word);
      if (sign === "#") return element.id === word;
      if (sign === ":") return PSEUDO_CLASSES[word](element);
      return element.localName === word;
    },
  );

/** Return whether an element matches selectors with descendants and children. */
function matchesPath(element, words) {
  const [last, ...before] = words.toReversed();
  if (!matchesCompound(element, last)) return false;
  if (!before.length) return true;
  const isChild = before[0] === ">";
  const rest = before.slice(isChild ? 1 : 0).toReversed();
  for (let above = element.parentNode; above; above = isChild ? null : above.parentNode)
    if (matchesPath(above, rest)) return true;
  return false;
}

export class Element extends Node {
  constructor(name) {
    super();
    Object.assign(this, {
      name, // until a field gets another one
      localName: name,
      nodeName: name.toUpperCase(),
      nodeType: 1,
      attributes: {},
      childNodes: [],
      style: new Style(),
      dataset: {},
      heard: {},
      offsetWidth: 50,
      offsetHeight: 20,
      scrollTop: 0,
      classList: new ClassList(this),
    });
  }
  get className() {
    return this.attributes.class ?? "";
  }
  set className(words) {
    this.attributes.class = words;
  }
  get children() {
    return this.childNodes.filter((each) => each instanceof Element);
  }
  get childElementCount() {
    return this.children.length;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get textContent() {
    return this.childNodes.map((each) => each.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }
  setAttribute(key, value) {
    this.attributes[key] = String(value);
  }
  getAttribute(key) {
    return this.attributes[key] ?? null;
  }
  removeAttribute(key) {
    delete this.attributes[key];
  }
  toggleAttribute(key, on = !(key in this.attributes)) {
    if (on) this.setAttribute(key, "");
    else this.removeAttribute(key);
  }
  insertBefore(child, next) {
    const node = toNode(child);
    node.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  after(node) {
    this.parentNode.insertBefore(node, this.nextSibling);
  }
  append(...children) {
    for (const each of children) this.insertBefore(each, null);
  }
  prepend(...children) {
    const first = this.firstChild;
    for (const each of children) this.insertBefore(each, first);
  }
  removeChild(child) {
    const page = globalThis.document;
    if (child.contains?.(page.pressed)) page.pressed = null; // it gets no click, as in a browser
    const focused = child.contains?.(page.activeElement) ? page.activeElement : null;
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    if (!focused) return;
    page.activeElement = page.body;
    focused.fire("blur");
  }
  replaceChildren(...children) {
    for (const each of [...this.childNodes]) each.remove();
    this.append(...children);
  }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  matches(selectors) {
    return selectors
      .split(",")
      .some((each) => matchesPath(this, each.trim().replace(":scope > ", "").split(" ")));
  }
  closest(selectors) {
    return this.matches(selectors) ? this : (this.parentNode?.closest(selectors) ?? null);
  }
  querySelectorAll(selectors) {
    return this.children.flatMap((each) => [
      ...(each.matches(selectors) ? [each] : []),
      ...each.querySelectorAll(selectors),
    ]);
  }
  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
  addEventListener(kind, act) {
    this.heard[kind] = both(this.heard[kind], act);
  }
  removeEventListener(kind) {
    delete this.heard[kind];
  }
  dispatchEvent(event) {
    return this.fire(event.type, event);
  }
  /** Send an event to this element and those around it. */
  fire(type, parts = {}) {
    let isOver = false;
    const stopPropagation = () => (isOver = true);
    const event = { type, target: this, preventDefault() {}, stopPropagation, ...parts };
    for (let at = this; at && !isOver; at = at.parentNode) {
      at[`on${type}`]?.(event);
      at.heard[type]?.(event);
    }
    if (!isOver && this.isConnected) globalThis.document.heard?.[type]?.(event);
    return event;
  }
  /** Type into this field. */
  typeText(value) {
    this.value = value;
    this.fire("input");
  }
  /** Press this element. Return a function that releases it: a click, if it is still there. */
  press() {
    globalThis.document.pressed = this;
    this.focus();
    this.fire("pointerdown");
    return () => {
      (this.isConnected ? this : globalThis.document.body).fire("pointerup");
      if (globalThis.document.pressed === this) this.click();
      globalThis.document.pressed = null;
    };
  }
  click() {
    if (this.disabled) return;
    this.fire("click");
    if (this.type === "submit") this.closest("form")?.fire("submit");
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 200, height: 200 };
  }
  focus() {
    globalThis.document.activeElement = this;
    this.focused = true;
    this.fire("focusin");
  }
  setPointerCapture(id) {
    this.captured = id;
  }
  /** Empty the fields of this form. */
  reset() {
    for (const field of this.all("input")) field.value = "";
  }
  scrollIntoView() {}
  scrollTo() {}
  setSelectionRange() {}
  showModal() {
    this.open = true;
  }
  close() {
    this.onclose?.();
  }
  all(name) {
    return this.querySelectorAll(name);
  }
  /** Return the button or other element below this one that has a text. */
  find(name, text) {
    return this.all(name).find((each) => each.textContent === text);
  }
}

const body = new Element("body");
globalThis.document = {
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  createTextNode: (text) => new Text(text),
  heard: {},
  addEventListener(kind, act) {
    this.heard[kind] = both(this.heard[kind], act);
  },
  removeEventListener(kind) {
    delete this.heard[kind];
  },
  getElementById: (id) => body.querySelector(`#${id}`),
  querySelector: (selectors) => body.querySelector(selectors),
  body,
  activeElement: body,
  pressed: null,
};
globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.requestAnimationFrame = (act) => act();
globalThis.addEventListener = globalThis.removeEventListener = () => {};

/** The kernel's side of a widget. */
export class Model {
  sent = [];
  heard = {};
  constructor(frame) {
    this.frame = frame;
  }
  known_items = {};
  saved = {};
  get(name) {
    return JSON.stringify(this[name]);
  }
  send(message) {
    this.sent.push(message);
  }
  on(kind, act) {
    this.heard[kind] = both(this.heard[kind], act);
  }
  off(kind) {
    delete this.heard[kind];
  }
  put(frame) {
    this.frame = frame;
    this.heard["change:frame"]();
  }
}

/** Create a layer for tests in Python that only hear it. An action returns what is read aloud
 *  and what is sent to the kernel. */
export function openEars(pointer, frame) {
  const model = Object.assign(new Model(frame), { patience: 2 ** 30 });
  const el = new Element("div"); // no test waits for an answer
  const end = pointer.render({ model, el });
  const [svg, , said, here] = el.children;
  const heard = (act) => {
    const before = [...said.children];
    const place = here.textContent;
    act();
    const news = said.children
      .filter((each) => !before.includes(each))
      .map(({ textContent }) => textContent);
    return {
      said: news.concat(here.textContent === place ? [] : here.textContent),
      sent: model.sent.splice(0),
    };
  };
  const press = (key) =>
    heard(() => svg.heard.keydown({ key, preventDefault() {}, stopPropagation() {} }));
  const hear = (told) =>
    heard(() => {
      for (const each of told)
        if (each.kind === "frame") model.put(each.frame);
        else model.heard["msg:custom"](each);
    });
  globalThis.ears = { press, hear, end };
  return said.children.map(({ textContent }) => textContent);
}
