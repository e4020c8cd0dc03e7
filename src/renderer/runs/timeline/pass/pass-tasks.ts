import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import { createPassSiblings } from './pass-siblings.ts';
import type { RunPlace } from './pass-layout.ts';

/**
 * A task of a pass of several runs, on the axis of the pass. An interrupt ends a task, and the run that answers
 * runs it again: then this is what the newest run says of it.
 */
export interface PassTask extends TimelineRow {
  /** The index of the run in its pass. */
  readonly run: number;
  /** What earlier runs of the pass say of it, oldest first. */
  readonly earlier: readonly PassTask[];
  /** When the next run ended its waiting; `null` if none did yet. */
  readonly waitedUntilMs: number | null;
}

export function isPassTask(row: object): row is PassTask {
  return 'waitedUntilMs' in row;
}

/** The tasks of one run. */
export interface RunTasks {
  readonly place: RunPlace;
  /** Each followed by its children. */
  readonly rows: readonly TimelineRow[];
}

export interface PassTasks {
  /** The tasks of all runs, each followed by its children. Returns the same object for an unchanged task. */
  merge(runs: readonly RunTasks[]): readonly PassTask[];
}

interface Place {
  /** What each run says of the task, oldest first. */
  readonly said: PassTask[];
  readonly inside: Place[];
}

interface Made {
  readonly from: TimelineRow;
  readonly eventsMs: number;
  readonly createdMs: number;
  readonly waitedUntilMs: number | null;
  readonly task: PassTask;
}

const none: readonly PassTask[] = [];

/** Keeps what it made of each task, so that bars which did not change are not drawn again. */
export function createPassTasks(): PassTasks {
  const made = new Map<string, Made>();
  const siblings = createPassSiblings();

  const taskOf = (
    row: TimelineRow,
    run: number,
    { eventsMs, createdMs }: RunPlace,
    waitedUntilMs: number | null,
    before: PassTask | undefined,
  ): PassTask => {
    const key = `${run} ${row.taskId}`;
    const known = made.get(key);
    const earlier = before === undefined ? none : [...before.earlier, before];
    if (
      known?.from === row &&
      known.eventsMs === eventsMs &&
      known.createdMs === createdMs &&
      known.waitedUntilMs === waitedUntilMs &&
      known.task.earlier.length === earlier.length &&
      known.task.earlier.at(-1) === before
    )
      return known.task;
    const task: PassTask = {
      ...row,
      // The first tasks of a run waited for it to begin.
      readyMs: row.superstep === 1 && row.parentId === null ? createdMs : row.readyMs + eventsMs,
      startMs: row.startMs + eventsMs,
      endMs: row.endMs === null ? null : row.endMs + eventsMs,
      container: row.container || before?.container === true,
      earlierAttempts:
        row.earlierAttempts.length === 0
          ? row.earlierAttempts
          : row.earlierAttempts.map((one) => ({
              startMs: one.startMs + eventsMs,
              endMs: one.endMs + eventsMs,
              nextMs: one.nextMs + eventsMs,
            })),
      siblings: before?.siblings ?? siblings.of(run, row.siblings),
      run,
      earlier,
      waitedUntilMs,
    };
    made.set(key, { from: row, eventsMs, createdMs, waitedUntilMs, task });
    return task;
  };

  return {
    merge(runs) {
      siblings.begin();
      const roots: Place[] = [];
      const places = new Map<string, Place>();
      for (const [at, { place, rows }] of runs.entries()) {
        const nextRunMs = runs[at + 1]?.place.createdMs ?? null;
        for (const row of rows) {
          const known = places.get(row.taskId);
          const waitedUntilMs = row.status === 'waiting' ? nextRunMs : null;
          if (known === undefined) siblings.count(at, row.siblings);
          const task = taskOf(row, at, place, waitedUntilMs, known?.said.at(-1));
          if (known) {
            known.said.push(task);
            continue;
          }
          const fresh: Place = { said: [task], inside: [] };
          places.set(row.taskId, fresh);
          const parent = row.parentId === null ? undefined : places.get(row.parentId);
          (parent?.inside ?? roots).push(fresh);
        }
      }
      const merged: PassTask[] = [];
      const list = (all: readonly Place[]): void => {
        for (const { said, inside } of all) {
          const newest = said.at(-1);
          if (newest) merged.push(newest);
          list(inside);
        }
      };
      list(roots);
      return merged;
    },
  };
}
