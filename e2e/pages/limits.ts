import { test } from 'playwright/test';

/**
 * For what takes as long as a run or the start of a server does, and not as long as the page: two thirds of the spec's own
 * limit, so that `test.slow()` and a busy machine count here, too.
 */
export function longWait(): { readonly timeout: number } {
  return { timeout: (test.info().timeout * 2) / 3 };
}
