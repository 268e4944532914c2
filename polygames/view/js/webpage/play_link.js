// The link from a saved page to the play page, which opens the game up to the shown position.

/** Return the record of the moves that lead to a node, as text: see records/record_text.py.
 *
 *  `start` is the record without moves. A node has its move for the record only if that is not the
 *  move in words. */
export function recordText(start, nodes, place) {
  const moves = [];
  for (let node = nodes[place]; node !== nodes[0]; node = nodes[node.parent])
    moves.unshift(node.record_move ?? node.move);
  return start + moves.map((move, index) => `${index + 1}. ${move}\n`).join("");
}

/** Compress a text as core/links.py does. */
export async function packText(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the address that opens the game up to a node on the play page. */
export const playAddress = async ({ address, start }, nodes, place) =>
  address + (await packText(recordText(start, nodes, place)));
