import { Ellipsis, Plus, Search } from 'lucide-react';
import { useUnavailable } from '../rpc/server-features.ts';
import type { ThreadListing } from '../../shared/model/thread-listing.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { useResetOnReconnect } from '../shared-ui/use-on-reconnect.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { PaneHeader } from '../ui/controls/Toolbar.tsx';
import { useCreateThread } from './mutations.ts';
import type { ThreadAction } from './thread-action.ts';
import { ThreadFilters } from './ThreadFilters.tsx';
import styles from './threads.module.css';

interface ThreadListHeaderProps {
  readonly connectionId: string | null;
  readonly graphId: string | null;
  readonly graphIds: readonly string[];
  readonly count: number | null;
  readonly hasMore: boolean;
  readonly searchText: string;
  readonly onSearchText: (query: string) => void;
  readonly listing: ThreadListing;
  readonly onListing: (listing: ThreadListing) => void;
  readonly onMade: (thread: Thread) => void;
  readonly onAct: (act: ThreadAction) => void;
}

export function ThreadListHeader(props: ThreadListHeaderProps) {
  const { connectionId, graphId, graphIds, count, hasMore, searchText, onSearchText, listing, onListing } =
    props;
  const readOnly = useUnavailable(connectionId, 'threads.create');
  const create = useCreateThread(connectionId);
  useResetOnReconnect(connectionId, create);
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
              disabled={connectionId === null || graphId === null || readOnly !== null}
              title={readOnly ?? undefined}
              busy={create.isPending ? 'Creating' : null}
              onClick={startThread}
            >
              New
            </Button>
            <IconButton
              size="small"
              label={readOnly ?? 'Create a thread with an ID, a name or metadata'}
              icon={<Ellipsis size={14} aria-hidden />}
              disabled={connectionId === null || graphIds.length === 0 || readOnly !== null}
              onClick={() => props.onAct({ kind: 'new' })}
            />
          </>
        }
      />
      {connectionId === null ? null : (
        <div className={styles.filter}>
          <label className={styles.content}>
            <Search size={13} aria-hidden />
            <span className="visually-hidden">Search threads</span>
            <input
              type="search"
              value={searchText}
              placeholder="Search name, ID, metadata"
              onChange={(event) => onSearchText(event.target.value)}
            />
          </label>
          <ThreadFilters listing={listing} onChange={onListing} graphIds={graphIds} />
        </div>
      )}
      {create.error ? (
        <div className={styles.inset}>
          <ErrorNotice action="Could not create the thread" error={create.error} onRetry={startThread} />
        </div>
      ) : null}
    </>
  );
}
