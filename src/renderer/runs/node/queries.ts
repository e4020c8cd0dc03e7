import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../queries/query-keys.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import type { NodeExecution } from './model/node-execution.ts';

/** What the checkpoint before an execution stores of it. Servers send the whole state with it, so it is read only if needed. */
export function useTaskDetail(
  connectionId: string,
  threadId: string | null,
  { before, taskId }: NodeExecution,
  isNeeded: boolean,
) {
  const studio = useStudio();
  const checkpointId = before.known ? before.value.checkpoint.checkpointId : '';
  const checkpointNs = before.known ? before.value.namespace : '';
  return useQuery({
    queryKey: [
      ...queryKeys.history(connectionId, threadId ?? ''),
      'task',
      checkpointNs,
      checkpointId,
      taskId ?? '',
    ],
    queryFn: ({ signal }) =>
      studio.call(
        'threads.task',
        {
          connectionId,
          threadId: threadId ?? '',
          checkpointId,
          taskId: taskId ?? '',
          ...(checkpointNs === '' ? {} : { checkpointNs }),
        },
        signal,
      ),
    enabled: isNeeded && before.known && threadId !== null && taskId !== null,
  });
}
