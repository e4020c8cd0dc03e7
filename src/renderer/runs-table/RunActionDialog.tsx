import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { IndexedRun } from '../../shared/model/run-index.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useOperation } from '../rpc/use-operation.ts';
import {
  BulkActionDialog,
  type BulkActionItem,
  type BulkActionLabels,
} from '../shared-ui/BulkActionDialog.tsx';
import { shortId } from '../ui/display/format.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { actOnRuns, newestFirst, summaryOfResults, type RunActionKind } from './run-actions.ts';
import { isActiveRun, runStatusLabel, runTitle } from './run-labels.ts';

export interface RunActionDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly kind: RunActionKind;
  readonly runs: readonly IndexedRun[];
  /** Runs with which it is done; those may have been changed already by somebody else. */
  readonly onDone: (runIds: readonly string[]) => void;
  readonly onClose: () => void;
}

const nouns = ['run', 'runs'] as const;
const labels: Readonly<Record<RunActionKind, BulkActionLabels>> = {
  cancel: {
    verb: 'Cancel',
    busy: 'Cancelling',
    failed: 'Not cancelled',
    unknown: 'May have been cancelled',
    nouns,
    dismiss: 'Close',
  },
  delete: {
    verb: 'Delete',
    busy: 'Deleting',
    failed: 'Not deleted',
    unknown: 'May have been deleted',
    nouns,
  },
  repeat: {
    verb: 'Start',
    busy: 'Starting',
    failed: 'Not started',
    nouns,
    title: (what) => `Run ${what} again?`,
    confirm: 'Run again',
  },
};

/** Runs that are cancelled or started once more without typing their number. */
const maxUntyped = 20;

export function RunActionDialog(props: RunActionDialogProps) {
  const { connectionId, serverName, kind, runs, onDone, onClose } = props;
  const rpc = useOperation();
  const queryClient = useQueryClient();
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const active = runs.filter(isActiveRun).length;
  /** Runs of this attempt with which it is known to be done. */
  const done = useRef(0);
  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={newestFirst(runs).map(itemOf)}
      labels={labels[kind]}
      danger={kind !== 'repeat'}
      maxUntyped={kind === 'delete' ? 1 : maxUntyped}
      renderDescription={(count) => descriptionOf(kind, serverName, count, active)}
      summaryOf={(results) => summaryOfResults(kind, results)}
      act={async (runIds) => {
        const chosen = runIds.flatMap((runId) => byId.get(runId) ?? []);
        const results = await actOnRuns(rpc, connectionId, kind, chosen);
        done.current += results.filter(
          ({ problem, outcome }) => problem === null && outcome === undefined,
        ).length;
        return results;
      }}
      onDone={(runIds) => {
        void invalidateChanged(queryClient, queryKeys.runIndex(connectionId));
        const count = done.current;
        done.current = 0;
        if (kind === 'repeat' && count > 0)
          showToast(
            count === 1
              ? 'Started on a new thread.'
              : `Started ${count.toLocaleString('en')} runs on new threads.`,
            'ok',
          );
        onDone(runIds);
      }}
      onClose={onClose}
    />
  );
}

function descriptionOf(kind: RunActionKind, serverName: string, count: number, active: number) {
  const server = <strong>{serverName}</strong>;
  const isOne = count === 1;
  switch (kind) {
    case 'cancel':
      return (
        <>
          Cancels the {isOne ? 'run' : 'runs'} on {server}. What {isOne ? 'it wrote' : 'they wrote'} stays. A
          queued run is cancelled before it starts.
        </>
      );
    case 'delete':
      return (
        <>
          Deletes the {isOne ? 'run' : 'runs'} on {server} with {isOne ? 'its' : 'their'} checkpoints:{' '}
          {isOne ? 'its thread goes' : 'their threads go'} back to the state before, or{' '}
          {isOne ? 'becomes' : 'become'} empty. This cannot be undone.
          {active === 0 ? '' : ' Active runs are not deleted: cancel them first.'}
        </>
      );
    case 'repeat':
      return (
        <>
          Starts {isOne ? 'it' : 'each'} on a new thread of {server}, with the same assistant, input, config
          and context. Earlier runs of {isOne ? 'its thread' : 'their threads'} are not repeated.
        </>
      );
  }
}

function itemOf(run: IndexedRun): BulkActionItem {
  const name = runTitle(run);
  return {
    id: run.runId,
    name,
    line: `${name}, ${runStatusLabel(run).word} (${shortId(run.runId)})`,
    tooltip: run.runId,
  };
}
