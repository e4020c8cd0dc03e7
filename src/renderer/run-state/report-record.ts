import type { QueryClient } from '@tanstack/react-query';
import { summarizeThread } from '../../shared/thread-record/summarize-thread.ts';
import { refreshThread } from '../queries/refresh-thread.ts';
import { threadRecordStore, type ThreadRecordState } from '../queries/thread-record.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { isRunActive, type RunStateDispatch } from './run-state.ts';

export function reportRecord(
  rpc: StudioRpc,
  queryClient: QueryClient,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  dispatch: RunStateDispatch,
): () => void {
  const store = threadRecordStore(rpc, threadRef.connectionId, threadRef.threadId);
  let refreshedFor = 0;
  const report = ({ record, error }: ThreadRecordState): void => {
    if (record === null && error === null) return;
    // A record that is no longer updated reports no end.
    const summary = record === null || error !== null ? null : summarizeThread(record);
    const { phase, endedAt, reports } = dispatch({ by: 'record', summary, at: Date.now() });
    // Another client's run has ended, so that its newest state is to be read.
    const isOutdated = reports.head !== null && reports.head.askedAt < endedAt;
    if (isRunActive(phase) || !isOutdated || refreshedFor === endedAt) return;
    refreshedFor = endedAt;
    void refreshThread(queryClient, threadRef, 'record');
  };
  report(store.getState());
  return store.subscribe(report);
}
