import { parseTree } from '../scan/parse-tree.ts';

/**
 * A value that is JSON text already. Whoever writes it down writes this text, so that numbers which a double can't
 * hold, key order and duplicate keys survive (rows J-1 to J-4). Throws `JsonSyntaxError` for a text that is not JSON.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    assertJson(text);
    this.text = text;
  }
}

/** Checks with the engine's parser, which is the fastest; asks our own only where the fault is. */
function assertJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    parseTree(text);
  }
}
