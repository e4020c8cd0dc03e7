import { defaultThreadListing, type ThreadListing } from '../../shared/model/thread-listing.ts';
import { runCommand } from '../commands/command-registry.ts';
import { NoServer } from '../shared-ui/NoServer.tsx';
import { EmptyList } from '../ui/display/EmptyList.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { activeFilterCount } from './thread-listing.ts';
import { isThreadId } from './thread-labels.ts';
import styles from './threads.module.css';

interface ThreadListEmptyProps {
  readonly connectionId: string | null;
  readonly count: number | null;
  // With a count, it is that of a later read.
  readonly error: unknown;
  readonly searchError: unknown;
  readonly searchText: string;
  // The server has not answered the search yet.
  readonly isSearching: boolean;
  readonly listing: ThreadListing;
  readonly onRetry: () => void;
  readonly onClearSearch: () => void;
  readonly onListing: (listing: ThreadListing) => void;
  readonly onOpen: (threadId: string) => void;
}

export function ThreadListEmpty(props: ThreadListEmptyProps) {
  const {
    connectionId,
    count,
    error,
    searchError,
    searchText,
    isSearching,
    listing,
    onRetry,
    onClearSearch,
    onListing,
    onOpen,
  } = props;
  const id = searchText.trim();
  if (connectionId === null) {
    return <NoServer compact sentence="Select a server to see its threads." />;
  }
  if (count === null) {
    if (error === null) return <Loading>Loading threads</Loading>;
    return (
      <div className={styles.inset}>
        <ErrorNotice action="Could not load threads" error={error} onRetry={onRetry} />
      </div>
    );
  }
  // The list says that it is searching.
  if (isSearching) return null;
  if (isThreadId(id)) {
    return (
      <EmptyList
        title="Not in this list"
        sentence="The server may still have a thread with this ID."
        actionLabel="Open it"
        onAction={() => onOpen(id)}
      />
    );
  }
  // The list shows the error, so it is unknown whether there are any.
  if (id === '' ? error !== null : searchError !== null) return null;
  if (id !== '') {
    return (
      <EmptyList
        title="Nothing matches"
        sentence="No thread matches the search."
        actionLabel="Clear search"
        onAction={onClearSearch}
      />
    );
  }
  if (activeFilterCount(listing) > 0) {
    return (
      <EmptyList
        title="Nothing matches"
        sentence="No thread on the server matches the filter."
        actionLabel="Clear filters"
        onAction={() => onListing(defaultThreadListing)}
      />
    );
  }
  return (
    <EmptyList
      title="No threads yet"
      sentence="A run creates one."
      actionLabel="Start a run"
      onAction={() => runCommand('run.focus')}
    />
  );
}
