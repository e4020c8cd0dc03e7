// What is at a position of a JSON text, which may be incomplete.
export interface JsonCursorContext {
  readonly kind: 'key' | 'value';
  // Path to the value at the position, or to the object of the key. Items are numbers.
  readonly path: readonly (string | number)[];
  // The text written there. Quotes are included in `start` and `end`, but not in `word`.
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly siblings: readonly string[];
  readonly hasColon: boolean;
}

interface Open {
  readonly type: 'object' | 'array';
  readonly keys: string[];
  key: string | null;
  index: number;
}

// `null` where neither a key nor a value is allowed, and where the text before the position is not JSON.
export function cursorContextAt(text: string, offset: number): JsonCursorContext | null {
  const open: Open[] = [];
  let expects: 'key' | 'colon' | 'value' | 'comma' = 'value';
  let position = 0;
  const pathOf = (withLast: boolean): (string | number)[] =>
    (withLast ? open : open.slice(0, -1)).map((one) => (one.type === 'array' ? one.index : (one.key ?? '')));
  const contextAt = (start: number, end: number, word: string): JsonCursorContext | null => {
    const inner = open.at(-1);
    if (expects === 'key' && inner) {
      return {
        kind: 'key',
        path: pathOf(false),
        word,
        start,
        end,
        siblings: [...inner.keys, ...keysBehind(text, end)],
        hasColon: /^\s*:/.test(text.slice(end)),
      };
    }
    if (expects !== 'value') return null;
    return { kind: 'value', path: pathOf(true), word, start, end, siblings: [], hasColon: false };
  };
  while (position < text.length) {
    const space = /[\s]*/y;
    space.lastIndex = position;
    space.test(text);
    const from = space.lastIndex;
    if (offset < from || (offset === from && /^[\]},:]?$/.test(text.charAt(from))))
      return contextAt(offset, offset, '');
    const char = text.charAt(from);
    const inner = open.at(-1);
    if (char === '"' || /[-\w]/.test(char)) {
      const end = char === '"' ? stringEnd(text, from) : wordEnd(text, from);
      const word = char === '"' ? text.slice(from + 1, end).replace(/"$/, '') : text.slice(from, end);
      if (offset <= end) return contextAt(from, end, word);
      if (expects === 'key' && inner) {
        inner.key = word;
        inner.keys.push(word);
        expects = 'colon';
      } else {
        expects = 'comma';
      }
      position = end;
      continue;
    }
    if (char === '{' || char === '[') {
      open.push({ type: char === '{' ? 'object' : 'array', keys: [], key: null, index: 0 });
      expects = char === '{' ? 'key' : 'value';
    } else if (char === '}' || char === ']') {
      open.pop();
      expects = 'comma';
    } else if (char === ':') {
      expects = 'value';
    } else if (char === ',') {
      if (inner?.type === 'array') inner.index += 1;
      expects = inner?.type === 'object' ? 'key' : 'value';
    } else if (char !== '') {
      return null;
    }
    position = from + 1;
  }
  return contextAt(offset, offset, '');
}

// The end of a string; for an unterminated one, the end of its line.
function stringEnd(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (char === '"') return index + 1;
    else if (char === '\n') return index;
  }
  return text.length;
}

function wordEnd(text: string, from: number): number {
  let index = from + 1;
  while (index < text.length && /[-+.\w]/.test(text.charAt(index))) index += 1;
  return index;
}

// The keys that follow in the same object, as far as the text is valid.
function keysBehind(text: string, from: number): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (let index = from; index < text.length && depth >= 0; index += 1) {
    const char = text.charAt(index);
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === '"') {
      const end = stringEnd(text, index);
      if (depth === 0 && /^\s*:/.test(text.slice(end, end + 200))) keys.push(text.slice(index + 1, end - 1));
      index = end - 1;
    }
  }
  return keys;
}
