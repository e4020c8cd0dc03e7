import type { NodeLoop, TaskSiblings } from './timeline-row.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
interface Own extends Writable<Omit<TaskSiblings, 'loop'>> {
  readonly loop: Writable<NodeLoop>;
}

/** Counts the tasks that belong together: those of a node in one superstep, and how often it ran in a loop. */
export function createTaskSiblings() {
  const all = new Map<string, Own>();
  const loops = new Map<string, Writable<NodeLoop>>();
  return {
    /** Adds a task. `call`: a call of a graph; `''` is the root graph. */
    add(call: string, superstep: number, nodeId: string): TaskSiblings {
      const id = `${superstep} ${call} ${nodeId}`;
      const known = all.get(id);
      if (known) {
        known.count += 1;
        return known;
      }
      const loopId = `${call} ${nodeId}`;
      const loop = loops.get(loopId) ?? { id: loopId, visits: 0 };
      loops.set(loopId, loop);
      loop.visits += 1;
      const siblings: Own = { id, count: 1, visit: loop.visits, loop };
      all.set(id, siblings);
      return siblings;
    },
    /** Removes a task that did not run after all. */
    drop({ id }: TaskSiblings): void {
      const own = all.get(id);
      if (!own) return;
      own.count -= 1;
      if (own.count > 0) return;
      all.delete(id);
      own.loop.visits -= 1;
    },
  };
}
