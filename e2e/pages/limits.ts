import { test } from 'playwright/test';
import { slowness } from '../../src/testing/slowness.ts';

/**
 * For waits on a run or a server start instead of the page: two thirds of the spec's own limit, so that
 * `test.slow()` counts too.
 */
export function longWait(): { readonly timeout: number } {
  return { timeout: (test.info().timeout * 2) / 3 };
}

/**
 * How long a node takes, in milliseconds, so that each of its statuses is drawn: 1 s, and more on a machine that is busy by
 * now. Events that arrive together are drawn together.
 */
export function watchablePaceMs(): number {
  return Math.round((1000 * slowness()) / 3);
}
