// A page of a class on the fake page, and the server's side of its connection.

import { Element } from "../fake_page.js";

globalThis.location = { protocol: "http:", host: "10.0.0.1:8765", pathname: "/", hash: "" };
Object.assign(location, { href: "http://10.0.0.1:8765/" });
globalThis.history = { replaceState: () => (location.hash = "") };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
globalThis.MutationObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.Image = class {}; // its picture never loads
globalThis.window = globalThis;
const { setInterval } = globalThis;
globalThis.setInterval = (...args) => setInterval(...args).unref(); // no test waits for clocks
globalThis.requestAnimationFrame = () => 0;
globalThis.getComputedStyle = () => ({});

class Storage {
  values = {};
  getItem(key) {
    return this.values[key] ?? null;
  }
  setItem(key, value) {
    this.values[key] = value;
  }
  removeItem(key) {
    delete this.values[key];
  }
}

let opened = 0;

/** Open a page of a class. `values` are in its storages. Return the page, and functions of the
 *  server: `sent` takes what the page has sent since the last call. */
export async function openPage(script, { hash = "", values = {} } = {}) {
  const page = new Element("main");
  page.id = "page";
  document.body.replaceChildren(page);
  document.heard = {};
  location.hash = hash;
  globalThis.localStorage = Object.assign(new Storage(), { values: { ...values } });
  globalThis.sessionStorage = Object.assign(new Storage(), { values: { ...values } });
  const messages = [];
  let socket = null;
  globalThis.WebSocket = class {
    readyState = 0;
    constructor(url, protocols) {
      socket = Object.assign(this, { url, protocols });
    }
    send(text) {
      messages.push(JSON.parse(text));
    }
    close() {}
  };
  opened += 1;
  await import(`../../../polygames/classroom/js/${script}?${opened}`);
  const connect = () => {
    socket.readyState = 1;
    socket.onopen();
  };
  const hear = (message) => socket.onmessage({ data: JSON.stringify(message) });
  return { page, connect, hear, sent: () => messages.splice(0), socket: () => socket };
}

/** Return the state of the wall, with some parts set. */
export const wallState = (parts = {}) => ({
  ...{ kind: "wall_state", join_info: { url: "http://10.0.0.1:8765/", qr: "<svg/>" } },
  ...{ code: "123456", locked: false, waiting: [], game: "split", paused: false },
  ...{
    announcement: "",
    question: null,
    discussion: null,
    lesson: null,
    dice: "",
    puzzle_count: 30,
    race: null,
  },
  ...{
    exercise_results: null,
    seat_count: 2,
    level_count: 5,
    rolls: [],
    unplaced_count: 0,
    people: [],
  },
  ...{ results: [], cross_table: [[]], warnings: [], current_tables: [], omitted_count: 0 },
  tables: [],
  ...parts,
});

export const person = (id, parts = {}) => ({
  ...{ id, name: `Pupil ${id}`, is_connected: true, is_player: true },
  ...parts,
});

export const table = (number, parts = {}) => ({
  ...{ number, status: "Ana's turn", picture: "<svg/>", move_count: 3, idle_seconds: 1 },
  ...{ is_over: false, is_unfinished: true, puzzle: null, can_strike: false, struck: false },
  seats: [{ name: "Ana", label: "Ana", color: "red", mark: "-", score: "3", occupant: "a" }],
  ...parts,
});
