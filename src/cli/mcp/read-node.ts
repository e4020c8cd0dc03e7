import { AppError } from '../../shared/app-error.ts';
import type { CheckpointSummary, CheckpointTask } from '../../shared/model/threads/thread.ts';
import { RawJson } from '../output/json-document.ts';
import type { Call } from '../session/confirm-writes.ts';

/** How far back a node is searched, in checkpoints of each level. */
const mostCheckpoints = 500;
const pageSize = 100;

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

/**
 * What a node read and wrote when it last ran: its path goes through the subgraphs (`write:draft`). `before`: a checkpoint
 * of the thread. Throws `AppError` (`not-found`) if it did not run as far back as is read.
 */
export async function readNode(call: Call, thread: ThreadRef, node: string, before: string | null) {
  const path = node.split(':');
  let checkpointNs: string | undefined;
  let found = await findTask(call, thread, path[0] ?? '', before, checkpointNs);
  for (const name of path.slice(1)) {
    checkpointNs = found.task.checkpointNs;
    if (checkpointNs === undefined)
      throw new AppError('not-found', `${found.task.name} ran no subgraph with states of its own.`);
    // Sequential on purpose: each level names the next one.
    found = await findTask(call, thread, name, null, checkpointNs);
  }
  const { checkpointId } = found.checkpoint;
  const level = checkpointNs === undefined ? {} : { checkpointNs };
  const [state, detail] = await Promise.all([
    call('threads.state', { ...thread, checkpointId, ...level }),
    call('threads.task', { ...thread, checkpointId, taskId: found.task.id, ...level }),
  ]);
  return {
    node,
    checkpointId,
    taskId: found.task.id,
    step: found.checkpoint.step,
    createdAt: found.checkpoint.createdAt,
    // A task that a Send started got an input of its own, which no server stores.
    input: found.task.sent ? null : new RawJson(state.valuesText),
    output: detail.resultText === null ? null : new RawJson(detail.resultText),
    error: detail.errorText,
    interrupts: detail.interrupts.map(({ id, valueText }) => ({ id, value: new RawJson(valueText) })),
  };
}

/** The newest checkpoint with a task of this name. */
async function findTask(
  call: Call,
  thread: ThreadRef,
  name: string,
  start: string | null,
  checkpointNs: string | undefined,
): Promise<{ readonly checkpoint: CheckpointSummary; readonly task: CheckpointTask }> {
  let before = start;
  let read = 0;
  do {
    // Sequential on purpose: each page names the next one.
    const page = await call('threads.history', {
      ...thread,
      before,
      limit: pageSize,
      ...(checkpointNs === undefined ? {} : { checkpointNs }),
    });
    for (const checkpoint of page.checkpoints) {
      const task = checkpoint.tasks?.find((one) => one.name === name);
      if (task) return { checkpoint, task };
    }
    read += page.checkpoints.length;
    before = page.before;
  } while (before !== null && read < mostCheckpoints);
  throw new AppError('not-found', `No node "${name}" ran in the last ${read} checkpoints.`);
}
