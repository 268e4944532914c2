// A minimal page for the pointer layer: elements that store what they are given.

/** Return a listener that calls two listeners in their order. */
const both = (first, second) =>
  first
    ? (event) => {
        first(event);
        second(event);
      }
    : second;

export class Element {
  constructor(name) {
    Object.assign(this, {
      name,
      attributes: {},
      children: [],
      style: {},
      textContent: "",
      dataset: {},
      heard: {},
      offsetWidth: 50,
      offsetHeight: 20,
    });
    this.classList = { add: (word) => (this.attributes.class = word) };
  }
  setAttribute(key, value) {
    this.attributes[key] = String(value);
  }
  append(...children) {
    this.children.push(...children);
  }
  get firstChild() {
    return (
      this.children[0] && Object.assign(this.children[0], { remove: () => this.children.shift() })
    );
  }
  get lastChild() {
    return this.children.at(-1);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  addEventListener(kind, act) {
    this.heard[kind] = both(this.heard[kind], act);
  }
  removeEventListener(kind) {
    delete this.heard[kind];
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 200, height: 200 };
  }
  closest() {
    return null;
  }
  focus() {
    this.focused = true;
  }
  setPointerCapture(id) {
    this.captured = id;
  }
  all(name) {
    return this.children.flatMap((child) => [
      ...(child.name === name ? [child] : []),
      ...child.all(name),
    ]);
  }
}

globalThis.document = {
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
};
globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
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
