import { fc } from '../../testing/fast-check.ts';
import { scaled } from '../../testing/test-scale.ts';
import { expect, it } from 'vitest';
import { chunkBytes, chunkText, joinChunks, type TextChunk, type ChunkedText } from './chunked-text.ts';

function bytesOf(texts: readonly ChunkedText[]): number {
  const all = new Set<TextChunk>(texts.flat());
  return [...all].reduce((sum, piece) => sum + chunkBytes(piece), 0);
}

it('gives back every text, whatever it is likened to', () => {
  const long = fc
    .constantFrom('', 'a', 'lorem ipsum ', 'é\ud800', '中')
    .chain((word) => fc.integer({ min: 0, max: 4000 }).map((times) => word.repeat(times)));
  const texts = fc.array(
    fc.array(long, { maxLength: 3 }).map((parts) => parts.join('|')),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(texts, (versions) => {
      let like: ChunkedText = [];
      for (const text of versions) {
        like = chunkText(text, like);
        expect(joinChunks(like) === text).toBe(true);
      }
    }),
    { numRuns: scaled(300) },
  );
});

it('keeps a thousand texts that grow in a fraction of their length', () => {
  const messages: string[] = [];
  const texts: ChunkedText[] = [];
  let total = 0;
  let like: ChunkedText = [];
  for (let step = 0; step < 1000; step += 1) {
    messages.push(JSON.stringify({ id: `m${step}`, content: `says ${step} `.repeat(100) }));
    const text = `{"log":[${step}],"messages":[${messages.join(',')}],"step":${step}}`;
    total += text.length;
    like = chunkText(text, like);
    texts.push(like);
  }
  expect(total).toBeGreaterThan(400_000_000);
  expect(bytesOf(texts)).toBeLessThan(12_000_000);
  expect(joinChunks(texts[500] ?? [])).toContain('"id":"m500"');
  expect(joinChunks(texts[500] ?? [])).not.toContain('"id":"m501"');
});

it('shares what stands between two changes', () => {
  const middle = Array.from({ length: 20_000 }, (_, index) => `item ${index},`).join('');
  const before = chunkText(`{"log":[1],"items":"${middle}","done":false}`, []);
  const after = chunkText(`{"log":[1,2,3],"items":"${middle}","done":true}`, before);
  expect(bytesOf([before, after])).toBeLessThan(1.2 * bytesOf([before]));
});
