import { createStopReasons, type StopReasons } from './stop-reasons.ts';
import { createThreadNameCache, type ThreadNameCache } from './thread-name-cache.ts';

/** What is known of threads beside the members that lists read. Shared by all lists, so that one thread reads the same in each. */
export interface ThreadListCaches {
  readonly names: ThreadNameCache;
  readonly stops: StopReasons;
}

export function createThreadListCaches(): ThreadListCaches {
  return { names: createThreadNameCache(), stops: createStopReasons() };
}
