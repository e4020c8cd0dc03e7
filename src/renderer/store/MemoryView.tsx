import { useUnavailable } from '../rpc/server-features.ts';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { Database } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { readOnlyReason } from '../../shared/model/read-only.ts';
import type { StoreItemRef, StoreNamespace, StoreNamespaces } from '../../shared/model/store-item.ts';
import { isSameFailure } from '../ui/display/describe-error.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { shareUpTo, SplitPane } from '../ui/controls/SplitPane.tsx';
import { LoadedResource, UnavailableResource } from '../ui/resource-view/LoadedResource.tsx';
import { ItemDetail } from './ItemDetail.tsx';
import { ItemList } from './ItemList.tsx';
import { NamespaceList } from './NamespaceList.tsx';
import { NewItemDialog } from './NewItemDialog.tsx';
import { itemId, useItems, useNamespaces, useRetryFailedReads, type ItemSearch } from './queries.ts';
import styles from './MemoryView.module.css';

export interface MemoryViewProps {
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly renderTree: (text: string, label: string) => ReactNode;
}

const icon = <Database size={20} aria-hidden />;

export function MemoryView({ connectionId, ...props }: MemoryViewProps) {
  const noStore = useUnavailable(connectionId, 'store.namespaces');
  if (connectionId === null) {
    return (
      <UnavailableResource
        icon={icon}
        title="No server"
        sentence="Select a server in the top bar to see its memory."
      />
    );
  }
  if (readOnlyReason(connectionId) !== null) {
    return (
      <UnavailableResource
        icon={icon}
        title="No memory in a recording"
        sentence="It contains a thread, not what its server remembers across threads."
      />
    );
  }
  if (noStore !== null)
    return <UnavailableResource icon={icon} title="No memory on this server" sentence={noStore} />;
  // Nothing of one server is kept for another.
  return <ReadStore key={connectionId} connectionId={connectionId} {...props} />;
}

type ServerStoreProps = MemoryViewProps & { readonly connectionId: string };

function ReadStore(props: ServerStoreProps) {
  const { data, error, refetch } = useNamespaces(props.connectionId);
  const onRefresh = (): void => void refetch();
  const isUnsupported = error instanceof AppError && error.code === 'unsupported';
  return (
    <LoadedResource
      data={data}
      error={error}
      loading="Loading the memory"
      failed={isUnsupported ? null : 'Could not load the memory'}
      onRetry={onRefresh}
    >
      {(namespaces) => <Store {...props} namespaces={namespaces} error={error} onRefresh={onRefresh} />}
    </LoadedResource>
  );
}

const noSearch: ItemSearch = { filterText: null, query: null };

interface StoreProps extends ServerStoreProps {
  readonly namespaces: StoreNamespaces;
  // Of a later read of the namespaces.
  readonly error: Error | null;
  readonly onRefresh: () => void;
}

// Three columns: what is shown of an item stays when the list goes to another namespace.
function Store({ connectionId, serverName, renderTree, namespaces, error, onRefresh }: StoreProps) {
  const [namespace, setNamespace] = useState<StoreNamespace>([]);
  const [search, setSearch] = useState<ItemSearch>(noSearch);
  const items = useItems(connectionId, { namespace, ...search });
  const retry = useRetryFailedReads(connectionId);
  // What keeps both lists from being read is said once, above both.
  const shared = isSameFailure(error, items.error) ? error : null;
  const refreshError = useRefreshError(connectionId, shared);
  const said = items.items === null ? shared : refreshError;
  const [selectedItem, setSelectedItem] = useState<StoreItemRef | null>(null);
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={styles.view} aria-label="Memory">
      {said === null ? null : (
        <ErrorNotice
          action={items.items === null ? 'Could not load the items' : 'Could not refresh'}
          error={said}
          onRetry={retry}
        />
      )}
      <div className={styles.columns}>
        <SplitPane
          id="memory.columns"
          direction="row"
          panes={[
            {
              id: 'namespaces',
              size: shareUpTo(18, 320),
              minSize: 188,
              content: (
                <NamespaceList
                  connectionId={connectionId}
                  namespaces={namespaces}
                  error={shared === null ? error : null}
                  onRetry={onRefresh}
                  selected={namespace}
                  onSelect={setNamespace}
                />
              ),
            },
            {
              id: 'items',
              size: shareUpTo(32, 560),
              minSize: 244,
              content: (
                <ItemList
                  connectionId={connectionId}
                  serverName={serverName}
                  namespace={namespace}
                  items={items}
                  isErrorShown={shared !== null}
                  search={search}
                  onSearch={setSearch}
                  isStoreEmpty={namespaces.namespaces.length === 0}
                  selectedItem={selectedItem}
                  onShow={setSelectedItem}
                  onAdd={() => setAdding(true)}
                  onRefresh={onRefresh}
                />
              ),
            },
            {
              id: 'item',
              minSize: 240,
              content:
                selectedItem === null ? (
                  <EmptyState
                    icon={icon}
                    title="No item selected"
                    sentence="Select an item to see and edit its value. It is unknown which run read or wrote it: servers do not report use of the store in the events of a run."
                  />
                ) : (
                  <ItemDetail
                    key={itemId(selectedItem)}
                    connectionId={connectionId}
                    serverName={serverName}
                    item={selectedItem}
                    shownError={shared}
                    renderTree={renderTree}
                    onGone={() => setSelectedItem(null)}
                  />
                ),
            },
          ]}
        />
      </div>
      {isAdding ? (
        <NewItemDialog
          connectionId={connectionId}
          namespace={namespace}
          onClose={() => setAdding(false)}
          onCreated={(item) => {
            setAdding(false);
            setSelectedItem({ namespace: item.namespace, key: item.key });
          }}
        />
      ) : null}
    </section>
  );
}
