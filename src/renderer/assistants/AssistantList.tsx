import { Pencil, Plus, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { assistantTrayEntry } from '../shared-ui/tray-entries.ts';
import { useMissingCapability, useUnavailable } from '../rpc/server-features.ts';
import { CopyLinkItem } from '../shared-ui/CopyLinkItem.tsx';
import { useSelectionLink } from '../shared-ui/copy-link.ts';
import { NoServer } from '../shared-ui/NoServer.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { EmptyList } from '../ui/display/EmptyList.tsx';
import { shortId } from '../ui/display/format.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { PaneHeader } from '../ui/controls/Toolbar.tsx';
import type { ContextMenuProps } from '../ui/popups/menu-parts.ts';
import { SelectionMenu } from '../ui/popups/SelectionMenu.tsx';
import { groupByGraph, searchAssistants, type AssistantSort, type GraphGroup } from './group-by-graph.ts';
import { useAssistants } from './queries.ts';
import styles from './AssistantList.module.css';

export interface AssistantListProps {
  readonly connectionId: string | null;
  readonly selectedId: string | null;
  readonly onSelect: (assistant: Assistant) => void;
  readonly onAction: (action: AssistantAction, assistant: Assistant) => void;
}

const sorts: readonly { readonly value: AssistantSort; readonly label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'updated', label: 'Newest' },
  { value: 'version', label: 'Versions' },
];

export type AssistantAction = 'new' | 'copy' | 'edit' | 'versions' | 'delete';

export function AssistantList({ connectionId, selectedId, onSelect, onAction }: AssistantListProps) {
  const { data, error, isFetching, refetch } = useAssistants(connectionId);
  const refreshError = useRefreshError(connectionId, error);
  const readOnly = useUnavailable(connectionId, 'assistants.update');
  const isOfThreads = useMissingCapability(connectionId, 'assistants') !== null;
  const [search, setSearch] = useState('');
  const [storedSort, storeSort] = useDraft(draftKey('assistants', 'sort'));
  const sort = sorts.find(({ value }) => value === storedSort)?.value ?? 'name';
  const matches = useMemo(() => searchAssistants(data ?? [], search), [data, search]);
  const groups = useMemo(() => groupByGraph(matches, sort), [matches, sort]);
  const selected = data?.find(({ assistantId }) => assistantId === selectedId);
  return (
    <section className={styles.pane} aria-label="Assistants">
      <PaneHeader
        title="Assistants"
        note={data && matches.length < data.length ? `${matches.length} of ${data.length}` : data?.length}
        actions={
          <>
            <IconButton
              label={readOnly ?? 'New assistant'}
              size="small"
              icon={<Plus size={14} aria-hidden />}
              disabled={selected === undefined || readOnly !== null}
              onClick={() => selected && onAction('new', selected)}
            />
            <IconButton
              label={readOnly ?? 'Edit the selected assistant'}
              size="small"
              icon={<Pencil size={13} aria-hidden />}
              disabled={selected === undefined || readOnly !== null}
              onClick={() => selected && onAction('edit', selected)}
            />
            <IconButton
              label="Refresh"
              size="small"
              icon={<RefreshCw size={13} aria-hidden />}
              disabled={connectionId === null || isFetching}
              onClick={() => void refetch()}
            />
          </>
        }
      />
      {data === undefined || data.length === 0 ? null : (
        <div className={styles.filters}>
          <TextField
            hideLabel
            label="Search assistants"
            type="search"
            placeholder="Search name, settings, ID"
            value={search}
            onChange={setSearch}
          />
          <Select
            label="Sort assistants"
            value={sort}
            onChange={(next) => storeSort(next === 'name' ? null : next)}
            options={sorts}
          />
        </div>
      )}
      {data !== undefined && refreshError ? (
        <div className={styles.inset}>
          <ErrorNotice action="Could not refresh" error={refreshError} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data !== undefined && isOfThreads ? (
        <p className={styles.listNote} role="note">
          This server lists no assistants. These are the graphs that its newest threads ran.
        </p>
      ) : null}
      <div className={styles.scroll}>
        {connectionId === null ? (
          <NoServer compact sentence="Select a server to see its assistants." />
        ) : data ? (
          <Groups
            connectionId={connectionId}
            readOnly={readOnly}
            groups={groups}
            isStale={error !== null}
            search={data.length === 0 ? '' : search}
            onClear={() => setSearch('')}
            selectedId={selectedId}
            onSelect={onSelect}
            onAction={onAction}
            onRetry={refetch}
          />
        ) : error ? (
          <div className={styles.inset}>
            <ErrorNotice action="Could not load assistants" error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <Loading>Loading assistants</Loading>
        )}
      </div>
    </section>
  );
}

interface GroupsProps extends Pick<AssistantListProps, 'selectedId' | 'onSelect' | 'onAction'> {
  readonly connectionId: string;
  readonly readOnly: string | null;
  readonly groups: readonly GraphGroup[];
  // The last read failed, which the list shows.
  readonly isStale: boolean;
  readonly search: string;
  readonly onClear: () => void;
  readonly onRetry: () => unknown;
}

function Groups({
  connectionId,
  readOnly,
  groups,
  isStale,
  search,
  onClear,
  selectedId,
  onSelect,
  onAction,
  onRetry,
}: GroupsProps) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const base = useSelectionLink();
  const noVersions = useUnavailable(connectionId, 'assistants.versions');
  const blockerOf = (action: AssistantAction): string | null =>
    action === 'versions' ? noVersions : readOnly;
  if (groups.length === 0 && search.trim() !== '') {
    return (
      <EmptyList
        title="No match"
        sentence="No assistant has these words in its name, description, graph, ID or settings."
        actionLabel="Clear search"
        onAction={onClear}
      />
    );
  }
  if (groups.length === 0) {
    if (isStale) return null;
    return (
      <EmptyList
        title="No assistants"
        sentence="This server has no graphs, or the API key has no access to them."
        actionLabel="Refresh"
        onAction={() => onRetry()}
      />
    );
  }
  const menuOf = (assistant: Assistant, place: Pick<ContextMenuProps, 'at' | 'onClose'>) => (
    <ContextMenu label={assistant.name} target={`assistant “${assistant.name}”`} {...place}>
      {actions.map(({ id, label }) => (
        <MenuItem
          key={id}
          danger={id === 'delete'}
          disabled={(id === 'delete' && assistant.bySystem) || blockerOf(id) !== null}
          detail={blockerOf(id)}
          command={`assistant.${id}`}
          onSelect={() => onAction(id, assistant)}
        >
          {label}
        </MenuItem>
      ))}
      <CompareItem entry={assistantTrayEntry(connectionId, assistant, null)} command="compare.assistant" />
      <CopyLinkItem link={base && { baseUrl: base.baseUrl, assistantId: assistant.assistantId }} />
    </ContextMenu>
  );
  const selected = groups
    .flatMap(({ assistants }) => assistants)
    .find(({ assistantId }) => assistantId === selectedId);
  return (
    <>
      {groups.map((group) => (
        <section key={group.graphId} className={styles.group}>
          <h3 className={styles.graph} title={group.graphId}>
            {group.graphId}
          </h3>
          <Listbox
            label={`Assistants of ${group.graphId}`}
            items={group.assistants}
            keyOf={(assistant) => assistant.assistantId}
            selectedKey={selectedId}
            onSelect={onSelect}
            onMenu={(assistant, position) => setMenu({ assistant, at: position })}
            render={(assistant) => (
              <Row
                connectionId={connectionId}
                assistant={assistant}
                hasSharedName={group.sharedNames.has(assistant.name)}
              />
            )}
          />
        </section>
      ))}
      {menu === null ? null : menuOf(menu.assistant, { at: menu.at, onClose: () => setMenu(null) })}
      {selected === undefined ? null : <SelectionMenu>{(place) => menuOf(selected, place)}</SelectionMenu>}
    </>
  );
}

interface OpenMenu {
  readonly assistant: Assistant;
  readonly at: { readonly x: number; readonly y: number };
}

const actions: readonly { readonly id: AssistantAction; readonly label: string }[] = [
  { id: 'edit', label: 'Edit' },
  { id: 'versions', label: 'Versions' },
  { id: 'copy', label: 'Copy' },
  { id: 'delete', label: 'Delete' },
];

interface RowProps {
  readonly connectionId: string;
  readonly assistant: Assistant;
  // Another one of its graph is called the same.
  readonly hasSharedName: boolean;
}

function Row({ connectionId, assistant, hasSharedName }: RowProps) {
  const { assistantId, name, version, bySystem, description } = assistant;
  return (
    <div
      className={styles.row}
      {...compareDragProps(() => assistantTrayEntry(connectionId, assistant, null))}
    >
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.note}>
        {[
          hasSharedName ? shortId(assistantId) : null,
          bySystem ? 'default' : null,
          version === null ? null : `v${version}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {description === null || description === '' ? null : (
        <span className={styles.description} title={description}>
          {description}
        </span>
      )}
    </div>
  );
}
