import { decodeString, validStringEnd } from 'exact-json';

/** A key that its object has before. `path`: of the value, as JSON; `offset`: of the later key in the text. */
export interface DuplicateKey {
  readonly key: string;
  readonly path: string;
  readonly offset: number;
}

interface OpenContainer {
  // `null` for an array.
  readonly keys: Set<string> | null;
  // The key or the index of the value that is being read.
  label: string | number;
}

/** Keys that are in their object twice, in text order. `text`: valid JSON. Works in steps, for who needs only the first. */
export function* duplicateKeys(text: string): Generator<DuplicateKey, void> {
  const open: OpenContainer[] = [];
  // Whether a string is a key: in an object, after its bracket or a comma.
  let isKey = false;
  const token = /["{}[\],]/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [sign] = match;
    const container = open.at(-1);
    if (sign === '"') {
      const { index } = match;
      const end = validStringEnd(text, index);
      token.lastIndex = end;
      if (!isKey || !container?.keys) continue;
      isKey = false;
      const key = decodeString(text.slice(index, end));
      container.label = key;
      if (container.keys.has(key))
        yield { key, path: JSON.stringify(open.map(({ label }) => label)), offset: index };
      else container.keys.add(key);
    } else if (sign === '{') {
      open.push({ keys: new Set(), label: '' });
      isKey = true;
    } else if (sign === '[') open.push({ keys: null, label: 0 });
    else if (sign === ',') {
      isKey = container?.keys != null;
      if (container?.keys === null) container.label = Number(container.label) + 1;
    } else {
      open.pop();
      isKey = false;
    }
  }
}
