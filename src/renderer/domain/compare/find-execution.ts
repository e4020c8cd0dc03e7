import type { CheckpointSummary, CheckpointTask, HistoryPage } from '../../../shared/model/threads/thread.ts';
import type { Studio } from '../../rpc/rpc-context.ts';

/** A task of one level of the graph: by its id, or the newest one of a node that ran. */
export interface WantedTask {
  readonly name: string;
  /** `null`: the newest task of the node. */
  readonly taskId: string | null;
}

/** The checkpoint that lists a task: the state before it. */
export interface FoundExecution {
  readonly taskId: string;
  readonly checkpointId: string;
  /** Of the subgraph; empty for the root graph. */
  readonly checkpointNs: string;
  /** The checkpoint of the thread whose tasks ran the subgraph; the same for the root graph. */
  readonly rootId: string;
}

/** History pages that are searched on each level. */
const mostPages = 10;
const pageSize = 100;

/**
 * Finds the checkpoint of an execution in the history of its thread. `path`: its task, after those of the subgraphs
 * around it, outermost first. `null` if none of the newest 1,000 checkpoints of each level lists it.
 */
export async function findExecution(
  studio: Pick<Studio, 'call'>,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  path: readonly WantedTask[],
): Promise<FoundExecution | null> {
  let checkpointNs: string | undefined = '';
  let rootId: string | null = null;
  let found: { readonly task: CheckpointTask; readonly checkpointId: string } | null = null;
  for (const wanted of path) {
    if (checkpointNs === undefined) return null;
    const namespace: string = checkpointNs;
    if (found !== null && namespace === '') return null;
    found = await searchLevel(studio, threadRef, namespace, wanted);
    if (found === null) return null;
    rootId ??= found.checkpointId;
    // The next one is inside of it.
    if (wanted !== path.at(-1)) checkpointNs = found.task.checkpointNs;
  }
  if (found === null || rootId === null || checkpointNs === undefined) return null;
  return { taskId: found.task.id, checkpointId: found.checkpointId, checkpointNs, rootId };
}

async function searchLevel(
  studio: Pick<Studio, 'call'>,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  checkpointNs: string,
  wanted: WantedTask,
): Promise<{ readonly task: CheckpointTask; readonly checkpointId: string } | null> {
  /** Checkpoints that a run went on from. */
  const continued = new Set<string | null>();
  let before: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const history: HistoryPage = await studio.call('threads.history', {
      ...threadRef,
      before,
      limit: pageSize,
      ...(checkpointNs === '' ? {} : { checkpointNs }),
    });
    for (const checkpoint of history.checkpoints) {
      const task = taskIn(checkpoint, wanted, continued);
      if (task !== undefined) return { task, checkpointId: checkpoint.checkpointId };
      if (checkpoint.source === 'loop') continued.add(checkpoint.parentId);
    }
    if (history.before === null) return null;
    before = history.before;
  }
  return null;
}

/** By name, only a task that ran: one of which something is stored, or after which a run went on. */
function taskIn(
  { checkpointId, tasks = [] }: CheckpointSummary,
  { name, taskId }: WantedTask,
  continued: ReadonlySet<string | null>,
): CheckpointTask | undefined {
  if (taskId !== null) return tasks.find(({ id }) => id === taskId);
  return tasks.find(
    (task) => task.name === name && (task.status !== undefined || continued.has(checkpointId)),
  );
}
