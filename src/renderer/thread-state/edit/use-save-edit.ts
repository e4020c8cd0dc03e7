import { useCallback, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../shared/app-error.ts';
import type { StateUpdateResult, ThreadState } from '../../../shared/model/thread.ts';
import { failedAction } from '../../ui/display/describe-error.ts';
import { shortId } from '../../ui/display/format.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { threeWayMerge, type MergeConflict } from './three-way-merge.ts';
import type { EditBase } from './editor-props.ts';
import { refreshThread } from '../../queries/refresh-thread.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { useReadLatestState } from '../queries.ts';
import type { UpdateEntry } from './build-update.ts';

interface Saving {
  readonly connectionId: string;
  readonly threadId: string;
  readonly base: EditBase;
  readonly changesOn: (valuesText: string) => readonly UpdateEntry[];
  readonly asNode: string | null;
  readonly onWritten: (result: StateUpdateResult, thenRun: boolean) => Promise<void>;
}

interface Conflict {
  readonly newest: ThreadState;
  readonly ways: readonly MergeConflict[];
  readonly thenRun: boolean;
}

// Saves an edit and asks how to proceed if the thread has changed. Errors stay until dismissed.
export function useSaveEdit({ connectionId, threadId, base, changesOn, asNode, onWritten }: Saving) {
  const save = useUpdateState(connectionId, threadId);
  const readNewest = useReadLatestState(connectionId, threadId);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useResetOnReconnect(connectionId, { error: problem, reset: () => setProblem(null) });
  const isMounted = useIsMounted();
  const report = (error: unknown): void => {
    setProblem(error);
    // Another thread was opened while the edit was being saved. The edit is still there as a draft.
    if (!isMounted())
      showToast(failedAction(`Could not save the edit of thread ${shortId(threadId)}`, error), 'fail');
  };
  const checkpointNs = base.subgraph?.checkpointNs ?? '';

  // On top of a state that must still be the newest, or (`null`) as a fork of the base.
  const write = async (
    onto: { readonly checkpointId: string | null; readonly valuesText: string } | null,
    thenRun: boolean,
  ): Promise<void> => {
    setConflict(null);
    setProblem(null);
    try {
      const checkpointId = onto ? onto.checkpointId : base.checkpointId;
      const expectedHeadId = onto ? checkpointId : null;
      const changes = changesOn((onto ?? base).valuesText);
      const result = await save.mutateAsync({ checkpointId, checkpointNs, expectedHeadId, asNode, changes });
      await onWritten(result, thenRun);
    } catch (error) {
      if (hasMoved(error) && isMounted()) await compare(thenRun);
      else report(error);
    }
  };
  const compare = async (thenRun: boolean): Promise<void> => {
    try {
      const newest = await readNewest(checkpointNs);
      setConflict({
        newest,
        thenRun,
        ways: threeWayMerge(base.valuesText, newest.valuesText, changesOn(newest.valuesText)),
      });
    } catch (error) {
      report(error);
    }
  };
  // Saves on top of the state the finished run left, unless it changed the same values.
  const writeWhenIdle = async (): Promise<void> => {
    if (!base.isHead) return write(null, false);
    setProblem(null);
    try {
      const newest = await readNewest(checkpointNs);
      const merged = threeWayMerge(base.valuesText, newest.valuesText, changesOn(newest.valuesText));
      if (merged.some(({ isConflict }) => isConflict)) setConflict({ newest, ways: merged, thenRun: false });
      else await write(newest, false);
    } catch (error) {
      report(error);
    }
  };
  return {
    pending: save.isPending,
    problem,
    conflict,
    busy: problem instanceof AppError && problem.code === 'thread-busy',
    save: (thenRun: boolean) => void write(base.isHead ? base : null, thenRun),
    fork: () => void write(null, conflict?.thenRun ?? false),
    applyOnNewest: () => void (conflict && write(conflict.newest, conflict.thenRun)),
    cancel: useCallback(() => setConflict(null), []),
    compare: () => void compare(false),
    writeWhenIdle,
  };
}

// An update to send. `expectedHeadId: null`: fork from here even if the thread has changed.
interface StateUpdateInput {
  readonly checkpointId: string | null;
  readonly checkpointNs?: string;
  readonly expectedHeadId: string | null;
  readonly asNode: string | null;
  readonly changes: readonly UpdateEntry[];
}

function useUpdateState(connectionId: string, threadId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, ...update }: StateUpdateInput) =>
      rpc.call('threads.updateState', {
        connectionId,
        threadId,
        ...update,
        changes: changes.map(({ key, valueText, update: wanted }) => ({
          key,
          valueText,
          ...(wanted ? { expectedText: wanted.targetText } : {}),
        })),
      }),
    onSettled: () => refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}

// Whether the thread changed before anything was written; afterwards no choice is left.
function hasMoved(error: unknown): boolean {
  return error instanceof AppError && error.code === 'thread-moved' && error.details?.['written'] === 'no';
}
