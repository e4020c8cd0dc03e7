import { expect, it } from 'vitest';
import { buildIndex } from 'exact-json';
import { cacheIndex, findCachedIndex } from './index-cache.ts';

const item = (at: number) => ({ id: `i${at}`, text: 'x'.repeat(50) });
const textOf = (items: unknown[]) => JSON.stringify({ items, step: 1 });

it('an edited text is not looked through again, nor is one that goes on', () => {
  const items = Array.from({ length: 30_000 }, (_, index) => item(index));
  const text = textOf(items);
  expect(findCachedIndex(text)).toBeNull();
  cacheIndex(text, buildIndex(text));
  const edited = text.replace('"i15000"', '"by hand"');
  expect(findCachedIndex(edited)?.starts.join() === buildIndex(edited).starts.join()).toBe(true);
  expect(findCachedIndex(textOf([{ other: 1 }]))).toBeNull();
  // The two that were seen last are kept.
  expect(findCachedIndex(text)?.count).toBe(buildIndex(text).count);
  const next = textOf([...items, item(1)]);
  expect(findCachedIndex(next)?.ends.join() === buildIndex(next).ends.join()).toBe(true);
});
