import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { assignTracks, type ChannelLine } from './channel-tracks.ts';

const lines = (...ends: readonly (readonly [number, number])[]): ChannelLine[] =>
  ends.map(([upper, lower], bundle) => ({ upper, lower, bundle }));

describe('tracksOf', () => {
  it.each([
    ['straight ones need none', lines([0, 0], [50, 50]), [-1, -1]],
    ['far from each other share one', lines([0, 40], [100, 140]), [0, 0]],
    ['to the right: the rightmost lies highest', lines([0, 100], [50, 150]), [1, 0]],
    ['to the left: the leftmost lies highest', lines([100, 0], [150, 50]), [0, 1]],
    ['one that ends where another begins lies below it', lines([50, 0], [100, 50]), [0, 1]],
  ])('%s', (_, wires, expected) => {
    expect([...assignTracks(wires).tracks]).toEqual(expected);
  });

  it('lets lines from one point share a track', () => {
    const wires = [0, 1, 2].map((at) => ({ upper: 0, lower: 50 + at * 20, bundle: 7 }));
    expect(assignTracks(wires).count).toBe(1);
  });

  it('never puts two lines on each other', () => {
    const end = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(fc.array(fc.tuple(end, end), { maxLength: 40 }), (ends) => {
        const wires = lines(...ends);
        const { tracks } = assignTracks(wires);
        for (const [index, a] of wires.entries()) {
          for (const [other, b] of wires.entries()) {
            if (other <= index || tracks[index] !== tracks[other] || tracks[index] === -1) continue;
            const apart =
              Math.max(a.upper, a.lower) <= Math.min(b.upper, b.lower) ||
              Math.max(b.upper, b.lower) <= Math.min(a.upper, a.lower);
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });

  it('takes many lines in one channel', () => {
    const many = lines(
      ...Array.from({ length: 2000 }, (_, index) => [index * 3, ((index * 7919) % 2000) * 3] as const),
    );
    expect(assignTracks(many).count).toBeLessThan(2000);
  });
});
