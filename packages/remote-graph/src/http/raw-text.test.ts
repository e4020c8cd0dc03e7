import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ArgumentError, TooDeepError } from '../errors.ts';
import { concatPages, parseKeepingText, rawTextOf, trackElementTexts, withRawText } from './raw-text.ts';

const parse = (text: string) => parseKeepingText(text) as Record<string, object>[];

describe('the text of an answer', () => {
  it('is no member of its value, and no copy has it', () => {
    const [element = {}] = parse('[{"n":1.0}]');
    expect(Reflect.ownKeys(element)).toEqual(['n']);
    expect(JSON.stringify(element)).toBe('{"n":1}');
    expect(element).toStrictEqual({ n: 1 });
    // Often enough to be compiled.
    const copies = Array.from({ length: 10_000 }, (_, index) =>
      index % 2 === 0 ? { ...element } : Object.assign({}, element),
    );
    for (const copy of copies.slice(-10)) expect(() => rawTextOf(copy)).toThrow(ArgumentError);
    expect(() => rawTextOf(structuredClone(element))).toThrow(ArgumentError);
    expect(rawTextOf(element)).toBe('{"n":1.0}');
  });

  it('is that of each object and list among the elements, and of no value inside them', () => {
    const list = parse(' [{"a":{"n":1.0}}, 2, null, [ ], {"a":{}}] ');
    expect(rawTextOf(list)).toBe(' [{"a":{"n":1.0}}, 2, null, [ ], {"a":{}}] ');
    expect([0, 3, 4].map((index) => rawTextOf(list[index] ?? {}))).toEqual([
      '{"a":{"n":1.0}}',
      '[ ]',
      '{"a":{}}',
    ]);
    expect(() => rawTextOf(list[0]?.['a'] ?? {})).toThrow(ArgumentError);
  });

  it('belongs to an object whose members have unusual names', () => {
    const [element = {}] = parse('[{"__proto__":{"x":1.0},"constructor":1.0,"#text":1.0,"toJSON":1.0}]');
    expect(rawTextOf(element)).toBe('{"__proto__":{"x":1.0},"constructor":1.0,"#text":1.0,"toJSON":1.0}');
  });

  it('of exact numbers is kept, too', () => {
    const list = parseKeepingText('[9007199254740993,{"n":1e400}]', 'values') as object[];
    expect(list.map(rawTextOf)).toEqual(['9007199254740993', '{"n":1e400}']);
  });

  it('can be replaced', () => {
    const list = parse('[{"a":1.0},{"b":2.0}]');
    const [first = {}, second = {}] = list;
    withRawText(first, '{"c":3.0}');
    withRawText(list, '[]');
    expect([rawTextOf(first), rawTextOf(second), rawTextOf(list)]).toEqual(['{"c":3.0}', '{"b":2.0}', '[]']);
  });

  it('is made of the elements of all pages', () => {
    const pages = [parse('[{"a":1.0} ]'), parse('[ {"b":2.0}]')];
    expect(rawTextOf(concatPages(pages))).toBe('[{"a":1.0},{"b":2.0}]');
  });

  it('is also that of the elements of a list in the answer', () => {
    const answer = parseKeepingText('{"items": [{"a":1.0}, {"b":2.0}]}') as { items: object[] };
    trackElementTexts(answer, 'items');
    expect(answer.items.map(rawTextOf)).toEqual(['{"a":1.0}', '{"b":2.0}']);
    expect(() => rawTextOf(answer.items)).toThrow(ArgumentError);
  });

  it('is gone after a minor garbage collection, with the value', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
    const pageText = `[${Array.from({ length: 100 }, (_, index) => `{"id":${index},"text":"${'x'.repeat(1000)}"}`).join(',')}]`;
    const readPage = (): void => {
      // A text of its own, as each answer is.
      const list = parse(Buffer.from(pageText).toString('latin1'));
      if (rawTextOf(list).length !== pageText.length) throw new Error('Another text');
    };
    const heapAfter = (pages: number): number => {
      for (let page = 0; page < pages; page += 1) {
        readPage();
        if (page % 10 === 9) collect({ type: 'minor' });
      }
      // The second one frees what the first one only moved.
      collect({ type: 'minor' });
      collect({ type: 'minor' });
      return process.memoryUsage().heapUsed;
    };
    const before = heapAfter(20);
    expect((heapAfter(200) - before) / pageText.length).toBeLessThan(20);
  });
});

describe('an answer that is nested too deeply', () => {
  const deepest = 250_000;
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('is refused from the first level beyond the limit', () => {
    expect(() => parseKeepingText(nested(deepest))).not.toThrow();
    expect(() => parseKeepingText(nested(deepest + 1))).toThrow(TooDeepError);
    expect(() => parseKeepingText(`{"text":"${'{['.repeat(deepest)}","deep":${nested(deepest)}}`)).toThrow(
      TooDeepError,
    );
  });

  it('is not one that has many brackets, in strings or beside each other', () => {
    const text = `[${'[],'.repeat(deepest)}"${String.raw`\"[{\\`.repeat(deepest)}"]`;
    expect(parseKeepingText(text)).toHaveLength(deepest + 1);
  });
});
