import { useMemo } from 'react';
import type { CheckpointSummary, HistoryPage, ThreadState } from '../../shared/model/threads/thread.ts';
import { loadedPages } from './cached-history.ts';
import { useCachedQuery } from './cached-query.ts';
import { queryKeys } from './query-keys.ts';
import { useThreadState } from './thread-state-query.ts';

/** Who wrote a checkpoint, as far as it is known. */
export interface CheckpointWriters {
  /** The nodes whose results it holds; empty for an input or an edit, and while unknown. */
  readonly writers: readonly string[];
  /** The step that applied an input. */
  readonly isStart: boolean;
}

/**
 * Infers the writers of a checkpoint whose parent is on the next page: the nodes that the parent was about to
 * run.
 */
export function inferWriters(checkpoints: readonly CheckpointSummary[]): readonly CheckpointSummary[] {
  const byId = new Map(checkpoints.map((one) => [one.checkpointId, one]));
  return checkpoints.map((one) => {
    if (one.source !== 'loop' || one.writers.length > 0 || one.parentId === null) return one;
    const parent = byId.get(one.parentId);
    if (parent?.source === 'input') return { ...one, start: true };
    const next = parent?.next.filter((name) => name !== '__start__') ?? [];
    return next.length === 0 ? one : { ...one, writers: [...new Set(next)] };
  });
}

/**
 * Who wrote a state, by the thread's history, which is loaded beside it. Only where the history has been
 * loaded without this checkpoint, and in subgraphs, the whole state before it is read instead.
 */
export function useCheckpointWriters(
  connectionId: string,
  state: ThreadState,
  checkpointNs: string,
): CheckpointWriters {
  const { threadId, checkpointId, parentId, source, step } = state;
  const { summary, isLoaded } = useListedCheckpoint(connectionId, threadId, checkpointId);
  const listed = checkpointNs === '' ? summary : null;
  const isNeeded = source === 'loop' && parentId !== null && listed === null;
  const parent = useThreadState(
    { connectionId, threadId, checkpointId: parentId, checkpointNs },
    isNeeded && (checkpointNs !== '' || isLoaded),
  ).data;
  if (listed) return { writers: listed.writers, isStart: listed.start === true || step === 0 };
  const names = parent?.tasks.map(({ nodeId }) => nodeId.split(':', 1)[0] ?? nodeId) ?? [];
  return {
    writers: isNeeded ? [...new Set(names)].filter((nodeId) => nodeId !== '__start__') : [],
    isStart: step === 0 || (isNeeded && parent?.source === 'input'),
  };
}

/** A checkpoint in the loaded pages of the history; `null` if it is not there. Loads nothing itself. */
function useListedCheckpoint(connectionId: string, threadId: string, checkpointId: string | null) {
  const historyKey = queryKeys.history(connectionId, threadId);
  const pages = useCachedQuery(historyKey, loadedPages)?.pages;
  const isIdle = useCachedQuery(
    historyKey,
    (state) => state !== undefined && state.status !== 'pending' && state.fetchStatus === 'idle',
  );
  const summary = useMemo(() => findCheckpoint(pages ?? [], checkpointId), [pages, checkpointId]);
  return { summary, isLoaded: summary === null && isIdle };
}

/** `null` also if its page ended before its parent, which is not loaded: then the page does not tell who wrote it. */
function findCheckpoint(
  pages: readonly HistoryPage[],
  checkpointId: string | null,
): CheckpointSummary | null {
  const all = pages.flatMap(({ checkpoints }) => checkpoints);
  const own = all.find((one) => one.checkpointId === checkpointId);
  if (own === undefined) return null;
  const parent = all.find((one) => one.checkpointId === own.parentId);
  const [inferred = own] = inferWriters(parent === undefined ? [own] : [own, parent]);
  const isTold = inferred.source !== 'loop' || inferred.writers.length > 0 || inferred.start === true;
  return isTold || parent !== undefined ? inferred : null;
}
