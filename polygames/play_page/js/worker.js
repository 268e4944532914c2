// Python in a Web Worker: it loads Pyodide and the package, and passes messages both ways.
//
// At the first start, the memory of Python is copied to the browser's cache. The next start restores
// it in a fraction of the time. Whatever goes wrong with it, Python starts the plain way.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const MEMORY_CACHE = "polygames-play-memory";
const PACKAGE = "polygames.zip";
const snapshotName = `snapshot ${new URL(".", import.meta.url).pathname}`; // for one build only

const post = (text) => postMessage({ text });
const waiting = [];
let handleMessage = null;
onmessage = ({ data }) => (handleMessage ? handleMessage(data) : waiting.push(data));

/** Load the package. Its files are not part of a snapshot. */
async function fetchPackage() {
  const reply = await fetch(new URL(PACKAGE, import.meta.url));
  if (!reply.ok) throw new Error(`${PACKAGE}: ${reply.status}`);
  return reply.arrayBuffer();
}

/** Load Pyodide with these options, and unpack the package. */
async function loadPython(options, archive) {
  const indexURL = new URL("pyodide/", import.meta.url).href;
  const python = await loadPyodide({ indexURL, ...options });
  python.unpackArchive(await archive, "zip");
  return python;
}

/** Start the Python side of the page. */
function begin(python) {
  python.globals.set("post", post);
  handleMessage = python.runPython("from polygames.play_page.worker import start; start(post)");
  for (const each of waiting.splice(0)) handleMessage(each);
}

async function readSnapshot() {
  const found = await (await caches.open(MEMORY_CACHE)).match(snapshotName);
  return found?.arrayBuffer();
}

/** Save the memory of Python in place of that of other builds. */
async function saveSnapshot(bytes) {
  await caches.delete(MEMORY_CACHE);
  await (await caches.open(MEMORY_CACHE)).put(snapshotName, new Response(bytes));
}

/** Start from the saved memory. Return false if there is none. */
async function startFromSnapshot(archive) {
  const snapshot = await readSnapshot();
  if (!snapshot) return false;
  begin(await loadPython({ _loadSnapshot: snapshot }, archive));
  return true;
}

/** Start, and save the memory of Python before the page uses it. */
async function startAndSave(archive) {
  const python = await loadPython({ _makeSnapshot: true }, archive);
  python.runPython("from polygames.play_page.worker import preload; preload()");
  const bytes = python.makeMemorySnapshot();
  begin(python);
  await saveSnapshot(bytes).catch(() => {}); // a private window has no cache
}

async function start() {
  const archive = fetchPackage();
  for (const way of [startFromSnapshot, startAndSave]) {
    try {
      if ((await way(archive)) !== false) return;
    } catch (error) {
      console.warn("the memory of Python cannot be saved or restored:", error);
      await globalThis.caches?.delete(MEMORY_CACHE).catch(() => {});
    }
  }
  begin(await loadPython({}, archive));
}

start().catch((error) => postMessage({ failure: String(error) }));
