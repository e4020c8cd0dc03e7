import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import { isActive } from '../../shared/model/is-active.ts';
import { pollInterval } from '../queries/poll-interval.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// How often the runs of a side that goes on are listed, in milliseconds.
const pollMs = 2_000;

// Calls `onEnd` once the runs of a side have ended that went on when it was read. Only their list is read until then,
// because a comparison may be megabytes. If the server still calls the side busy, it is not read again.
export function useEndOfRuns(
  side: CompareSide,
  { status }: Pick<SideFacts, 'status'>,
  onEnd: () => void,
): void {
  const rpc = useRpc();
  const { connectionId } = side;
  const threadId = side.kind === 'assistant' ? '' : side.threadId;
  const runId = side.kind === 'run' ? side.runId : null;
  const isGoingOn = threadId !== '' && (status === 'pending' || status === 'running' || status === 'busy');
  const { data: runs } = useQuery({
    queryKey: queryKeys.runs(connectionId, threadId),
    queryFn: ({ signal }) => rpc.call('runs.list', { connectionId, threadId }, signal),
    enabled: isGoingOn,
    refetchInterval: ({ state }) => pollInterval(pollMs, state),
  });
  // Whether there may be news since the side was read: its run may have ended just then.
  const mayHaveNews = useRef(true);
  const report = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isGoingOn || runs === undefined) return;
    const isOver = !runs.some((run) => (runId ?? run.runId) === run.runId && isActive(run.status));
    if (isOver && mayHaveNews.current) report();
    mayHaveNews.current = !isOver;
  }, [isGoingOn, runId, runs]);
}
