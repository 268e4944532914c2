// A program that plays at random: one line of JSON for each move, in and out.

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { moves, seed } = JSON.parse(line);
  console.log(JSON.stringify({ move: moves[seed % moves.length] }));
}
