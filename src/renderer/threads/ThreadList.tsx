import { useState } from 'react';
import { useWhyUnavailable } from '../rpc/server-features.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { dispatch } from '../commands/command-queue.ts';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { useResetOnReconnect } from '../shared-ui/use-on-reconnect.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { SelectionMenu } from '../ui/popups/SelectionMenu.tsx';
import { useMultiSelect } from '../ui/lists/use-multi-select.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import type { CloneResult } from '../../shared/model/thread-clone.ts';
import { useCopyThread } from './mutations.ts';
import { useThreadPages } from './queries.ts';
import { useUnreadThreads } from './unread-threads.ts';
import { SelectionBar } from './SelectionBar.tsx';
import type { ThreadAction } from './thread-action.ts';
import { useThreadListing } from './thread-listing.ts';
import { threadTitle } from './thread-labels.ts';
import { useThreadSearch } from './use-thread-search.ts';
import { ThreadDialogs } from './ThreadDialogs.tsx';
import { ThreadListEmpty } from './ThreadListEmpty.tsx';
import { ThreadListHeader } from './ThreadListHeader.tsx';
import { ThreadMenu } from './ThreadMenu.tsx';
import { ThreadRow } from './ThreadRow.tsx';
import { LoadMore } from './LoadMore.tsx';
import styles from './threads.module.css';

export interface ThreadListProps {
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly graphIds: readonly string[];
  // The graph of a new thread; `null` without a selected assistant.
  readonly graphId: string | null;
  readonly selectedId: string | null;
  readonly onSelect: (thread: Thread) => void;
  readonly onOpen: (threadId: string) => void;
  // The selected thread was deleted here.
  readonly onGone: () => void;
}

interface MenuPosition {
  readonly thread: Thread;
  readonly at: { readonly x: number; readonly y: number };
}

const noThreads: readonly Thread[] = [];

// A server without a route for copies has its newest branch written anew, which is not quite the same.
function copiedText(clone: CloneResult | null): string {
  if (clone === null) return 'Copied the thread.';
  const { same, checkpoints } = clone;
  const differing = checkpoints - same;
  const result =
    differing === 0 ? 'all checkpoints are the same' : `${differing} of ${checkpoints} checkpoints differ`;
  return `This server does not copy threads, so the newest branch was recreated: ${result}. Runs are not copied.`;
}

export function ThreadList(props: ThreadListProps) {
  const { connectionId, serverName, graphIds, graphId, selectedId, onSelect, onOpen, onGone } = props;
  const whyUnavailable = useWhyUnavailable();
  const [query, setQuery] = useState('');
  const [act, setAct] = useState<ThreadAction | null>(null);
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const [listing, setListing] = useThreadListing(connectionId);
  const list = useThreadPages(connectionId, listing);
  const copy = useCopyThread(connectionId);
  useResetOnReconnect(connectionId, copy);
  const { threads } = list;
  const refreshError = useRefreshError(connectionId, list.error);
  // To show more is an act of the user, whose failure is said beside it.
  const listError = threads && !list.isFetchNextPageError ? refreshError : list.error;
  const search = useThreadSearch(connectionId, threads ?? noThreads, query, listing.filter);
  const visibleThreads = search.threads;
  const selection = useMultiSelect(visibleThreads.map(({ threadId }) => threadId));
  const chosen = visibleThreads.filter(({ threadId }) => selection.chosen?.has(threadId) === true);
  // The selected threads, or this one while selection is single.
  const chosenOr = (thread: Thread): readonly Thread[] => (chosen.length > 0 ? chosen : [thread]);
  const isNews = useUnreadThreads(connectionId, threads, selectedId);

  const copyThread = (thread: Thread): void =>
    copy.mutate(thread, {
      onSuccess: ({ thread: newThread, clone }) => {
        showToast(copiedText(clone), clone !== null && clone.same < clone.checkpoints ? 'mute' : 'ok');
        onSelect(newThread);
      },
    });
  const menuActions = (serverId: string) => ({
    connectionId: serverId,
    onAct: setAct,
    onCopy: copyThread,
    onRecord: ({ threadId }: Thread): void =>
      void dispatch({ type: 'save-recording', connectionId: serverId, threadId, runId: null }),
    onClone: (thread: Thread): void => {
      const { threadId, graphId: ownGraph } = thread;
      const source = { connectionId: serverId, threadId };
      dispatch({ type: 'clone-thread', source, title: threadTitle(thread), graphId: ownGraph });
    },
    onStorage: (thread: Thread): void => {
      const { threadId } = thread;
      dispatch({ type: 'thread-storage', connectionId: serverId, threadId, title: threadTitle(thread) });
    },
    onSelectMultiple: ({ threadId }: Thread): void => selection.start(threadId),
  });
  const selected = visibleThreads.find(({ threadId }) => threadId === selectedId);
  const onDeleted = (threadIds: readonly string[]): void => {
    selection.stop();
    if (selectedId !== null && threadIds.includes(selectedId)) onGone();
  };

  return (
    <section className={styles.pane} aria-label="Threads">
      <ThreadListHeader
        connectionId={connectionId}
        graphId={graphId}
        graphIds={graphIds}
        count={threads?.length ?? null}
        hasMore={list.hasNextPage}
        searchText={query}
        onSearchText={setQuery}
        listing={listing}
        onListing={setListing}
        onMade={onSelect}
        onAct={setAct}
      />
      {selection.chosen === null ? null : (
        <SelectionBar
          chosen={chosen}
          connectionId={connectionId}
          onAll={selection.all}
          onAct={setAct}
          onStop={selection.stop}
        />
      )}
      <div className={styles.scroll}>
        {copy.error ? (
          <Inset action="Copy failed" error={copy.error} onRetry={copy.reset} retryLabel="Dismiss" />
        ) : null}
        {listError && (threads || visibleThreads.length > 0) ? (
          <Inset
            action={
              list.isFetchNextPageError
                ? 'Could not load more threads'
                : threads
                  ? 'Could not refresh'
                  : 'Could not load threads'
            }
            error={listError}
            onRetry={() => void list.refetch()}
          />
        ) : null}
        {visibleThreads.length === 0 ? (
          <ThreadListEmpty
            connectionId={connectionId}
            count={threads?.length ?? null}
            error={list.error}
            searchError={search.error}
            searchText={query}
            isSearching={search.isSearching}
            listing={listing}
            onRetry={() => void list.refetch()}
            onClearSearch={() => setQuery('')}
            onListing={setListing}
            onOpen={onOpen}
          />
        ) : (
          <Listbox
            label="Threads"
            items={visibleThreads}
            keyOf={(thread) => thread.threadId}
            selectedKey={selectedId}
            selectedKeys={selection.chosen}
            onSelect={(thread, range) =>
              selection.chosen === null ? onSelect(thread) : selection.toggle(thread.threadId, range)
            }
            onMenu={(thread, at) => setMenu({ thread, at })}
            onRowKey={(thread, key) => {
              if (key === 'F2' && whyUnavailable(connectionId, 'threads.update') === null)
                setAct({ kind: 'edit', thread });
              else if (key === 'Delete' && whyUnavailable(connectionId, 'threads.delete') === null)
                setAct({ kind: 'delete', threads: chosenOr(thread) });
              else return false;
              return true;
            }}
            render={(thread) => (
              <ThreadRow
                connectionId={connectionId ?? ''}
                thread={thread}
                openConnectionId={thread.threadId === selectedId ? connectionId : null}
                showGraph={thread.graphId !== graphId}
                isUnread={isNews(thread)}
                isChecked={selection.chosen === null ? null : selection.chosen.has(thread.threadId)}
              />
            )}
          />
        )}
        {search.error ? (
          <Inset action="Could not search the server" error={search.error} onRetry={search.retry} />
        ) : null}
        {query.trim() === '' ? null : (
          <p className={styles.searchNote} role="status">
            {search.isSearching ? 'Searching all threads…' : search.note}
          </p>
        )}
        {list.isFilteredHere ? (
          <p className={styles.searchNote} role="note">
            This server ignores a filter, so the studio filters the threads that it has read.
          </p>
        ) : null}
        {list.hasNextPage && query.trim() === '' ? (
          <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
        ) : null}
      </div>
      {menu === null || connectionId === null ? null : (
        <ThreadMenu
          key={`${menu.at.x} ${menu.at.y}`}
          {...menu}
          {...menuActions(connectionId)}
          onClose={() => setMenu(null)}
        />
      )}
      {connectionId === null || selected === undefined ? null : (
        <SelectionMenu>
          {(place) => <ThreadMenu {...place} thread={selected} {...menuActions(connectionId)} />}
        </SelectionMenu>
      )}
      {connectionId === null ? null : (
        <ThreadDialogs
          act={act}
          connectionId={connectionId}
          serverName={serverName}
          graphIds={graphIds}
          graphId={graphId}
          onClose={() => setAct(null)}
          onMade={onSelect}
          onDeleted={onDeleted}
        />
      )}
    </section>
  );
}

interface InsetProps {
  readonly action: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retryLabel?: string;
}

function Inset(props: InsetProps) {
  return (
    <div className={styles.inset}>
      <ErrorNotice {...props} />
    </div>
  );
}
