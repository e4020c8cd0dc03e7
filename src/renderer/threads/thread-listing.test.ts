import { describe, expect, it } from 'vitest';
import { everyThread } from '../../shared/model/thread-query.ts';
import { activeFilters, parseListing } from './thread-listing.ts';

describe('what a list of threads shows', () => {
  it('is what was kept', () => {
    const kept = {
      ...everyThread,
      sortBy: 'status',
      filter: { ...everyThread.filter, status: 'busy' },
    } as const;
    expect(parseListing(JSON.stringify(kept))).toEqual(kept);
    expect(activeFilters(kept)).toBe(1);
  });

  it.each([null, '', '{', '[]', '{"sortBy":"nothing"}', '{"filter":{"status":"later"}}'])(
    'is everything where %j was kept',
    (text) => expect(parseListing(text)).toEqual(everyThread),
  );
});
