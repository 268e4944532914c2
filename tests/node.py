"""Node.js for tests of the client's modules, or the reason why it cannot be used."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import polygames as pg

MODULES_FOLDER = Path(pg.__file__).parent / "view" / "js"
MIN_NODE_VERSION = 18

NODE_LOOP_JS = """
import { createInterface } from "node:readline";
const modules = await Promise.all(process.argv.slice(1).map((at) => import(at)));
const { default: main, ...others } = Object.assign({}, ...modules);
const names = { main, ...others }, keys = [...Object.keys(names), "data"];
const call = (code, data) => Function(...keys, `return (${code})`)(...Object.values(names), data);
for await (const line of createInterface({ input: process.stdin })) {
  const { code, data } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ value: call(code, data) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
"""


def missing_reason():
    """Return the reason why these tests cannot use Node.js, or an empty text."""
    node = shutil.which("node")
    if node is None:
        return "no Node.js on the path"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.removeprefix("v").partition(".")[0]) < MIN_NODE_VERSION:
        return f"Node.js {version.strip()} is older than {MIN_NODE_VERSION}"
    return ""


class Node:
    """A process that evaluates JavaScript expressions with the exports of some modules."""

    def __init__(self, *modules):
        urls = [(MODULES_FOLDER / f"{name}.js").as_uri() for name in modules]
        command = ["node", "--input-type=module", "--eval", NODE_LOOP_JS, *urls]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, code, data):
        """Return the value of an expression, which may use the variable ``data``."""
        self._process.stdin.write(json.dumps({"code": code, "data": data}) + "\n")
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def close(self):
        self._process.communicate(timeout=10)
