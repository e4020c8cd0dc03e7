import type { Thread } from '../../shared/model/thread.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { usePruneThreads } from './mutations.ts';
import { threadTitle } from './thread-words.ts';

interface PruneThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
}

/** Throws away all but the newest state of threads, where the server can (row D-9). */
export function PruneThreadsDialog({ connectionId, serverName, threads, onClose }: PruneThreadsDialogProps) {
  const prune = usePruneThreads(connectionId);
  const [only] = threads;
  const what = threads.length === 1 && only ? `“${threadTitle(only)}”` : `${threads.length} threads`;
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onClose}
      title={`Prune ${what}?`}
      body={
        <>
          Throws away the history of {what} on <strong>{serverName}</strong> and keeps the newest state. There
          is no way back.
        </>
      }
      confirmLabel="Keep the newest state only"
      busyLabel="Pruning"
      onConfirm={async () => {
        const { pruned } = await prune.mutateAsync(threads.map(({ threadId }) => threadId));
        showToast(pruned === null ? 'The threads were pruned.' : `Pruned ${pruned} threads.`, 'ok');
      }}
    />
  );
}
