import { describe, expect, it } from 'vitest';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { activeFilterCount, parseListing } from './thread-listing.ts';

describe('what a list of threads shows', () => {
  it('is what was kept', () => {
    const stored = {
      ...defaultThreadListing,
      sortBy: 'status',
      filter: { ...defaultThreadListing.filter, status: 'busy' },
    } as const;
    expect(parseListing(JSON.stringify(stored))).toEqual(stored);
    expect(activeFilterCount(stored)).toBe(1);
  });

  it.each([null, '', '{', '[]', '{"sortBy":"nothing"}', '{"filter":{"status":"later"}}'])(
    'is everything where %j was kept',
    (text) => expect(parseListing(text)).toEqual(defaultThreadListing),
  );
});
