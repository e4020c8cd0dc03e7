import type { QueryClient } from '@tanstack/react-query';
import { standingOf } from '../../shared/thread-record/project-standing.ts';
import { refreshThread } from '../queries/refresh-thread.ts';
import { threadRecordStore, type ThreadRecordState } from '../queries/thread-record.ts';
import type { Studio } from '../rpc/rpc-context.ts';
import { isRunActive, type Say } from './run-state.ts';

export function reportRecord(
  studio: Studio,
  queries: QueryClient,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  say: Say,
): () => void {
  const store = threadRecordStore(studio, threadRef.connectionId, threadRef.threadId);
  let refreshedFor = 0;
  const report = ({ record, error }: ThreadRecordState): void => {
    if (record === null && error === null) return;
    // A record that is no longer updated reports no end.
    const standing = record === null || error !== null ? null : standingOf(record);
    const { phase, endedAt, evidence } = say({ by: 'record', standing, at: Date.now() });
    // Another client's run has ended, so that its newest state is to be read.
    const isOutdated = evidence.head !== null && evidence.head.askedAt < endedAt;
    if (isRunActive(phase) || !isOutdated || refreshedFor === endedAt) return;
    refreshedFor = endedAt;
    void refreshThread(queries, threadRef, 'record');
  };
  report(store.getState());
  return store.subscribe(report);
}
