export interface SuperstepMark {
  readonly kind: 'superstep';
  readonly number: number;
  readonly atMs: number;
}

interface Level {
  readonly open: Set<string>;
  superstep: number;
  readyMs: number;
  lastEndMs: number;
}

// The supersteps of each graph of a run. Tasks of one superstep run in parallel, and the next superstep
// starts once all have ended. So a task that starts while no other task of its graph runs starts a superstep.
export function createSupersteps() {
  const levels = new Map<string, Level>();
  const ofRoot: SuperstepMark[] = [];

  return {
    // Adds a task of a call of a graph (`''`: the root graph), which started at `since`.
    start(
      call: string,
      taskId: string,
      atMs: number,
      since: number,
    ): { readonly superstep: number; readonly readyMs: number } {
      const level = levels.get(call) ?? {
        open: new Set(),
        superstep: 0,
        readyMs: since,
        lastEndMs: since,
      };
      levels.set(call, level);
      if (level.open.size === 0) {
        level.superstep += 1;
        level.readyMs = level.lastEndMs;
        if (call === '') {
          ofRoot.push({ kind: 'superstep', number: level.superstep, atMs });
        }
      }
      level.open.add(taskId);
      return { superstep: level.superstep, readyMs: level.readyMs };
    },
    finish(call: string, taskId: string, atMs: number): void {
      const level = levels.get(call);
      level?.open.delete(taskId);
      if (level) level.lastEndMs = atMs;
    },
    drop(call: string, taskId: string): void {
      levels.get(call)?.open.delete(taskId);
    },
    ofRoot: (): readonly SuperstepMark[] => ofRoot,
  };
}
