// The way to the server: a WebSocket that comes back by itself, after sleep, a lost network or a
// server that was started again.

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5000; // ms until it is tried again, at first and at last
const SLEEP_MS = 20_000; // ms out of sight after which a phone may have slept

const PROTOCOL = "polygames";
const TRY_LATER_CODE = 4429; // as in pages/handlers.py

/** Connect. `hello` returns what is said first, each time; `pass` the token of the page, if it has one: no limit
 *  for strangers concerns it; `hear` takes a message; `lost` is called with true and why (or "") when nobody
 *  answers, and with false when somebody does. */
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
      if (first && kept) write(kept); // the version says whether it was played already
      kept = null;
    };
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = ({ code, reason } = {}) => {
      if (isOver) return;
      if (code === TRY_LATER_CODE) wait = MAX_RETRY_MS;
      lost(true, code === TRY_LATER_CODE ? reason : "");
      timer = setTimeout(start, wait);
      wait = Math.min(MAX_RETRY_MS, 2 * wait);
    };
  };
  /** Connect anew: what looks open may lead nowhere, after sleep or in another network. */
  const renew = () => {
    Object.assign(socket, { onopen: null, onclose: null, onmessage: null });
    socket.close();
    start();
  };
  let hidden = Infinity; // since when nobody sees the page
  const look = () => {
    const slept = performance.now() - hidden > SLEEP_MS;
    hidden =
      document.visibilityState === "visible" ? Infinity : Math.min(hidden, performance.now());
    if (hidden === Infinity && (slept || socket.readyState > 1)) renew();
  };
  const signs = [
    [globalThis.document, "visibilitychange", look],
    [globalThis.document, "resume", renew],
    [globalThis.window, "online", renew],
  ];
  for (const [place, name, act] of signs) place?.addEventListener(name, act);
  start();
  return {
    /** Say something; a move that cannot be sent is kept until somebody answers, and one that is said again
     *  because nobody has answered goes another way. */
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

/** What a widget of the board finds in a notebook, here over the link: the same traits, the same
 *  messages, so that the board does not know where it is. */
export class LinkModel {
  /** `post` sends what the widget says. */
  constructor(values, post = () => {}) {
    Object.assign(this, { values, post, heard: new Map() });
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    this.take({ [name]: value });
  }

  /** What a page has set is its own. */
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

  /** Take what the server has sent: all of it is there before anybody is told. */
  take(values) {
    const news = Object.keys(values).filter((name) => this.values[name] !== values[name]);
    Object.assign(this.values, values);
    for (const name of news) this.tell(`change:${name}`);
  }

  tell(event, content) {
    for (const act of this.heard.get(event) ?? []) act(content);
  }
}
