import { expect, it } from 'vitest';
import { localTimeText, numberText } from './locale-text.ts';

it('numbers and times are written as toLocaleString writes them', () => {
  for (const value of [0, -1, 999, 1234.5678, 1_234_567, 2 ** 53])
    expect(numberText(value)).toBe(value.toLocaleString('en'));
  for (const text of ['2026-11-28T19:03:48Z', '1999-01-02T00:00:00Z', '2026-03-29T01:30:00Z'])
    expect(localTimeText(new Date(text))).toBe(new Date(text).toLocaleString());
});
