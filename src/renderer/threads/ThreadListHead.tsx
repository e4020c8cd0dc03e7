import { Ellipsis, Plus, Search } from 'lucide-react';
import type { ThreadListing } from '../../shared/model/thread-query.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { useResetOnServerReturn } from '../client/server-returns.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PaneHeader } from '../ui/Toolbar.tsx';
import { useCreateThread } from './mutations.ts';
import type { ThreadAct } from './thread-act.ts';
import { ThreadFilters } from './ThreadFilters.tsx';
import styles from './ThreadList.module.css';

interface ThreadListHeadProps {
  readonly connectionId: string | null;
  readonly graphId: string | null;
  readonly graphIds: readonly string[];
  /** How many threads were read; `null` before any were. */
  readonly count: number | null;
  readonly hasMore: boolean;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly listing: ThreadListing;
  readonly onListing: (listing: ThreadListing) => void;
  readonly onMade: (thread: Thread) => void;
  readonly onAct: (act: ThreadAct) => void;
}

/** The title, a new thread, and what the list shows. */
export function ThreadListHead(props: ThreadListHeadProps) {
  const { connectionId, graphId, graphIds, count, hasMore, words, onWords, listing, onListing } = props;
  const create = useCreateThread(connectionId);
  useResetOnServerReturn(connectionId, create);
  const startThread = (): void => {
    if (graphId !== null) create.mutate({ graphId, name: null }, { onSuccess: props.onMade });
  };
  return (
    <>
      <PaneHeader
        title="Threads"
        note={count !== null && `${count}${hasMore ? '+' : ''}`}
        actions={
          <>
            <Button
              size="small"
              icon={<Plus size={13} aria-hidden />}
              disabled={connectionId === null || graphId === null}
              busy={create.isPending ? 'Making' : null}
              onClick={startThread}
            >
              New
            </Button>
            <IconButton
              size="small"
              label="Make a thread with an id, a name or metadata"
              icon={<Ellipsis size={14} aria-hidden />}
              disabled={connectionId === null || graphIds.length === 0}
              onClick={() => props.onAct({ kind: 'new' })}
            />
          </>
        }
      />
      {connectionId === null || count === null ? null : (
        <div className={styles.filter}>
          <label className={styles.words}>
            <Search size={13} aria-hidden />
            <span className="visually-hidden">Filter threads</span>
            <input
              type="search"
              value={words}
              placeholder="Name, id, tag or status"
              onChange={(event) => onWords(event.target.value)}
            />
          </label>
          <ThreadFilters listing={listing} onChange={onListing} graphIds={graphIds} />
        </div>
      )}
      {create.error ? (
        <div className={styles.inset}>
          <ErrorNote action="Could not create the thread" error={create.error} onRetry={startThread} />
        </div>
      ) : null}
    </>
  );
}
