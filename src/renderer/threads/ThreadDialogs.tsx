import type { Thread } from '../../shared/model/threads/thread.ts';
import { DeleteThreadsDialog } from './DeleteThreadsDialog.tsx';
import { EditThreadDialog } from './dialogs/EditThreadDialog.tsx';
import { NewThreadDialog } from './dialogs/NewThreadDialog.tsx';
import { PruneThreadsDialog } from './PruneThreadsDialog.tsx';
import type { ThreadAction } from './thread-action.ts';

export interface ThreadDialogsProps {
  readonly act: ThreadAction | null;
  readonly connectionId: string;
  /** As people know it; destructive acts say it (row D-9). */
  readonly serverName: string;
  readonly graphIds: readonly string[];
  readonly graphId: string | null;
  readonly onClose: () => void;
  readonly onMade: (thread: Thread) => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

/** The dialog of what is being done to threads, if anything is. */
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
