import { elementTexts } from 'exact-json';
import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { readInterrupts } from '../../shared/read-interrupts.ts';
import { AppError } from '../../shared/app-error.ts';
import type { TaskDetail } from '../../shared/model/task-detail.ts';
import { throwUnsupported } from './throw-unsupported.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { readRawMembers, type RawMembers } from '../common/raw-members.ts';

// A task of a checkpoint. `checkpointNs`: the namespace of its subgraph; empty for the root graph.
interface TaskRef {
  readonly checkpointId: string;
  readonly checkpointNs: string;
  readonly taskId: string;
}

/**
 * Reads what a checkpoint stores of one task: its writes, error and interrupts. Reads no subgraphs, because
 * only the task itself is needed. Throws an `AppError` (`not-found`) if the checkpoint lists no such task.
 */
export async function readTask(
  client: GraphClient,
  threadId: string,
  { checkpointId, checkpointNs, taskId }: TaskRef,
  signal: AbortSignal,
): Promise<TaskDetail> {
  const options = { signal, purpose: 'threads.task' };
  const wire = await client.threads
    .getState(threadId, { checkpointId, checkpointNs, subgraphs: false }, options)
    .catch((error: unknown) =>
      throwUnsupported(
        client,
        error,
        {
          threadId,
          what: 'the state of a thread',
          readNewest: () => client.threads.getState(threadId, null, options),
        },
        signal,
      ),
    );
  const tasks = elementTexts(readRawMembers(rawTextOf(wire)).text('tasks') ?? '').map(readRawMembers);
  const task = tasks.find((one) => one.value('id') === taskId);
  if (task === undefined) {
    throw new AppError('not-found', 'The checkpoint has no such task.', {
      hint: 'It may have been deleted together with its run. Refresh the history.',
      details: { threadId, checkpointId, taskId },
    });
  }
  return toTaskDetail(taskId, task);
}

function toTaskDetail(taskId: string, task: RawMembers): TaskDetail {
  const error = task.value('error');
  return {
    taskId,
    name: nonEmptyStringOrNull(task.value('name')) ?? '?',
    resultText: task.text('result'),
    errorText:
      error === null || error === undefined ? null : typeof error === 'string' ? error : task.text('error'),
    interrupts: readInterrupts(task.text('interrupts')).map(({ id, valueText }) => ({ id, valueText })),
    pathText: task.text('path'),
  };
}
