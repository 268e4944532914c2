// Runs a Python file in Pyodide, outside of a browser, with a folder of this machine as /wheels.
// Usage: node bytecode.mjs PYODIDE FOLDER PROGRAM
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/wheels");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/wheels");
python.runPython(readFileSync(program, "utf8"));
