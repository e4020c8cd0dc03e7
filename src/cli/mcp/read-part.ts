import { childrenOf, keyAt, readColumn, resolveJsonPointer, searchJson, valueKindOf } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import { usageError } from '../args/usage-error.ts';
import { didYouMean } from '../session/did-you-mean.ts';
import { RawJson, printableJson } from '../output/json-document.ts';
import { containerPage, outline, pointerOf, textOfLeaf, type IndexedAnswer } from './outline.ts';

export interface WantedPart {
  readonly pointer: string;
  /** A character of a text, an item of a list or a member of an object; a negative one counts from the end; `null`: not said. */
  readonly offset: number | null;
}

/** A part of a kept answer in about `budget` characters. Throws `AppError` with what is there instead. */
export function readPart(answer: IndexedAnswer, { pointer, offset }: WantedPart, budget: number) {
  const { index } = answer;
  const value = resolve(answer, pointer);
  const kind = valueKindOf(index, value);
  const isWhole = readColumn(index.ends, value) - readColumn(index.starts, value) <= budget;
  if (offset === null && (isWhole || kind === 'object'))
    return { pointer, value: new RawJson(outline(answer, value, budget)) };
  if (kind === 'object' || kind === 'array') {
    const size = readColumn(index.sizes, value);
    const from = startOf(offset, size);
    const page = containerPage(answer, value, from, budget);
    const unit = kind === 'array' ? 'items' : 'members';
    return { pointer, [unit]: size, offset: from, value: new RawJson(page.text), nextOffset: page.next };
  }
  const leaf = textOfLeaf(answer, value);
  const from = startOf(offset, leaf.length);
  const slice = sliceOf(leaf, from, budget);
  const end = from + slice.length;
  const type = kind === 'deep' ? 'nested' : kind;
  return {
    pointer,
    type,
    length: leaf.length,
    offset: from,
    text: slice,
    nextOffset: end < leaf.length ? end : null,
  };
}

const maxMatches = 30;
const aroundMatch = 80;

/** Where a text is in a kept answer, in keys and values, whatever its letter case, from a match on. */
export function findInAnswer(answer: IndexedAnswer, query: string, from: number) {
  const { text, index } = answer;
  const values = searchJson(text, index, query);
  const listed = [...values.subarray(from, from + maxMatches)];
  return {
    matches: values.length,
    offset: from,
    found: listed.map((value) => {
      const kind = valueKindOf(index, value);
      const pointer = pointerOf(answer, value);
      if (kind === 'object' || kind === 'array')
        return { pointer, type: kind, size: readColumn(index.sizes, value) };
      const leaf = textOfLeaf(answer, value);
      const place = leaf.toLowerCase().indexOf(query.toLowerCase());
      // A match of the key has none in the value.
      const start = Math.max(0, place - aroundMatch);
      return {
        pointer,
        type: kind,
        length: leaf.length,
        offset: place === -1 ? undefined : place,
        around: leaf.slice(start, Math.max(0, place) + query.length + aroundMatch),
      };
    }),
    nextOffset: from + listed.length < values.length ? from + listed.length : null,
  };
}

function resolve(answer: IndexedAnswer, pointer: string): number {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw usageError(
      `"${pointer.slice(0, 100)}" is no JSON pointer.`,
      `Begin with a slash: /${pointer.slice(0, 100)}`,
    );
  const value = resolveJsonPointer(answer.text, answer.index, pointer);
  if (value >= 0) return value;
  // The longest beginning of it that is there says what could have been meant.
  const parts = pointer.split('/');
  for (let length = parts.length - 1; length >= 1; length -= 1) {
    const base = parts.slice(0, length).join('/');
    const parent = resolveJsonPointer(answer.text, answer.index, base);
    if (parent < 0) continue;
    throw new AppError('not-found', `There is nothing at ${pointer.slice(0, 300)}.`, {
      hint: hintAt(answer, parent, base, parts[length] ?? ''),
    });
  }
  throw new AppError('not-found', `There is nothing at ${pointer.slice(0, 300)}.`);
}

const maxSuggested = 500;

function hintAt(answer: IndexedAnswer, parent: number, base: string, part: string): string {
  const { text, index } = answer;
  const where = base === '' ? 'The answer' : base;
  const size = readColumn(index.sizes, parent);
  switch (valueKindOf(index, parent)) {
    case 'array':
      return size === 0
        ? `${where} is an empty list.`
        : `${where} is a list: its items are ${base}/0 to ${base}/${size - 1}.`;
    case 'object': {
      const keys = childrenOf(index, parent, maxSuggested).map((child) => keyAt(text, index, child) ?? '');
      return didYouMean(part, keys, `${where} has`);
    }
    default:
      return `${where} is a ${valueKindOf(index, parent)}: it has no parts. Read it with an offset.`;
  }
}

function startOf(offset: number | null, size: number): number {
  const from = offset === null ? 0 : offset < 0 ? Math.max(0, size + offset) : offset;
  if (from > 0 && from >= size)
    throw new AppError('not-found', `There is nothing at offset ${from}: the length is ${size}.`);
  return from;
}

// As many characters as fit once they are written as printable JSON, in whole characters.
function sliceOf(text: string, from: number, budget: number): string {
  for (let length = budget; ; length = Math.floor(length / 2)) {
    let end = Math.min(text.length, from + length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    const slice = text.slice(from, end);
    if (length <= 16 || printableJson(JSON.stringify(slice)).length <= budget) return slice;
  }
}
