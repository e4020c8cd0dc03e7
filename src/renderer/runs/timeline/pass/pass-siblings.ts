import type { NodeLoop, TaskSiblings } from '../../../../shared/run-events/timeline/timeline-row.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
interface Own extends Writable<Omit<TaskSiblings, 'loop'>> {
  readonly loop: Writable<NodeLoop>;
  /** Counted since the last `begin`. */
  isCounted: boolean;
}

/** The tasks that belong together in a pass: supersteps of two runs stay apart, and a loop goes on over all runs. */
export function createPassSiblings() {
  const all = new Map<TaskSiblings, Own>();
  const loops = new Map<string, Writable<NodeLoop>>();
  const of = (run: number, siblings: TaskSiblings): Own => {
    const known = all.get(siblings);
    if (known) return known;
    const loop = loops.get(siblings.loop.id) ?? { id: siblings.loop.id, visits: 0 };
    loops.set(loop.id, loop);
    const fresh: Own = { id: `${run} ${siblings.id}`, count: 0, visit: 0, loop, isCounted: false };
    all.set(siblings, fresh);
    return fresh;
  };
  return {
    of,
    /** Counts anew. */
    begin(): void {
      for (const loop of loops.values()) loop.visits = 0;
      for (const own of all.values()) {
        own.isCounted = false;
        own.count = 0;
      }
    },
    /** Counts a task that no earlier run began. */
    count(run: number, siblings: TaskSiblings): void {
      const own = of(run, siblings);
      own.count += 1;
      if (own.isCounted) return;
      own.isCounted = true;
      own.loop.visits += 1;
      own.visit = own.loop.visits;
    },
  };
}
