import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refreshThread } from '../../queries/refresh-thread.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';

export interface RecordSyncProps {
  readonly connectionId: string;
  readonly threadId: string;
}

/**
 * Invalidates a thread's data when its newest checkpoint is another one although no run is active: another client has edited
 * it, which leaves the server's entry of the thread as it was.
 */
export function RecordSync({ connectionId, threadId }: RecordSyncProps) {
  const queryClient = useQueryClient();
  const { record } = useThreadRecord(connectionId, threadId);
  const isActive = record?.runs.some(({ status }) => status === 'running') === true;
  const headId = isActive ? null : (record?.headId ?? null);
  const seenId = useRef<string | null>(null);
  useEffect(() => {
    const before = seenId.current;
    if (headId === null) return;
    seenId.current = headId;
    if (before === null || before === headId) return;
    void refreshThread(queryClient, { connectionId, threadId }, 'record');
  }, [queryClient, connectionId, threadId, headId]);
  return null;
}
