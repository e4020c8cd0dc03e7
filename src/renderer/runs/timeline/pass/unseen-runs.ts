import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import type { TaskGroup } from '../bars/task-group.ts';
import { isPassTask } from './pass-tasks.ts';

/** A run of a pass of which no task is known: only when it was created and ended, by the server. */
export interface UnseenRun {
  readonly unseenRunId: string;
  /** Its index in the pass. */
  readonly run: number;
  readonly label: string;
  readonly depth: 0;
  readonly parentId: null;
  readonly startMs: number;
  /** `null` while it is active. */
  readonly endMs: number | null;
  /** What the server says of it, and why nothing more is known. */
  readonly facts: readonly string[];
}

/** Inserts the runs without tasks before the first tasks of later runs. */
export function withUnseenRuns(
  items: readonly (TimelineRow | TaskGroup)[],
  unseen: readonly UnseenRun[],
): readonly (TimelineRow | TaskGroup | UnseenRun)[] {
  if (unseen.length === 0) return items;
  const rest = [...unseen];
  const all: (TimelineRow | TaskGroup | UnseenRun)[] = [];
  for (const item of items) {
    while (item.parentId === null && rest[0] !== undefined && rest[0].run < firstRunOf(item)) {
      all.push(rest[0]);
      rest.shift();
    }
    all.push(item);
  }
  return [...all, ...rest];
}

/** The index of the run that began a task. */
function firstRunOf(item: TimelineRow | TaskGroup): number {
  const row = 'groupId' in item ? item.rows[0] : item;
  if (row === undefined || !isPassTask(row)) return 0;
  return row.earlier[0]?.run ?? row.run;
}
