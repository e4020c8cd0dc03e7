import type { Query } from '@tanstack/react-query';
import type { Run } from '../../../shared/model/run.ts';
import type { Thread } from '../../../shared/model/threads/thread.ts';
import { isPackedState } from '../../queries/state-cache.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import type { RunStateReport } from '../../run-state/evidence.ts';

/** Makes statements about a thread of what a query holds; none of queries about other things. */
export function createQueryReports(connectionId: string, threadId: string) {
  const textOf = (key: readonly unknown[]): string => JSON.stringify(key);
  const runsKey = textOf(queryKeys.runs(connectionId, threadId));
  const recordKey = textOf(queryKeys.threadRecord(connectionId, threadId));
  const headKey = textOf(queryKeys.state(connectionId, threadId, null));
  const listKey = queryKeys.threads(connectionId);

  return ({ queryKey, state: { data } }: Query, askedAt: number): RunStateReport[] => {
    const at = Date.now();
    const key = textOf(queryKey);
    if (key === runsKey) {
      const runs = (data as readonly Run[]).map(({ runId, status }) => ({ runId, status }));
      return [{ by: 'run', runs, askedAt, at }];
    }
    if (key === recordKey) return [{ by: 'thread', status: (data as Thread).status, askedAt, at }];
    if (key === headKey && isPackedState(data)) {
      const { checkpointId, source, next, interrupts } = data.facts;
      const counts = { next: next.length, interrupts: interrupts.length };
      return [{ by: 'checkpoint', checkpointId, source, ...counts, askedAt, at }];
    }
    if (queryKey.length !== listKey.length + 1 || queryKey[2] !== listKey[2]) return [];
    const { pages } = data as { readonly pages: readonly { readonly threads: readonly Thread[] }[] };
    const listed = pages.flatMap(({ threads }) => threads).find((one) => one.threadId === threadId);
    return listed ? [{ by: 'thread', status: listed.status, askedAt, at }] : [];
  };
}
