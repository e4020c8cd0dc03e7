import type { PinWrite } from '../../shared/model/pin.ts';
import { queryKeys } from './query-keys.ts';
import { useCallQuery } from './use-call.ts';

const none: readonly PinWrite[] = [];

/** Where this studio wrote pinned outputs on a thread; none until it is known. Asks the host only, not the server. */
export function usePinWrites(connectionId: string, threadId: string | null): readonly PinWrite[] {
  const thread = { connectionId, threadId: threadId ?? '' };
  const queryKey = queryKeys.pinWrites(connectionId, thread.threadId);
  return useCallQuery(queryKey, 'runs.pinWrites', thread, { enabled: threadId !== null }).data ?? none;
}
