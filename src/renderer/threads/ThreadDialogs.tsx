import type { Thread } from '../../shared/model/thread.ts';
import { useDeleteThreads, usePruneThreads } from './mutations.ts';
import { BulkActionDialog, type BulkActionItem } from '../shared-ui/BulkActionDialog.tsx';
import type { BulkActionResult } from '../shared-ui/run-in-batches.ts';
import type { ThreadActionResult } from '../../shared/model/thread-listing.ts';
import { threadTitle } from './thread-labels.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { EditThreadDialog } from './EditThreadDialog.tsx';
import { NewThreadDialog } from './NewThreadDialog.tsx';
import type { ThreadAction } from './thread-action.ts';

interface DeleteThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

export function DeleteThreadsDialog(props: DeleteThreadsDialogProps) {
  const { connectionId, serverName, threads, onClose, onDeleted } = props;
  const remove = useDeleteThreads(connectionId);
  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={threads.map(itemOf)}
      act={async (threadIds) => (await remove.mutateAsync(threadIds)).map(toResult)}
      onDone={onDeleted}
      onClose={onClose}
      labels={{
        verb: 'Delete',
        busy: 'Deleting',
        failed: 'was not deleted',
        unknown: 'may have been deleted',
        nouns: ['thread', 'threads'],
      }}
      renderDescription={(count) => (
        <>
          Deletes the {count === 1 ? 'thread' : 'threads'} on <strong>{serverName}</strong>, with all runs and
          checkpoints. This cannot be undone. An active run is cancelled first.
        </>
      )}
    />
  );
}

interface PruneThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
}

// Deletes all checkpoints but the latest, where the server supports it.
export function PruneThreadsDialog({ connectionId, serverName, threads, onClose }: PruneThreadsDialogProps) {
  const prune = usePruneThreads(connectionId);
  return (
    <BulkActionDialog
      connectionId={connectionId}
      items={threads.map(itemOf)}
      act={async (threadIds) => (await prune.mutateAsync(threadIds)).map(toResult)}
      onDone={(threadIds) => {
        if (threadIds.length === 0) return;
        const what = threadIds.length === 1 ? 'the thread' : `${threadIds.length} threads`;
        showToast(`Pruned ${what}. The latest state is kept.`, 'ok');
      }}
      onClose={onClose}
      labels={{
        verb: 'Prune',
        busy: 'Pruning',
        failed: 'was not pruned',
        unknown: 'may have been pruned',
        nouns: ['thread', 'threads'],
      }}
      renderDescription={(count) => (
        <>
          Deletes the {count === 1 ? 'history of the thread' : 'histories of the threads'} on{' '}
          <strong>{serverName}</strong> and keeps the latest state. This cannot be undone: earlier checkpoints
          can no longer be viewed, edited or run from.
        </>
      )}
    />
  );
}

function itemOf(thread: Thread): BulkActionItem {
  return { id: thread.threadId, name: threadTitle(thread), tooltip: thread.threadId };
}

function toResult({ threadId, problem }: ThreadActionResult): BulkActionResult {
  return { id: threadId, problem };
}

export interface ThreadDialogsProps {
  readonly act: ThreadAction | null;
  readonly connectionId: string;
  readonly serverName: string;
  readonly graphIds: readonly string[];
  readonly graphId: string | null;
  readonly onClose: () => void;
  readonly onMade: (thread: Thread) => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

export function ThreadDialogs(props: ThreadDialogsProps) {
  const { act, connectionId, serverName, graphIds, graphId, onClose, onMade, onDeleted } = props;
  const common = { connectionId, serverName, onClose };
  switch (act?.kind) {
    case undefined:
      return null;
    case 'new':
      return <NewThreadDialog {...common} graphIds={graphIds} graphId={graphId} onMade={onMade} />;
    case 'edit':
      return <EditThreadDialog {...common} thread={act.thread} />;
    case 'delete':
      return <DeleteThreadsDialog {...common} threads={act.threads} onDeleted={onDeleted} />;
    case 'prune':
      return <PruneThreadsDialog {...common} threads={act.threads} />;
  }
}
