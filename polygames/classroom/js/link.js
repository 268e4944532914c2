// The connection to the server: a WebSocket that reconnects by itself, after sleep, a lost network
// or
// a restart of the server.

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5000; // between two attempts to connect, at first and at most
const SLEEP_MS = 20_000; // a page that was hidden longer may have slept

const PROTOCOL = "polygames";
const TRY_LATER_CODE = 4429; // as in pages/handlers.py

/** Connect to the server.
 *
 *  `hello` returns the first message of each connection. `pass` returns the token of the page,
 *  if it has one: it is exempt from the limit for strangers. `hear` is called with each message.
 *  `lost` is called with true and the reason (or "") when the connection is lost, and with false
 *  when it is back. */
export function connect({
  hello,
  hear,
  lost,
  pass = () => null,
  open = (url, protocols) => new WebSocket(url, protocols),
  at = globalThis.location,
}) {
  const url = `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}${at.pathname.replace(/[^/]*$/, "")}link`;
  let socket = null;
  let wait = FIRST_RETRY_MS;
  let kept = null;
  let timer = null;
  let isOver = false;
  const write = (message) => socket.send(JSON.stringify(message));
  const start = () => {
    clearTimeout(timer);
    const token = pass();
    socket = open(url, token ? [PROTOCOL, token] : []);
    socket.onopen = () => {
      wait = FIRST_RETRY_MS;
      lost(false, "");
      const first = hello();
      if (first) write(first);
      if (first && kept) write(kept); // its version tells whether it was played already
      kept = null;
    };
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = (event) => {
      if (isOver) return;
      const isRefused = event?.code === TRY_LATER_CODE;
      if (isRefused) wait = MAX_RETRY_MS;
      lost(true, isRefused ? event.reason : "");
      timer = setTimeout(start, wait);
      wait = Math.min(MAX_RETRY_MS, 2 * wait);
    };
  };
  /** Reconnect: an open connection may be dead after sleep or in another network. */
  const renew = () => {
    Object.assign(socket, { onopen: null, onclose: null, onmessage: null });
    socket.close();
    start();
  };
  let hidden = Infinity; // when the page was hidden; Infinity while it is visible
  const look = () => {
    const slept = performance.now() - hidden > SLEEP_MS;
    hidden =
      document.visibilityState === "visible" ? Infinity : Math.min(hidden, performance.now());
    if (hidden === Infinity && (slept || socket.readyState > 1)) renew();
  };
  /** @type {[EventTarget | undefined, string, () => void][]} */
  const signs = [
    [globalThis.document, "visibilitychange", look],
    [globalThis.document, "resume", renew],
    [globalThis.window, "online", renew],
  ];
  for (const [place, name, act] of signs) place?.addEventListener(name, act);
  start();
  return {
    /** Send a message.
     *
     *  A move that cannot be sent is stored until the connection is back. A message that is sent
     *  again because no answer came goes over a new connection. */
    say: (message, isMove = false, isAgain = false) => {
      if (socket.readyState === 1 && !isAgain) return write(message);
      if (isMove) kept = message;
      if (isAgain) renew();
    },
    close: () => {
      isOver = true;
      clearTimeout(timer);
      for (const [place, name, act] of signs) place?.removeEventListener(name, act);
      socket.close();
    },
  };
}

/** The model of a board's widget, as in a notebook but over this connection. It has the same
 *  traits and messages, so that the board runs unchanged. */
export class LinkModel {
  /** Create a model with these traits. `post` sends the messages of the widget. */
  constructor(values, post = (_message) => {}) {
    this.values = values;
    this.post = post;
    this.heard = new Map();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.take({ [name]: value });
  }

  /** Do nothing: the traits that a page sets stay on the page. */
  save_changes() {}

  send(content) {
    this.post(content);
  }

  on(name, act) {
    this.heard.set(name, [...(this.heard.get(name) ?? []), act]);
  }

  off(name, act) {
    this.heard.set(
      name,
      (this.heard.get(name) ?? []).filter((each) => each !== act),
    );
  }

  /** Update traits from the server. All are set before any listener is called. */
  take(values) {
    const news = Object.keys(values).filter((name) => this.values[name] !== values[name]);
    Object.assign(this.values, values);
    for (const name of news) this.tell(`change:${name}`);
  }

  tell(event, content) {
    for (const act of this.heard.get(event) ?? []) act(content);
  }
}
