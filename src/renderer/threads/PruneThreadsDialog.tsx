import type { Thread } from '../../shared/model/threads/thread.ts';
import { showToast } from '../ui/feedback/toast-store.ts';
import { usePruneThreads } from './mutations.ts';
import { BulkActionDialog } from './dialogs/BulkActionDialog.tsx';

interface PruneThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
}

/** Throws away all but the newest state of threads, where the server can. */
export function PruneThreadsDialog({ connectionId, serverName, threads, onClose }: PruneThreadsDialogProps) {
  const prune = usePruneThreads(connectionId);
  return (
    <BulkActionDialog
      serverName={serverName}
      threads={threads}
      act={prune.mutateAsync}
      onDone={(threadIds) => {
        if (threadIds.length === 0) return;
        const what = threadIds.length === 1 ? 'the thread' : `${threadIds.length} threads`;
        showToast(`Pruned ${what}: the newest state is kept.`, 'ok');
      }}
      onClose={onClose}
      labels={{
        verb: 'Prune',
        busy: 'Pruning',
        failed: 'was not pruned',
        does: ['Throws away the history of the thread', 'Throws away the histories of the threads'],
        means:
          ' and keeps the newest state. There is no way back: nobody can go back to, edit or run from what came before.',
      }}
    />
  );
}
