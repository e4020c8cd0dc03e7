import { test } from 'playwright/test';

/**
 * For waits on a run or a server start instead of the page: two thirds of the spec's own limit, so that
 * `test.slow()` counts too.
 */
export function longWait(): { readonly timeout: number } {
  return { timeout: (test.info().timeout * 2) / 3 };
}
