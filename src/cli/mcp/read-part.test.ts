import { buildIndex } from 'exact-json';
import { describe, expect, it } from 'vitest';
import { toJson } from '../output/json-document.ts';
import { createKeptAnswers, maxTotalLength } from './answer-cache.ts';
import { findInAnswer, readPart } from './read-part.ts';
import { toStructured } from './structured-content.ts';

const value = {
  values: {
    text: `${'x'.repeat(499)}👍${'y'.repeat(500)}`,
    items: Array.from({ length: 1_000 }, (_, index) => ({ no: index, name: `item ${index}` })),
    'a/b': { '~': 1 },
  },
};
const text = JSON.stringify(value).replace('"~":1', '"~":9007199254740993');
const answer = { text, index: buildIndex(text) };
const part = (pointer: string, offset: number | null = null, budget = 500) =>
  JSON.parse(toJson(readPart(answer, { pointer, offset }, budget)));

describe('a part of an answer', () => {
  it('is whole if it is short, with the digits of its numbers', () => {
    expect(toJson(readPart(answer, { pointer: '/values/a~1b', offset: null }, 500))).toBe(
      '{"pointer":"/values/a~1b","value":{"~":9007199254740993}}',
    );
  });

  it('comes in pieces that together are the whole, and cut no character in two', () => {
    const pieces: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const read = part('/values/text', offset);
      pieces.push(read.text);
      offset = read.nextOffset;
    }
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(value.values.text);
    expect(pieces.every((piece) => !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(piece))).toBe(true);
    const items: unknown[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const read = part('/values/items', offset);
      items.push(...read.value);
      offset = read.nextOffset;
    }
    expect(items).toEqual(value.values.items);
  });

  it('counts from the end with a negative offset', () => {
    expect(part('/values/items', -2).value).toEqual(value.values.items.slice(-2));
    expect(part('/values/text', -3).text).toBe('yyy');
  });

  it.each([
    ['values', '"values" is no JSON pointer.', 'Begin with a slash: /values'],
    ['/values/itmes/3', 'There is nothing at /values/itmes/3.', 'Did you mean "items"?'],
    ['/values/items/1000', 'There is nothing at', 'its items are /values/items/0 to /values/items/999'],
    ['/values/text/0', 'There is nothing at', 'is a string: it has no parts'],
  ])('that is not there (%s) is refused with what is', (pointer, message, hint) => {
    expect(() => part(pointer)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it('beyond the end is refused', () => {
    expect(() => part('/values/items', 1_000)).toThrow(
      'There is nothing at offset 1000: the length is 1000.',
    );
  });

  it('is found by its text or key, page by page', () => {
    expect(findInAnswer(answer, 'ITEM 777', 0)).toMatchObject({
      matches: 1,
      found: [{ pointer: '/values/items/777/name', around: 'item 777' }],
      nextOffset: null,
    });
    expect(findInAnswer(answer, 'a/b', 0).found).toEqual([
      { pointer: '/values/a~1b', type: 'object', size: 1 },
    ]);
    const first = findInAnswer(answer, 'item ', 0);
    expect([first.matches, first.found.length, first.nextOffset]).toEqual([1_000, 30, 30]);
    expect(findInAnswer(answer, 'item ', 990).nextOffset).toBeNull();
  });
});

describe('answers that are kept', () => {
  it('are forgotten when they are many, or large together, but for the newest', () => {
    const kept = createKeptAnswers();
    const first = kept.keep('"first"');
    expect(kept.open(first).text).toBe('"first"');
    for (let count = 0; count < 20; count += 1) kept.keep('1');
    expect(() => kept.open(first)).toThrow(`There is no answer "${first}", or it is no longer kept.`);
    const large = kept.keep(`"${'x'.repeat(maxTotalLength)}"`);
    expect(kept.open(large).text.length).toBeGreaterThan(maxTotalLength);
    expect(() => kept.open('a21')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(`Answers that are kept: ${large}.`) }),
    );
  });
});

describe('structured content', () => {
  const same = (part_: string): string => part_;
  it('has long numbers as texts, and no character that hides', () => {
    const source = String.raw`{"a":9007199254740993,"b\u202e":"x\u200by","__proto__":1.5}`;
    const structured = toStructured(source, same);
    expect(JSON.stringify(structured)).toBe(
      String.raw`{"a":"9007199254740993","b\\u202e":"x\\u200by","__proto__":1.5}`,
    );
  });

  it('is text where it can not be a value: nested too deep, or not JSON', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(toStructured(deep, same)).toBe(deep);
    expect(toStructured('{"a":NaN}', same)).toBe('{"a":NaN}');
  });

  it('has no key, even if the server writes it with escapes', () => {
    const scrub = (part_: string): string => part_.replaceAll('secret', '[key]');
    expect(toStructured(String.raw`{"a":"\u0073ecret"}`, scrub)).toEqual({ a: '[key]' });
  });
});
