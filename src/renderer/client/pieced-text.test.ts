import { fc } from '../../testing/random-tests.ts';
import { scaled } from '../../testing/test-scale.ts';
import { expect, it } from 'vitest';
import { bytesOfPiece, inPieces, joinPieces, type Piece, type Pieces } from './pieced-text.ts';

/** What several texts take together. */
function bytesOf(texts: readonly Pieces[]): number {
  const all = new Set<Piece>(texts.flat());
  return [...all].reduce((sum, piece) => sum + bytesOfPiece(piece), 0);
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
      let like: Pieces = [];
      for (const text of versions) {
        like = inPieces(text, like);
        expect(joinPieces(like) === text).toBe(true);
      }
    }),
    { numRuns: scaled(300) },
  );
});

it('keeps a thousand texts that grow in a fraction of their length', () => {
  const messages: string[] = [];
  const texts: Pieces[] = [];
  let total = 0;
  let like: Pieces = [];
  for (let step = 0; step < 1000; step += 1) {
    messages.push(JSON.stringify({ id: `m${step}`, content: `says ${step} `.repeat(100) }));
    const text = `{"log":[${step}],"messages":[${messages.join(',')}],"step":${step}}`;
    total += text.length;
    like = inPieces(text, like);
    texts.push(like);
  }
  expect(total).toBeGreaterThan(400_000_000);
  expect(bytesOf(texts)).toBeLessThan(12_000_000);
  expect(joinPieces(texts[500] ?? [])).toContain('"id":"m500"');
  expect(joinPieces(texts[500] ?? [])).not.toContain('"id":"m501"');
});

it('shares what stands between two changes', () => {
  const middle = Array.from({ length: 20_000 }, (_, at) => `item ${at},`).join('');
  const before = inPieces(`{"log":[1],"items":"${middle}","done":false}`, []);
  const after = inPieces(`{"log":[1,2,3],"items":"${middle}","done":true}`, before);
  expect(bytesOf([before, after])).toBeLessThan(1.2 * bytesOf([before]));
});
