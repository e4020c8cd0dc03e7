import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import type { Thread } from '../../shared/model/thread.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Loading } from '../ui/Loading.tsx';
import { OptionList } from '../ui/OptionList.tsx';
import { PaneHeader } from '../ui/Toolbar.tsx';
import { useCreateThread } from './mutations.ts';
import { threadsPerPage, useThreads } from './queries.ts';
import { ThreadRow } from './ThreadRow.tsx';
import { matchesFilter } from './thread-words.ts';
import styles from './ThreadList.module.css';

export interface ThreadListProps {
  readonly connectionId: string | null;
  /** The graph that a new thread is for; `null` while no assistant is chosen. */
  readonly graphId: string | null;
  readonly selectedId: string | null;
  readonly onSelect: (thread: Thread) => void;
}

const mostThreads = 1000;

/** The server's threads, newest first, kept fresh while they are in sight. */
export function ThreadList({ connectionId, graphId, selectedId, onSelect }: ThreadListProps) {
  const [limit, setLimit] = useState(threadsPerPage);
  const [filter, setFilter] = useState('');
  const threads = useThreads(connectionId, limit);
  const create = useCreateThread(connectionId);
  const startThread = (): void => {
    if (graphId !== null) create.mutate(graphId, { onSuccess: onSelect });
  };

  const { data } = threads;
  const shown = data?.filter((thread) => matchesFilter(thread, filter)) ?? [];
  const mayHaveMore = data !== undefined && data.length >= limit && limit < mostThreads;
  return (
    <section className={styles.pane} aria-label="Threads">
      <PaneHeader
        title="Threads"
        note={data && `${data.length}${mayHaveMore ? '+' : ''}`}
        actions={
          <Button
            size="small"
            icon={<Plus size={13} aria-hidden />}
            disabled={connectionId === null || graphId === null}
            busy={create.isPending ? 'Making' : null}
            onClick={startThread}
          >
            New
          </Button>
        }
      />
      {data && data.length > 0 ? (
        <label className={styles.filter}>
          <Search size={13} aria-hidden />
          <span className="visually-hidden">Filter threads</span>
          <input
            type="search"
            value={filter}
            placeholder="Name, id, graph or status"
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
      ) : null}
      <div className={styles.scroll}>
        {create.error ? <Inset error={create.error} onRetry={startThread} /> : null}
        {threads.error && data ? (
          <Inset error={threads.error} onRetry={() => void threads.refetch()} />
        ) : null}
        {connectionId === null ? (
          <EmptyState compact title="No server" sentence="Choose a server to see its threads." />
        ) : data === undefined ? (
          threads.error ? (
            <Inset error={threads.error} onRetry={() => void threads.refetch()} />
          ) : (
            <Loading>Loading threads</Loading>
          )
        ) : data.length === 0 ? (
          <EmptyState
            compact
            title="No threads yet"
            sentence="Start a run, or make an empty thread with New."
          />
        ) : shown.length === 0 ? (
          <EmptyState
            compact
            title="Nothing matches"
            sentence={`None of the ${data.length} threads has all of these words.`}
            action={
              <Button size="small" onClick={() => setFilter('')}>
                Clear the filter
              </Button>
            }
          />
        ) : (
          <OptionList
            label="Threads"
            items={shown}
            keyOf={(thread) => thread.threadId}
            selectedKey={selectedId}
            onSelect={onSelect}
            render={(thread) => <ThreadRow thread={thread} showGraph={thread.graphId !== graphId} />}
          />
        )}
        {mayHaveMore && filter === '' ? (
          <div className={styles.more}>
            <Button size="small" onClick={() => setLimit(Math.min(limit + threadsPerPage, mostThreads))}>
              Show more
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Inset({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div className={styles.inset}>
      <ErrorNote error={error} onRetry={onRetry} />
    </div>
  );
}
