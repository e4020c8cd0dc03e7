import { describe, expect, it } from 'vitest';
import { expectStatus } from './expect.ts';
import { scrub } from './scrub.ts';

const id = '0123e40e-70bd-4dcc-a3e4-e7d3052958fe';

describe('a detail of a profile', () => {
  it('has no ID, also none that is a part of a longer one', () => {
    expect(scrub(`id: ${id}_event_1`)).toBe('id: {id}_event_1');
    expect(scrub(`"${id}"`)).toBe('"{id}"');
  });

  it('is the same for two answers that differ in an ID, wherever it is cut', () => {
    const detailOf = (text: string): string => {
      try {
        expectStatus({ status: 200, text, request: 'POST /runs', headers: new Headers() }, 422);
      } catch (error) {
        return scrub((error as Error).message);
      }
      return expect.unreachable('the status is another one');
    };
    const other = 'aaaaaaaa-70bd-4dcc-a3e4-e7d3052958fe';
    for (let length = 80; length < 125; length += 1) {
      const start = 'x'.repeat(length);
      expect(detailOf(`${start} ${id}`)).toBe(detailOf(`${start} ${other}`));
    }
  });
});
