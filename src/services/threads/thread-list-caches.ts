import { createStopReasons, type StopReasons } from './stop-reasons.ts';
import { createThreadNameCache, type ThreadNameCache } from './thread-name-cache.ts';

/** What is known of threads beyond what lists read. Shared by all lists, so that a thread looks the same in each. */
export interface ThreadListCaches {
  readonly names: ThreadNameCache;
  readonly stopReasons: StopReasons;
}

export function createThreadListCaches(): ThreadListCaches {
  return { names: createThreadNameCache(), stopReasons: createStopReasons() };
}
