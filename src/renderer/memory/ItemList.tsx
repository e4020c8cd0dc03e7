import { useMissingCapability } from '../rpc/server-features.ts';
import { CheckSquare, Plus, RefreshCw, Square, SquareCheck, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StoreItemRef, StoreItemSummary, StoreNamespace } from '../../shared/model/store-item.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { JsonFilterField } from '../ui/controls/JsonFilterField.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { sizeText } from '../ui/display/format.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { useMultiSelect } from '../ui/lists/use-multi-select.ts';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { DeleteItemsDialog } from './DeleteItemsDialog.tsx';
import { namespaceTitle } from './namespace-tree.ts';
import { itemId, useItems } from './queries.ts';
import list from '../ui/layout/ListDetail.module.css';
import styles from './MemoryView.module.css';

interface ItemListProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly namespace: StoreNamespace;
  readonly isStoreEmpty: boolean;
  readonly shown: StoreItemRef | null;
  readonly onShow: (item: StoreItemRef | null) => void;
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
}

export function ItemList(props: ItemListProps) {
  const { connectionId, serverName, namespace, isStoreEmpty, shown, onShow, onAdd, onRefresh } = props;
  const noChanges = useMissingCapability(connectionId, 'storeChanges');
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState<string | null>(null);
  const [filterText, setFilterText] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<readonly StoreItemSummary[] | null>(null);
  const { items, isSearchedHere, error, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = useItems(
    connectionId,
    { namespace, filterText, query },
  );
  const ids = useMemo(() => items?.map(itemId) ?? [], [items]);
  const selection = useMultiSelect(ids);
  const chosen = items?.filter((item) => selection.chosen?.has(itemId(item)) === true) ?? [];
  const isSearch = query !== null || filterText !== null;
  const search = (): void => setQuery(typed.trim() === '' ? null : typed.trim());
  return (
    <section className={list.list} aria-label="Items">
      <PaneHeader
        title={namespaceTitle(namespace)}
        note={items === null ? undefined : `${items.length.toLocaleString()}${hasNextPage ? '+' : ''}`}
        actions={
          <>
            <IconButton
              size="small"
              label="Refresh"
              icon={<RefreshCw size={14} aria-hidden />}
              onClick={() => {
                onRefresh();
                void refetch();
              }}
            />
            <IconButton
              size="small"
              label="Select items"
              icon={<CheckSquare size={14} aria-hidden />}
              pressed={selection.chosen !== null}
              disabled={items === null || items.length === 0}
              onClick={() =>
                selection.chosen === null && items?.[0] ? selection.start(itemId(items[0])) : selection.stop()
              }
            />
            <Button
              size="small"
              icon={<Plus size={14} aria-hidden />}
              disabled={noChanges !== null}
              title={noChanges ?? undefined}
              onClick={onAdd}
            >
              New
            </Button>
          </>
        }
      />
      <div className={styles.filters}>
        <TextField
          hideLabel
          label="Search items by text"
          placeholder="Search by text"
          value={typed}
          onChange={setTyped}
          onBlur={search}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search();
          }}
        />
        <JsonFilterField
          label="Value contains"
          example={'{"kind": "note"}'}
          value={filterText}
          onChange={setFilterText}
        />
      </div>
      {query !== null && items !== null && (items.length > 0 || isSearchedHere) ? (
        <SearchNote isSearchedHere={isSearchedHere} hasScores={items.some(({ score }) => score !== null)} />
      ) : null}
      {selection.chosen === null ? null : (
        <div className={styles.selection} {...groupProps('Selected items')}>
          <span role="status">{chosen.length} selected</span>
          <Button size="small" variant="ghost" onClick={selection.all}>
            All loaded
          </Button>
          <span className={list.grow} />
          <IconButton
            size="small"
            label={noChanges ?? 'Delete the selected items'}
            icon={<Trash2 size={14} aria-hidden />}
            disabled={chosen.length === 0 || noChanges !== null}
            onClick={() => setDeleting(chosen)}
          />
          <IconButton
            size="small"
            label="Clear selection"
            icon={<X size={14} aria-hidden />}
            onClick={selection.stop}
          />
        </div>
      )}
      <div className={list.rows}>
        {error && items === null ? (
          <div className={list.centered}>
            <ErrorNotice action="Could not load the items" error={error} onRetry={() => void refetch()} />
          </div>
        ) : items === null ? (
          <Loading fill>Loading items</Loading>
        ) : items.length === 0 ? (
          <EmptyState
            compact
            title={
              isSearch
                ? hasNextPage
                  ? 'No item matches so far'
                  : 'No item matches'
                : isStoreEmpty
                  ? 'Nothing is remembered yet'
                  : 'No items here'
            }
            sentence={
              isSearch
                ? hasNextPage
                  ? 'Not all items have been searched yet.'
                  : 'Change the text or the filter.'
                : isStoreEmpty
                  ? 'Graphs that write to the store fill it, and you can create an item yourself.'
                  : 'They are in other namespaces.'
            }
            action={
              isSearch ? undefined : (
                <Button
                  size="small"
                  disabled={noChanges !== null}
                  title={noChanges ?? undefined}
                  onClick={onAdd}
                >
                  New item
                </Button>
              )
            }
          />
        ) : (
          <Listbox
            label="Items"
            items={items}
            keyOf={itemId}
            selectedKey={shown === null ? null : itemId(shown)}
            selectedKeys={selection.chosen}
            onSelect={(item, range) =>
              selection.chosen === null ? onShow(item) : selection.toggle(itemId(item), range)
            }
            onRowKey={(item, key) => {
              if (key !== 'Delete') return false;
              setDeleting(chosen.length > 0 ? chosen : [item]);
              return true;
            }}
            render={(item) => (
              <ItemRow
                item={item}
                namespace={namespace}
                isChecked={selection.chosen?.has(itemId(item)) ?? null}
              />
            )}
          />
        )}
        {error && items !== null ? (
          <div className={list.centered}>
            <ErrorNotice action="Could not refresh" error={error} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {hasNextPage ? (
          <Button
            size="small"
            variant="ghost"
            className={styles.more}
            busy={isFetchingNextPage ? 'Loading' : null}
            onClick={() => void fetchNextPage()}
          >
            Load more
          </Button>
        ) : null}
      </div>
      {deleting === null ? null : (
        <DeleteItemsDialog
          connectionId={connectionId}
          serverName={serverName}
          items={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={(gone) => {
            if (shown !== null && gone.some((one) => itemId(one) === itemId(shown))) onShow(null);
            selection.stop();
          }}
        />
      )}
    </section>
  );
}

/** How the text was searched, unless by a server that ranks. */
function SearchNote(props: { readonly isSearchedHere: boolean; readonly hasScores: boolean }) {
  if (props.isSearchedHere) {
    return (
      <p className={styles.note}>
        This server ignores the text, so the studio searched its items for these words.
      </p>
    );
  }
  return props.hasScores ? null : (
    <p className={styles.note}>This server gives no scores, so it is unknown how it searched.</p>
  );
}

interface ItemRowProps {
  readonly item: StoreItemSummary;
  readonly namespace: StoreNamespace;
  readonly isChecked: boolean | null;
}

function ItemRow({ item, namespace, isChecked }: ItemRowProps) {
  const below = item.namespace.slice(namespace.length);
  return (
    <div className={styles.row}>
      {isChecked === null ? null : isChecked ? (
        <SquareCheck size={14} aria-hidden />
      ) : (
        <Square size={14} aria-hidden />
      )}
      <div className={styles.texts}>
        <div className={styles.line}>
          <span className={styles.key} title={item.key}>
            {item.key}
          </span>
          {below.length === 0 ? null : <span className={styles.below}>{below.join(' / ')}</span>}
          <span className={styles.age}>
            <TimeAgo at={item.updatedAt} />
          </span>
        </div>
        <div className={styles.line}>
          <code className={styles.preview}>{item.preview}</code>
          <span className={styles.size}>
            {item.score === null ? '' : `${item.score.toFixed(2)} · `}
            {sizeText(item.size)}
          </span>
        </div>
      </div>
    </div>
  );
}
