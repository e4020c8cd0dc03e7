import { useUnavailable } from '../rpc/server-features.ts';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { CheckSquare, Plus, Square, SquareCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { StoreItemRef, StoreItemSummary, StoreNamespace } from '../../shared/model/store-item.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { JsonFilterField } from '../ui/controls/JsonFilterField.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { sizeText } from '../ui/display/format.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import { ListSelection } from '../ui/resource-view/ListSelection.tsx';
import { LoadedResource } from '../ui/resource-view/LoadedResource.tsx';
import { ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { DeleteItemsDialog } from './DeleteItemsDialog.tsx';
import { namespaceTitle } from './namespace-tree.ts';
import { itemId, type Items, type ItemSearch } from './queries.ts';
import list from '../ui/resource-view/resource-view.module.css';
import styles from './MemoryView.module.css';

interface ItemListProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly namespace: StoreNamespace;
  readonly items: Items;
  /** The error of the items is shown above the whole view. */
  readonly isErrorShown: boolean;
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  readonly isStoreEmpty: boolean;
  readonly selectedItem: StoreItemRef | null;
  readonly onShow: (item: StoreItemRef | null) => void;
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
}

export function ItemList(props: ItemListProps) {
  const { connectionId, serverName, namespace, isStoreEmpty, selectedItem, onShow, onAdd, onRefresh } = props;
  const { isErrorShown, onSearch } = props;
  const { query, filterText } = props.search;
  const noChanges = useUnavailable(connectionId, 'store.put');
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState<readonly StoreItemSummary[] | null>(null);
  const { items, isSearchedHere, error, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } =
    props.items;
  const refreshError = useRefreshError(connectionId, error);
  const resources = useResourceList(items ?? none, { keyOf: itemId });
  const { selection, selected } = resources;
  const isSearch = query !== null || filterText !== null;
  const search = (): void => onSearch({ filterText, query: typed.trim() === '' ? null : typed.trim() });
  const newItem = (
    <Button size="small" disabled={noChanges !== null} title={noChanges ?? undefined} onClick={onAdd}>
      New item
    </Button>
  );
  return (
    <section className={list.list} aria-label="Items">
      <ResourceHeader
        title={namespaceTitle(namespace)}
        count={items?.length}
        isCut={hasNextPage}
        onRefresh={() => {
          onRefresh();
          void refetch();
        }}
        actions={
          <>
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
              className={list.sign}
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
          onChange={(text) => onSearch({ query, filterText: text })}
        />
      </div>
      {query !== null && items !== null && (items.length > 0 || isSearchedHere) ? (
        <SearchNote isSearchedHere={isSearchedHere} hasScores={items.some(({ score }) => score !== null)} />
      ) : null}
      <ListSelection label="Selected items" list={resources} allLabel="All loaded">
        <IconButton
          size="small"
          label={noChanges ?? 'Delete the selected items'}
          icon={<Trash2 size={14} aria-hidden />}
          disabled={selected.length === 0 || noChanges !== null}
          onClick={() => setDeleting(selected)}
        />
      </ListSelection>
      <div className={list.rows}>
        {items === null && isErrorShown ? null : (
          <LoadedResource
            data={items}
            error={error}
            loading="Loading items"
            failed="Could not load the items"
            onRetry={() => void refetch()}
          >
            {() => (
              <ResourceRows
                label="Items"
                {...resources.rows}
                selectedKey={selectedItem === null ? null : itemId(selectedItem)}
                isStale={error !== null}
                empty={
                  isSearch
                    ? hasNextPage
                      ? {
                          title: 'No matching items so far',
                          sentence: 'Not all items have been searched yet.',
                        }
                      : { title: 'No matching items', sentence: 'Change the search text or the filter.' }
                    : { ...(isStoreEmpty ? emptyStore : emptyNamespace), action: newItem }
                }
                onSelect={(item, range) =>
                  selection.chosen === null ? onShow(item) : selection.toggle(itemId(item), range)
                }
                onRowKey={(item, key) => {
                  if (key !== 'Delete' || noChanges !== null) return false;
                  setDeleting(selected.length > 0 ? selected : [item]);
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
          </LoadedResource>
        )}
        {refreshError && items !== null && !isErrorShown ? (
          <div className={list.centered}>
            <ErrorNotice action="Could not refresh" error={refreshError} onRetry={() => void refetch()} />
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
            if (selectedItem !== null && gone.some((one) => itemId(one) === itemId(selectedItem)))
              onShow(null);
            selection.stop();
          }}
        />
      )}
    </section>
  );
}

const none: readonly StoreItemSummary[] = [];

const emptyStore = {
  title: 'No items yet',
  sentence: 'Items appear here when a graph writes to the store. You can also create one yourself.',
};

const emptyNamespace = { title: 'No items here', sentence: 'They are in other namespaces.' };

// How the text was searched, unless by a server that ranks.
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
    <ListRow
      {...(isChecked !== null && {
        icon: isChecked ? <SquareCheck size={14} aria-hidden /> : <Square size={14} aria-hidden />,
      })}
      name={
        <>
          <span title={item.key}>{item.key}</span>
          {below.length === 0 ? null : <span className={styles.below}>{below.join(' / ')}</span>}
        </>
      }
      end={<TimeAgo at={item.updatedAt} />}
      second={<code>{item.preview}</code>}
      secondEnd={`${item.score === null ? '' : `${item.score.toFixed(2)} · `}${sizeText(item.size)}`}
    />
  );
}
