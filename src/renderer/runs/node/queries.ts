import { useQuery } from '@tanstack/react-query';
import type { Execution } from '../../../shared/model/thread-record.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useRpc } from '../../rpc/rpc-context.ts';

// What the checkpoint before an execution stores of it. Servers send the whole state with it, so it is read only if needed.
export function useTaskDetail(
  connectionId: string,
  threadId: string | null,
  { before, namespace, taskId }: Execution,
  isNeeded: boolean,
) {
  const rpc = useRpc();
  const checkpointId = before ?? '';
  return useQuery({
    queryKey: [...queryKeys.history(connectionId, threadId ?? ''), 'task', namespace, checkpointId, taskId],
    queryFn: ({ signal }) =>
      rpc.call(
        'threads.task',
        {
          connectionId,
          threadId: threadId ?? '',
          checkpointId,
          taskId,
          ...(namespace === '' ? {} : { checkpointNs: namespace }),
        },
        signal,
      ),
    enabled: isNeeded && before !== null && threadId !== null && taskId !== '',
  });
}
