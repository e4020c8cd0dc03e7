import { expect, it } from 'vitest';
import { createAnswerPages, maxTotalLength, pageLength } from './answer-pages.ts';

it('short answers are whole, long ones come in pages that never cut a character, old ones are forgotten', () => {
  const pages = createAnswerPages();
  expect(pages.first('short')).toEqual({ text: 'short', note: null });
  const text = `${'x'.repeat(pageLength - 1)}👍${'y'.repeat(pageLength)}`;
  const first = pages.first(text);
  expect(first.text).toBe('x'.repeat(pageLength - 1));
  const cursor = /"(.+)"/.exec(first.note ?? '')?.[1] ?? '';
  const second = pages.next(cursor);
  const third = pages.next(/"(.+)"/.exec(second.note ?? '')?.[1] ?? '');
  expect(first.text + second.text + third.text).toBe(text);
  expect(third.note).toContain('This is the end.');
  for (const wrong of ['', 'x', cursor.replace(/\d+$/, '-1'), cursor.replace(/\d+$/, '99999999')]) {
    expect(() => pages.next(wrong)).toThrow('There is nothing at this cursor.');
  }
  for (let count = 0; count < 20; count += 1) pages.first(text);
  expect(() => pages.next(cursor)).toThrow('There is nothing at this cursor.');
});

it('large answers leave room for the newest one', () => {
  const pages = createAnswerPages();
  const cursorOf = (text: string): string => /"(.+)"/.exec(pages.first(text).note ?? '')?.[1] ?? '';
  const half = 'x'.repeat(maxTotalLength / 2);
  const [first, second, third] = [cursorOf(half), cursorOf(half), cursorOf(half)];
  expect(() => pages.next(first)).toThrow('There is nothing at this cursor.');
  for (const cursor of [second, third]) expect(pages.next(cursor).text).toHaveLength(pageLength);
});
