import { expect, it } from 'vitest';
import { outlineOf } from '../../exact-json/outline.ts';
import { keepOutline, knownOutline } from './known-outlines.ts';

const item = (at: number) => ({ id: `i${at}`, text: 'x'.repeat(50) });
const textOf = (items: unknown[]) => JSON.stringify({ items, step: 1 });

it('J-9: an edited text is not looked through again, nor is one that goes on', () => {
  const items = Array.from({ length: 30_000 }, (_, at) => item(at));
  const text = textOf(items);
  expect(knownOutline(text)).toBeNull();
  keepOutline(text, outlineOf(text));
  const edited = text.replace('"i15000"', '"by hand"');
  expect(knownOutline(edited)?.starts.join() === outlineOf(edited).starts.join()).toBe(true);
  expect(knownOutline(textOf([{ other: 1 }]))).toBeNull();
  // The two that were seen last are kept.
  expect(knownOutline(text)?.count).toBe(outlineOf(text).count);
  const next = textOf([...items, item(1)]);
  expect(knownOutline(next)?.ends.join() === outlineOf(next).ends.join()).toBe(true);
});
