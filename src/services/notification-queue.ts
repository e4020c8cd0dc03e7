/** A run that was started here and wants nothing from its server any more. `error`: The server's words for a failure. */
export interface SettledRun {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
  readonly outcome: 'finished' | 'interrupted' | 'failed';
  readonly error: string | null;
}

/**
 * What is still to be shown.
 *
 * - `runs`: Those of the next notification, the last one of each thread.
 * - `dueAt`: When it is to be shown.
 * - `lastAt`: When the last one was shown, unless somebody has looked since.
 * - `unseen`: Threads with news since somebody looked.
 */
export interface NotificationQueue {
  readonly runs: ReadonlyMap<string, SettledRun>;
  readonly dueAt: number | null;
  readonly lastAt: number | null;
  readonly unseen: ReadonlySet<string>;
}

export const emptyNotificationQueue: NotificationQueue = {
  runs: new Map(),
  dueAt: null,
  lastAt: null,
  unseen: new Set(),
};

/** Runs that rest within this time are one notification, in milliseconds. */
export const debounceMs = 1000;
/** From one notification to the next one, in milliseconds; what happens meanwhile is in the next one. */
export const minIntervalMs = 10_000;
/** More runs than these are not counted. */
export const maxGathered = 1000;

/** What the user has chosen, and whether a window is in front. */
interface Circumstances {
  readonly now: number;
  readonly isInFront: boolean;
  readonly isOn: boolean;
}

/** Decides whether and when a run gives a notification. Who looks, or wants none, gets none, also later. */
export function addRestedRun(
  queue: NotificationQueue,
  run: SettledRun,
  { now, isInFront, isOn }: Circumstances,
): NotificationQueue {
  if (isInFront || !isOn) return queue;
  const key = JSON.stringify([run.connectionId, run.threadId ?? run.runId]);
  const isFull = queue.runs.size >= maxGathered && !queue.runs.has(key);
  if (isFull) return queue;
  const earliest = queue.lastAt === null ? 0 : queue.lastAt + minIntervalMs;
  const unseen = queue.unseen.size < maxGathered ? new Set(queue.unseen).add(key) : queue.unseen;
  return {
    ...queue,
    runs: new Map(queue.runs).set(key, run),
    dueAt: queue.dueAt ?? Math.max(now + debounceMs, earliest),
    unseen,
  };
}

/** The runs of the notification that is due, and what is left. No runs: none is due. */
export function takeDueRuns(
  queue: NotificationQueue,
  now: number,
): { readonly queue: NotificationQueue; readonly runs: readonly SettledRun[] } {
  if (queue.dueAt === null || now < queue.dueAt) return { queue, runs: [] };
  return { queue: { ...queue, runs: new Map(), dueAt: null, lastAt: now }, runs: [...queue.runs.values()] };
}
