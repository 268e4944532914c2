// The connection to the server of a class, and the model of a board over it.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { connect, LinkModel } from "../../../polygames/classroom/js/link.js";

const AT = { protocol: "http:", host: "10.0.0.1:8765", pathname: "/" };

/** Connect to a fake server that can be stopped and started. */
function linked(hello = () => ({ do: "rejoin" }), at = AT) {
  const sockets = [];
  const heard = [];
  const lost = [];
  const open = (url, protocols) => {
    const socket = {
      url,
      protocols,
      readyState: 0,
      sent: [],
      send: (text) => socket.sent.push(JSON.parse(text)),
      close: () => {
        socket.readyState = 3;
      },
    };
    sockets.push(socket);
    return socket;
  };
  const link = connect({
    getGreeting: hello,
    onMessage: (message) => heard.push(message),
    onConnection: (isLost) => lost.push(isLost),
    open,
    at,
  });
  const last = () => sockets.at(-1);
  const come = () => {
    last().readyState = 1;
    last().onopen();
  };
  const go = () => {
    last().readyState = 3;
    last().onclose();
  };
  return { link, sockets, heard, lost, last, come, go };
}

test("the link is beside the page, also where the page is not at the root", () => {
  assert.equal(linked().last().url, "ws://10.0.0.1:8765/link");
  const at = { protocol: "https:", host: "hub", pathname: "/user/ana/class/wall" };
  assert.equal(linked(() => null, at).last().url, "wss://hub/user/ana/class/link");
});

test("who is lost comes back by itself, ever more slowly, and says who it is", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { sockets, lost, come, go, last, link } = linked();
  come();
  assert.deepEqual(last().sent, [{ do: "rejoin" }]);
  go();
  mock.timers.tick(299);
  assert.equal(sockets.length, 1);
  mock.timers.tick(1);
  assert.equal(sockets.length, 2);
  go();
  mock.timers.tick(599);
  assert.equal(sockets.length, 2);
  mock.timers.tick(1);
  come();
  assert.deepEqual(last().sent, [{ do: "rejoin" }]);
  assert.deepEqual(lost, [false, true, true, false]);
  link.close();
  last().onclose();
  mock.timers.tick(99_999);
  assert.equal(sockets.length, 3);
  mock.timers.reset();
});

test("a move that is made without a link is sent once there is one; nothing else is", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { link, come, go, last } = linked();
  come();
  go();
  link.send({ do: "handle_board_message", n: 1 }, true);
  link.send({ do: "resign" });
  link.send({ do: "handle_board_message", n: 2 }, true);
  mock.timers.tick(300);
  come();
  assert.deepEqual(last().sent, [{ do: "rejoin" }, { do: "handle_board_message", n: 2 }]);
  mock.timers.reset();
});

test("a move that nobody has answered goes another way, once", () => {
  const { link, come, last, sockets } = linked();
  come();
  link.send({ do: "handle_board_message", n: 1 }, true);
  const [first] = sockets;
  link.send({ do: "handle_board_message", n: 1, again: 1 }, true, true);
  assert.deepEqual([first.readyState, first.onclose, sockets.length], [3, null, 2]);
  come();
  assert.deepEqual(last().sent, [{ do: "rejoin" }, { do: "handle_board_message", n: 1, again: 1 }]);
});

test("a model tells of what has changed once all of it is there", () => {
  const model = new LinkModel({ picture: "a", pixels: 1 });
  const seen = [];
  const act = () => seen.push([model.get("picture"), model.get("pixels")]);
  model.on("change:picture", act);
  model.update({ picture: "b", pixels: 2 });
  model.update({ picture: "b", pixels: 3 });
  assert.deepEqual(seen, [["b", 2]]);
  model.off("change:picture", act);
  model.update({ picture: "c" });
  assert.equal(seen.length, 1);
});

test("a model sends what a widget says", () => {
  const sent = [];
  const model = new LinkModel({}, (content) => sent.push(content));
  model.send({ kind: "move" });
  assert.deepEqual(sent, [{ kind: "move" }]);
});

test("a page that has a token names it before it is connected, and a refusal is handed on", () => {
  const sockets = [];
  const lost = [];
  const open = (url, protocols) => {
    sockets.push({ protocols, send() {}, close() {} });
    return sockets.at(-1);
  };
  const start = (pass) =>
    connect({
      getGreeting: () => null,
      onMessage() {},
      onConnection: (...why) => lost.push(why),
      getToken: pass,
      open,
      at: AT,
    });
  start(() => "a-token").close();
  assert.deepEqual(sockets[0].protocols, ["polygames", "a-token"]);
  const link = start(() => null);
  assert.deepEqual(sockets[1].protocols, []);
  sockets[1].onclose({ code: 4429, reason: "Wait 7 seconds." });
  link.close();
  assert.deepEqual(lost, [[true, "Wait 7 seconds."]]);
});

test("a page that has slept through the end of the class says that it may be over", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let seconds = 0;
  const sockets = [];
  const texts = [];
  const open = () => {
    sockets.push({ send() {}, close() {} });
    return sockets.at(-1);
  };
  const onConnection = (_, text) => texts.push(text);
  const now = () => 1000 * seconds;
  const link = connect({
    getGreeting: () => null,
    onMessage() {},
    onConnection,
    open,
    at: AT,
    now,
  });
  for (seconds of [0, 50, 61]) {
    sockets.at(-1).onclose();
    mock.timers.tick(5000);
  }
  sockets.at(-1).onopen();
  sockets.at(-1).onclose();
  link.close();
  mock.timers.reset();
  const trying = "No connection. Trying again …";
  assert.deepEqual([texts[0], texts[1], texts[3], texts[4]], [trying, trying, "", trying]);
  assert.match(texts[2], /Perhaps the class is over\. Your teacher has all games\./);
});
