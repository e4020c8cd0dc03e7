import { expect, it } from 'vitest';
import type { RowChecks } from './experiment-source.ts';
import { createChecksCache } from './checks-cache.ts';

const checksOf = (inputText: string | null, referenceText: string | null = null): RowChecks => ({
  checks: [],
  inputText,
  referenceText,
  conversation: null,
});

it('checks are kept up to a number of rows, and again when others were forgotten', () => {
  const kept = createChecksCache({ rows: 1, length: 100 });
  const [first, second] = [checksOf(null), checksOf(null)];
  kept.keep(1, first);
  kept.keep(2, second);
  expect([kept.get(1), kept.get(2)]).toEqual([first, undefined]);
  kept.forget(1);
  kept.keep(2, second);
  expect([kept.get(1), kept.get(2)]).toEqual([undefined, second]);
});

it('checks are kept up to a length of their inputs and references, of which each counts once', () => {
  const kept = createChecksCache({ rows: 100, length: 10 });
  const small = checksOf('12345', '6');
  kept.keep(1, small);
  // A row that is sent again.
  kept.keep(1, small);
  kept.keep(2, checksOf('1234', '5'));
  kept.keep(3, checksOf('1234'));
  expect([1, 2, 3].map((index) => kept.get(index)?.inputText)).toEqual(['12345', undefined, '1234']);
  kept.forget(2);
  kept.forget(1);
  kept.forget(1);
  kept.keep(4, checksOf('1234567'));
  expect(kept.get(4)).toBeUndefined();
  kept.keep(5, checksOf('123456'));
  expect(kept.get(5)).toBeDefined();
});
