import type { Execution, RecordedInterrupt } from '../../../shared/model/thread-record.ts';
import type { ExecutionDraft } from './execution-drafts.ts';
import type { RecordEvidence } from './evidence.ts';

// Tasks that wait although no checkpoint lists them: a command has gone to their node beside the tasks of the superstep
// (docs/protocol.md, Partial answers).
export function unlistedTasks(
  { head, levels }: RecordEvidence,
  drafts: readonly ExecutionDraft[],
): { readonly executions: Execution[]; readonly questions: RecordedInterrupt[] } {
  const newest = levels.find(({ namespace }) => namespace === '')?.rows[0];
  if (head === null || newest === undefined || head.checkpointId !== newest.checkpointId)
    return { executions: [], questions: [] };
  const listedIds = new Set(drafts.map(({ task }) => task.id));
  const ids = new Set(drafts.map(({ executionId }) => executionId));
  const isInside = (nodeId: string): boolean => nodeId.includes(':');
  const tasks = head.tasks.filter(
    ({ id, nodeId, waiting }) =>
      waiting && id !== '' && !listedIds.has(id) && !ids.has(id) && !isInside(nodeId),
  );
  const taskIds = new Set(tasks.map(({ id }) => id));
  return {
    executions: tasks.map(({ id, nodeId, error }) => ({
      executionId: id,
      nodeId,
      name: nodeId,
      taskId: id,
      namespace: '',
      parentId: null,
      innerNamespace: null,
      before: head.checkpointId,
      made: null,
      step: newest.step === null ? null : newest.step + 1,
      status: 'interrupted',
      spans: [],
      error,
      abortedBy: null,
      tokens: null,
      models: [],
      from: [],
      isSent: false,
      hasResult: false,
    })),
    questions: head.interrupts.flatMap(({ taskId, index, id, perhapsAnswered }) =>
      taskIds.has(taskId)
        ? [
            {
              executionId: taskId,
              index,
              interruptId: id,
              status: perhapsAnswered === true ? ('unknown' as const) : ('waiting' as const),
            },
          ]
        : [],
    ),
  };
}
