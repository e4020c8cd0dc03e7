import { History } from 'lucide-react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Loading } from '../ui/Loading.tsx';
import { PaneHeader } from '../ui/Toolbar.tsx';
import { HistoryList } from './HistoryList.tsx';
import { forkCount, layLanes } from './lanes.ts';
import styles from './history.module.css';
import { useHistory } from './queries.ts';

export interface HistoryPaneProps {
  readonly connectionId: string;
  readonly threadId: string;
  /** The picked checkpoint; `null` follows the newest. */
  readonly selectedId: string | null;
  readonly onSelect: (checkpointId: string | null) => void;
}

/** The thread's checkpoints, newest first, with forks as lanes. Picking one shows its state everywhere. */
export function HistoryPane({ connectionId, threadId, selectedId, onSelect }: HistoryPaneProps) {
  const history = useHistory(connectionId, threadId);
  const checkpoints = history.data;
  const rows = checkpoints ? layLanes(checkpoints) : [];
  return (
    <section className={styles.pane} aria-label="History">
      <PaneHeader title="History" note={note(rows.length, forkCount(rows), history.hasNextPage)} />
      {checkpoints && checkpoints.length > 0 ? (
        <HistoryList
          checkpoints={checkpoints}
          rows={rows}
          selectedId={selectedId}
          onSelect={onSelect}
          loadingMore={history.isFetchingNextPage}
          moreError={history.isFetchNextPageError ? history.error : null}
          onMore={history.hasNextPage ? () => void history.fetchNextPage() : null}
        />
      ) : history.isPending ? (
        <Loading>Reading the history…</Loading>
      ) : history.isError ? (
        <div className={styles.note}>
          <ErrorNote error={history.error} onRetry={() => void history.refetch()} />
        </div>
      ) : (
        <EmptyState
          compact
          icon={<History size={20} />}
          title="No checkpoints yet"
          sentence="Each step of a run leaves one here."
        />
      )}
    </section>
  );
}

function note(checkpoints: number, forks: number, more: boolean): string | undefined {
  if (checkpoints === 0) return undefined;
  const count = `${checkpoints}${more ? '+' : ''} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'}`;
  return forks === 0 ? count : `${count} · ${forks} ${forks === 1 ? 'fork' : 'forks'}`;
}
