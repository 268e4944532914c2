// The connection to Python in a Web Worker. Messages wait until Python has started.

const FAILURE_TEXT =
  "The game cannot start in this browser. Load the page again, or use a newer browser.";

/** Start the worker. `onMessage` is called with each message of Python, `onFailure` with a text if
 *  it cannot start. */
export function connectWorker({
  onMessage,
  onFailure,
  createWorker = () =>
    new Worker(`${document.documentElement.dataset.build}/worker.js`, { type: "module" }),
}) {
  const worker = createWorker();
  worker.onmessage = ({ data }) => {
    if (data.failure) {
      console.error(data.failure);
      return onFailure(FAILURE_TEXT);
    }
    onMessage(JSON.parse(data.text));
  };
  worker.onerror = (event) => {
    console.error(event.message);
    onFailure(FAILURE_TEXT);
  };
  return { send: (message) => worker.postMessage(JSON.stringify(message)) };
}
