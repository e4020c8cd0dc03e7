import { buildIndex, parseExact, resolveJsonPointer } from 'exact-json';
import { describe, expect, it } from 'vitest';
import { anyText, fc } from '../../testing/fast-check.ts';
import { slowness } from '../../testing/slowness.ts';
import { printableJson } from '../output/json-document.ts';
import { outline } from './outline.ts';

const answerOf = (value: unknown) => {
  const text = printableJson(JSON.stringify(value));
  return { text, index: buildIndex(text) };
};

/** The pointers of all stubs. */
function pointersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    (key === '$part' || key === '$more') && typeof member === 'string' ? [member] : pointersIn(member),
  );
}

const messages = Array.from({ length: 400 }, (_, index) => ({
  type: index % 2 === 0 ? 'human' : 'ai',
  id: `m${index}`,
  content: `${index}: ${'word '.repeat(2_000)}`,
}));

describe('an outline', () => {
  it('has a short value as it is written', () => {
    const text = '{"a":1.0,"b":9007199254740993}';
    expect(outline({ text, index: buildIndex(text) }, 0, 100)).toBe(text);
  });

  it('has the shape of the value, with the short parts whole and what is long by its pointer', () => {
    const text = outline(answerOf({ status: 'idle', values: { messages, topic: 'tides' } }), 0, 8_000);
    expect(text.length).toBeLessThanOrEqual(8_000);
    const document = JSON.parse(text);
    expect(document).toMatchObject({ status: 'idle', values: { topic: 'tides' } });
    const shown: readonly Record<string, unknown>[] = document.values.messages;
    const more = shown.findIndex((item) => '$more' in item);
    expect(shown[more]).toEqual({ $more: '/values/messages', from: more, to: 400 - (shown.length - more) });
    expect(shown[0]).toMatchObject({
      type: 'human',
      id: 'm0',
      content: {
        $part: '/values/messages/0/content',
        type: 'string',
        length: messages[0]?.content.length,
        starts: expect.stringMatching(/^0: word /),
      },
    });
    expect(shown.at(-1)).toMatchObject({ id: 'm399' });
  });

  it('cuts no escape and no character in two', () => {
    for (let budget = 401; budget < 420; budget += 1) {
      const value = { text: '\\"\u202e👍\n'.repeat(500), other: '\\'.repeat(3_000) };
      const text = outline(answerOf(value), 0, budget);
      const { text: first, other } = JSON.parse(text);
      const start: string = first.starts.slice(0, -1);
      expect(value.text.startsWith(start)).toBe(true);
      expect(other.starts).toMatch(/^\\+…$/);
    }
  });

  it('is JSON of at most its length, whose pointers lead to values, for any value', () => {
    const key = fc.oneof(anyText({ maxLength: 12 }), fc.string({ minLength: 300, maxLength: 400 }));
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.oneof(anyText({ maxLength: 20 }), fc.string({ minLength: 500, maxLength: 900 })),
        fc.array(tie('value'), { maxLength: 8 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, fc.integer({ min: 400, max: 6_000 }), (value, budget) => {
        const answer = answerOf(value);
        const text = outline(answer, 0, budget);
        expect(text.length).toBeLessThanOrEqual(budget);
        for (const pointer of pointersIn(parseExact(text)))
          expect(resolveJsonPointer(answer.text, answer.index, pointer)).not.toBe(-1);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('of a value that is nested a thousand times deeper than its size allows ends in a stub', () => {
    const text = `${'{"inside":'.repeat(5_000)}"${'x'.repeat(5_000)}"${'}'.repeat(5_000)}`;
    const short = outline({ text, index: buildIndex(text) }, 0, 2_000);
    expect(short.length).toBeLessThanOrEqual(2_000);
    expect(short).toContain('"$part":null');
  });

  it('of a million items is made in seconds', () => {
    const answer = answerOf({ items: Array.from({ length: 1_000_000 }, (_, index) => index) });
    const startedAt = performance.now();
    expect(outline(answer, 0, 4_000)).toContain('"$more":"/items"');
    expect(performance.now() - startedAt).toBeLessThan(5_000 * slowness());
  });
});
