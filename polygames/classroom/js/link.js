// The connection to the server: a WebSocket that reconnects by itself, after sleep, a lost network
// or
// a restart of the server.

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5000; // between two attempts to connect, at first and at most
const SLEEP_MS = 20_000; // a page that was hidden longer may have slept

const LONG_LOSS_MS = 60_000; // afterwards the class may be over: the page has slept through its end
const LOST_TEXT = "No connection. Trying again …";
const LONG_LOST_TEXT =
  "No connection for a while. Perhaps the class is over. Your teacher has all games.";

const PROTOCOL = "polygames";
const TRY_LATER_CODE = 4429; // as in pages/handlers.py

/** Connect to the server.
 *
 *  `getGreeting` returns the first message of each connection. `getToken` returns the token of the
 *  page, if it has one: it is exempt from the limit for strangers. `onMessage` is called with each
 *  message. `onConnection` is called with true and a text for the user when the connection is lost,
 *  and with false when it is back. */
export function connect({
  getGreeting,
  onMessage,
  onConnection,
  getToken = () => null,
  open = (url, protocols) => new WebSocket(url, protocols),
  at = globalThis.location,
  now = () => performance.now(),
}) {
  const url = `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}${at.pathname.replace(/[^/]*$/, "")}link`;
  let socket = null;
  let retryMs = FIRST_RETRY_MS;
  let unsentMove = null;
  let timer = null;
  let isOver = false;
  let lostAt = null; // when the connection was lost; null while it is open
  const sendNow = (message) => socket.send(JSON.stringify(message));
  const start = () => {
    clearTimeout(timer);
    const token = getToken();
    socket = open(url, token ? [PROTOCOL, token] : []);
    socket.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      lostAt = null;
      onConnection(false, "");
      const first = getGreeting();
      if (first) sendNow(first);
      if (first && unsentMove) sendNow(unsentMove); // its version tells whether it was played already
      unsentMove = null;
    };
    socket.onmessage = ({ data }) => onMessage(JSON.parse(data));
    socket.onclose = (event) => {
      if (isOver) return;
      const isRefused = event?.code === TRY_LATER_CODE;
      if (isRefused) retryMs = MAX_RETRY_MS;
      lostAt ??= now();
      const lostText = now() - lostAt > LONG_LOSS_MS ? LONG_LOST_TEXT : LOST_TEXT;
      onConnection(true, isRefused ? event.reason : lostText);
      timer = setTimeout(start, retryMs);
      retryMs = Math.min(MAX_RETRY_MS, 2 * retryMs);
    };
  };
  /** Reconnect: an open connection may be dead after sleep or in another network. */
  const renew = () => {
    Object.assign(socket, { onopen: null, onclose: null, onmessage: null });
    socket.close();
    start();
  };
  let hidden = Infinity; // when the page was hidden; Infinity while it is visible
  const onVisibility = () => {
    const slept = performance.now() - hidden > SLEEP_MS;
    hidden =
      document.visibilityState === "visible" ? Infinity : Math.min(hidden, performance.now());
    if (hidden === Infinity && (slept || socket.readyState > 1)) renew();
  };
  /** @type {[EventTarget | undefined, string, () => void][]} */
  const signs = [
    [globalThis.document, "visibilitychange", onVisibility],
    [globalThis.document, "resume", renew],
    [globalThis.window, "online", renew],
  ];
  for (const [place, name, listener] of signs) place?.addEventListener(name, listener);
  start();
  return {
    /** Send a message.
     *
     *  A move that cannot be sent is stored until the connection is back. A message that is sent
     *  again because no answer came goes over a new connection. */
    send: (message, isMove = false, isAgain = false) => {
      if (socket.readyState === 1 && !isAgain) return sendNow(message);
      if (isMove) unsentMove = message;
      if (isAgain) renew();
    },
    close: () => {
      isOver = true;
      clearTimeout(timer);
      for (const [place, name, listener] of signs) place?.removeEventListener(name, listener);
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
    this.listeners = new Map();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.update({ [name]: value });
  }

  /** Do nothing: the traits that a page sets stay on the page. */
  save_changes() {}

  send(content) {
    this.post(content);
  }

  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  off(name, listener) {
    this.listeners.set(
      name,
      (this.listeners.get(name) ?? []).filter((each) => each !== listener),
    );
  }

  /** Update traits from the server. All are set before any listener is called. */
  update(values) {
    const news = Object.keys(values).filter((name) => this.values[name] !== values[name]);
    Object.assign(this.values, values);
    for (const name of news) this.emit(`change:${name}`);
  }

  emit(event, content) {
    for (const listener of this.listeners.get(event) ?? []) listener(content);
  }
}
