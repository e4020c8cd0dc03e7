import { expect, it } from 'vitest';
import { fc } from '../../testing/fast-check.ts';
import { LargestFirst } from './largest-first.ts';

const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.option(fc.nat(5)));

it('knows the largest after any changes, and the oldest of equal ones', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = new LargestFirst();
      // A map keeps the order in which its keys came.
      const plain = new Map<string, number>();
      for (const [key, weight] of steps) {
        if (weight === null) {
          heap.delete(key);
          plain.delete(key);
        } else {
          heap.set(key, weight);
          plain.set(key, weight);
        }
        const max = Math.max(...plain.values());
        expect(heap.largest).toBe([...plain].find(([, each]) => each === max)?.[0] ?? null);
      }
    }),
  );
});
