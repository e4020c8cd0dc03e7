import { ArrowUpRight, RefreshCw, Search } from 'lucide-react';
import { useState, type Ref } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { InboxSnapshot, InboxServer } from '../../shared/model/inbox.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { MenuItem } from '../ui/popups/Menu.tsx';
import type { ContextMenuProps } from '../ui/popups/menu-parts.ts';
import { SelectionMenu } from '../ui/popups/SelectionMenu.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyList } from '../ui/display/EmptyList.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Kbd } from '../ui/display/Kbd.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { PaneHeader } from '../ui/controls/Toolbar.tsx';
import { inboxTrayEntry, noInboxFilter, type InboxFilter, type InboxItem } from './inbox-items.ts';
import { InboxRow, kindLabels } from './InboxRow.tsx';
import { ServerStatusList } from './ServerStatusList.tsx';
import { isAsking, isAway, type WaitingThread } from './waiting-threads.ts';
import styles from './InboxView.module.css';

export interface InboxListProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly snapshot: InboxSnapshot;
  readonly rows: readonly InboxItem[];
  readonly waiting: readonly WaitingThread[];
  // How many of the waiting threads are in the rows, before the filter's text and kind.
  readonly readCount: number;
  readonly filter: InboxFilter;
  readonly onFilter: (filter: InboxFilter) => void;
  readonly selectedKey: string | null;
  // `range`: Shift was pressed.
  readonly onSelect: (row: InboxItem, range: boolean) => void;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (row: InboxItem, range: boolean) => void;
  readonly onOpen: (row: InboxItem) => void;
  readonly onMore: (() => void) | null;
  readonly refreshing: boolean;
  readonly problem: unknown;
  readonly onRefresh: () => void;
}

const allOption = (label: string) => ({ value: '', label });

export function InboxList(props: InboxListProps) {
  const {
    ref,
    snapshot,
    rows,
    waiting,
    readCount,
    filter,
    onFilter,
    refreshing,
    problem,
    onRefresh,
    onMore,
  } = props;
  const { servers } = snapshot;
  const [menu, setMenu] = useState<{
    readonly row: InboxItem;
    readonly x: number;
    readonly y: number;
  } | null>(null);
  const graphs = [...new Set(servers.flatMap((one) => one.threads.map(({ graphId }) => graphId)))]
    .filter((id) => id !== null)
    .toSorted();
  const isReading = servers.some(({ state }) => state === 'reading');
  const asked = servers.filter(
    ({ connectionId }) => filter.connectionId === '' || connectionId === filter.connectionId,
  );
  const selected = rows.find(({ key }) => key === props.selectedKey);
  const menuOf = (row: InboxItem, place: Pick<ContextMenuProps, 'at' | 'onClose'>) => (
    <ContextMenu label={`Thread ${row.name}`} target={`thread “${row.name}”`} {...place}>
      <MenuItem icon={<ArrowUpRight size={14} aria-hidden />} onSelect={() => props.onOpen(row)}>
        Open thread
      </MenuItem>
      <CompareItem entry={inboxTrayEntry(row)} />
    </ContextMenu>
  );
  return (
    <section className={styles.list} aria-label="Inbox">
      <PaneHeader
        title="Inbox"
        note={countNote(asked, waiting)}
        actions={
          <>
            <LastUpdate servers={asked} />
            <IconButton
              size="small"
              label={refreshing ? 'Refreshing' : 'Refresh'}
              icon={<RefreshCw size={13} aria-hidden />}
              onClick={onRefresh}
            />
          </>
        }
      />
      <div className={styles.filters}>
        <Select
          label="Server"
          value={filter.connectionId}
          onChange={(connectionId) => onFilter({ ...filter, connectionId })}
          options={[
            allOption('All servers'),
            ...servers.map(({ connectionId, name }) => ({ value: connectionId, label: name })),
          ]}
        />
        <Select
          label="Graph"
          value={filter.graphId}
          onChange={(graphId) => onFilter({ ...filter, graphId })}
          options={[allOption('All graphs'), ...graphs.map((id) => ({ value: id, label: id }))]}
        />
        <Select
          label="Kind"
          value={filter.kind}
          onChange={(kind) => onFilter({ ...filter, kind: kinds.find((one) => one === kind) ?? '' })}
          options={[
            allOption('All kinds'),
            ...kinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
          ]}
        />
        <label className={styles.search}>
          <Search size={13} aria-hidden />
          <span className="visually-hidden">Search</span>
          <input
            type="search"
            value={filter.text}
            placeholder="Search"
            onChange={(event) => onFilter({ ...filter, text: event.target.value })}
          />
        </label>
      </div>
      <ServerStatusList servers={servers} />
      {/* The banner says that the studio is away. */}
      {problem && !(problem instanceof AppError && problem.code === 'port-closed') ? (
        <ErrorNotice action="Could not refresh the inbox" error={problem} onRetry={onRefresh} />
      ) : null}
      <div ref={ref} className={styles.rows}>
        {rows.length > 0 ? (
          <Listbox
            label="Waiting threads"
            items={rows}
            keyOf={({ key }) => key}
            selectedKey={props.selectedKey}
            onSelect={props.onSelect}
            onMenu={(row, { x, y }) => setMenu({ row, x, y })}
            render={(row) => (
              <InboxRow
                row={row}
                showServer={servers.length > 1}
                isChosen={props.chosen.has(row.key)}
                onChoose={(range) => props.onChoose(row, range)}
              />
            )}
          />
        ) : isReading ? (
          <Loading>Loading</Loading>
        ) : isEverything(filter) ? (
          <EmptyState compact {...nothingListed(servers)} />
        ) : (
          <EmptyList
            title={onMore === null ? 'Nothing matches' : 'Nothing matches so far'}
            sentence={
              onMore === null
                ? 'No listed thread matches this filter.'
                : `None of the first ${readCount} waiting threads matches this filter.`
            }
            actionLabel="Clear filter"
            onAction={() => onFilter(noInboxFilter)}
          />
        )}
        {onMore === null ? null : (
          <div className={styles.more}>
            <Button size="small" onClick={onMore}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {menu === null ? null : menuOf(menu.row, { at: menu, onClose: () => setMenu(null) })}
      {selected === undefined ? null : <SelectionMenu>{(place) => menuOf(selected, place)}</SelectionMenu>}
      <p className={styles.keys}>
        <Kbd keys="j" /> <Kbd keys="k" /> move, <Kbd keys="1" /> to <Kbd keys="9" /> choose an answer,{' '}
        <Kbd keys="a" /> writes one, <Kbd keys="x" /> chooses several, <Kbd keys="Mod+Enter" /> sends it,{' '}
        <Kbd keys="Enter" /> opens it
      </p>
    </section>
  );
}

const kinds = ['approval', 'form', 'question', 'breakpoint'] as const;

// Since when all of the list is known. The notes below say it of servers that can't be read now.
function LastUpdate({ servers }: { readonly servers: readonly InboxServer[] }) {
  if (servers.some(({ state }) => state !== 'read')) return null;
  const times = servers.map(({ readAt }) => readAt).filter((at) => at !== null);
  const [oldest] = times.toSorted();
  return oldest === undefined ? null : (
    <span className={styles.quiet}>
      updated <TimeAgo at={oldest} />
    </span>
  );
}

// What the rows count, how many of it the bar of views counts, and what waited on servers that can't be read now.
// Nothing while it is unknown whether there are any.
function countNote(servers: readonly InboxServer[], waiting: readonly WaitingThread[]): string | null {
  const away = servers.filter(isAway);
  const present = servers.filter((server) => !isAway(server));
  const old = waiting.filter(({ server }) => isAway(server)).length;
  const known = waiting.length - old;
  const asking = waiting.filter(isAsking).length;
  const isAllRead = servers.every(({ state }) => state === 'read');
  const parts: string[] = [];
  if (known > 0 || isAllRead) {
    parts.push(`${threadCount(known, present)} waiting`);
    if (asking < known) parts.push(`${countOf(asking, present)} to answer`);
  }
  if (old > 0)
    parts.push(
      parts.length > 0
        ? `${countOf(old, away)} not checked`
        : `${threadCount(old, away)} waiting when last read`,
    );
  return parts.length > 0 ? parts.join(', ') : null;
}

function threadCount(count: number, servers: readonly InboxServer[]): string {
  const text = countOf(count, servers);
  return `${text} ${text === '1' ? 'thread' : 'threads'}`;
}

// With a plus if the servers have more than they listed.
function countOf(count: number, servers: readonly InboxServer[]): string {
  return `${count}${servers.some(({ hasMore }) => hasMore) ? '+' : ''}`;
}

// For a server that could not be read, it is unknown whether anything is pending.
function nothingListed(servers: readonly InboxServer[]): {
  readonly title: string;
  readonly sentence: string;
} {
  const read = servers.filter(({ state }) => state === 'read').length;
  if (read === servers.length)
    return { title: 'Nothing waiting', sentence: 'No interrupted threads on the connected servers.' };
  return read === 0
    ? { title: 'Unknown', sentence: 'No server is responding. Waiting threads appear when one responds.' }
    : { title: 'Nothing waiting on the connected servers', sentence: 'Some servers did not respond.' };
}

function isEverything({ connectionId, graphId, kind, text }: InboxFilter): boolean {
  return connectionId === '' && graphId === '' && kind === '' && text.trim() === '';
}
