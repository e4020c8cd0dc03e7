import { expect, it } from 'vitest';
import { recordedCountText } from './recorded-count.ts';

it('the count says what of a recording is listed, what is beyond, and what could not be read', () => {
  expect(recordedCountText(12, { total: 12, unreadable: 0 })).toBe('12 in the recording');
  expect(recordedCountText(498, { total: 20_000, unreadable: 2 })).toBe(
    '20,000 in the recording, the newest 498 shown, 2 could not be read',
  );
});
