import { describe, expect, it } from 'vitest';
import { fc } from '../../../../src/testing/fast-check.ts';
import { scaled } from '../../../../src/testing/test-scale.ts';
import { SseDecoder } from './sse-decoder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An event as a server sends it: with a small number, a text or no id, and now and then above the limit. */
const event = fc
  .record({
    id: fc.constantFrom('', 'id: 7\n', 'id: 1718-0\n', 'id: 007\n', 'id:\n'),
    name: fc.constantFrom('', 'event: values\n', 'event: updates|a:1\n'),
    data: fc.constantFrom('1', '{"a":"é🚀"}', '', `"${'x'.repeat(400)}"`, 'a\ndata: b'),
  })
  .map(({ id, name, data }) => `${name}${id}data: ${data}\n\n`);

const contentOf = (decoder: SseDecoder, chunk: Uint8Array, isWanted: (at: number) => boolean): string => {
  const batch = decoder.pushBatch(chunk);
  batch.filter(isWanted);
  return JSON.stringify(
    batch.frames().map((frame, index) => ({
      event: frame.event,
      ids: [frame.id, frame.lastId, batch.id(index), batch.latestId(index)],
      bytes: batch.byteLength(index),
      tooLarge: batch.isTooLarge(index),
      text: frame.text,
    })),
  );
};

describe('FrameBatch', () => {
  it('filtering removes nothing else, for any chunks', () => {
    const stream = fc.tuple(fc.array(event, { maxLength: 200 }), fc.array(fc.nat()), fc.func(fc.boolean()));
    fc.assert(
      fc.property(stream, ([events, cuts, isWanted]) => {
        const whole = bytes(events.join(''));
        const cutPositions = [...cuts.map((cut) => cut % (whole.length + 1)), whole.length].toSorted(
          (a, b) => a - b,
        );
        const [all, some] = [new SseDecoder(300), new SseDecoder(300)];
        let from = 0;
        for (const to of cutPositions) {
          const chunk = whole.slice(from, to);
          from = to;
          const every: unknown[] = JSON.parse(contentOf(all, chunk, () => true)) as unknown[];
          const expected = every.filter((_, index) => isWanted(index));
          expect(contentOf(some, chunk, (at) => isWanted(at))).toBe(JSON.stringify(expected));
        }
      }),
      { numRuns: scaled(200) },
    );
  });

  it('is reused by its decoder, while earlier results stay unchanged', () => {
    const decoder = new SseDecoder();
    const [first] = decoder.pushBatch(bytes('event: a\nid: x\ndata: 1\n\n')).frames();
    const batch = decoder.pushBatch(bytes('event: b\ndata: 2\n\ndata: 3\n\n'));
    expect(batch.count).toBe(2);
    expect([first?.event, first?.id, first?.text]).toEqual(['a', 'x', '1']);
    expect([batch.id(0), batch.latestId(0)]).toEqual([null, 'x']);
  });
});
