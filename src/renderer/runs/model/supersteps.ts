/** The beginning of a superstep of the whole graph. */
export interface SuperstepMark {
  readonly kind: 'superstep';
  readonly number: number;
  readonly atMs: number;
}

interface Level {
  /** Tasks under way. */
  readonly open: Set<string>;
  superstep: number;
  readyMs: number;
  /** When the last task of the superstep came to its end. */
  lastEndMs: number;
}

/**
 * The supersteps of each graph of a run. Tasks of one superstep run side by side, and the next one begins when all of
 * them have ended: a start on a level on which nothing runs is the start of a superstep.
 */
export function createSupersteps() {
  const levels = new Map<string | null, Level>();
  const ofRoot: SuperstepMark[] = [];

  return {
    /** A task begins in the graph inside of `parentId` (`null`: the whole graph), which began at `since`. */
    begin(
      parentId: string | null,
      taskId: string,
      atMs: number,
      since: number,
    ): { readonly superstep: number; readonly readyMs: number } {
      const level = levels.get(parentId) ?? {
        open: new Set(),
        superstep: 0,
        readyMs: since,
        lastEndMs: since,
      };
      levels.set(parentId, level);
      if (level.open.size === 0) {
        level.superstep += 1;
        level.readyMs = level.lastEndMs;
        if (parentId === null) {
          ofRoot.push({ kind: 'superstep', number: level.superstep, atMs });
        }
      }
      level.open.add(taskId);
      return { superstep: level.superstep, readyMs: level.readyMs };
    },
    finish(parentId: string | null, taskId: string, atMs: number): void {
      const level = levels.get(parentId);
      level?.open.delete(taskId);
      if (level) level.lastEndMs = atMs;
    },
    /** A task that did not run after all. */
    drop(parentId: string | null, taskId: string): void {
      levels.get(parentId)?.open.delete(taskId);
    },
    ofRoot: (): readonly SuperstepMark[] => ofRoot,
  };
}
