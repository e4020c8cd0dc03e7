import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RecordedCheckpoint, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { refreshThread } from '../../queries/refresh-thread.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';

export interface RecordSyncProps {
  readonly connectionId: string;
  readonly threadId: string;
}

/**
 * Invalidates a thread's data when its newest checkpoint, or that of a subgraph, has changed although no run is active:
 * another client has edited it, and an edit does not change the server's record of the thread.
 */
export function RecordSync({ connectionId, threadId }: RecordSyncProps) {
  const queryClient = useQueryClient();
  const { record } = useThreadRecord(connectionId, threadId);
  const isActive = record?.runs.some(({ status }) => status === 'running') === true;
  const newest = record === null || isActive ? null : newestCheckpoints(record);
  const previousNewest = useRef<string | null>(null);
  useEffect(() => {
    const before = previousNewest.current;
    if (newest === null) return;
    previousNewest.current = newest;
    if (before === null || before === newest) return;
    void refreshThread(queryClient, { connectionId, threadId }, 'record');
  }, [queryClient, connectionId, threadId, newest]);
  return null;
}

/** Identifies the newest checkpoint of the root graph, and the one of all graphs. Older ones may still be read. */
function newestCheckpoints({ headId, checkpoints }: ThreadRecord): string | null {
  if (headId === null) return null;
  let newest: RecordedCheckpoint | null = null;
  for (const checkpoint of checkpoints)
    if (newest === null || (checkpoint.createdAt ?? 0) >= (newest.createdAt ?? 0)) newest = checkpoint;
  return `${headId} ${newest?.namespace ?? ''} ${newest?.checkpointId ?? ''}`;
}
