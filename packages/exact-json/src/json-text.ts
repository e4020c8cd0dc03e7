import { parseTree } from './parse-tree.ts';

/**
 * A value that is JSON text already and is written verbatim, so that numbers which a double can't represent,
 * key order and duplicate keys survive. Throws `JsonSyntaxError` for invalid JSON.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    assertJson(text);
    this.text = text;
  }
}

// Validates with the engine's parser, the fastest; ours only locates the error.
function assertJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    parseTree(text);
  }
}
