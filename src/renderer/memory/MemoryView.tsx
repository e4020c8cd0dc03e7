import { useUnavailable } from '../rpc/server-features.ts';
import { Database } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { readOnlyReason } from '../../shared/model/connections/read-only.ts';
import type { StoreItemRef, StoreNamespace } from '../../shared/model/store-item.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { SplitPane } from '../ui/layout/SplitPane.tsx';
import { ItemDetail } from './ItemDetail.tsx';
import { ItemList } from './ItemList.tsx';
import { NamespaceList } from './NamespaceList.tsx';
import { NewItemDialog } from './NewItemDialog.tsx';
import { itemId, useNamespaces } from './queries.ts';
import list from '../ui/layout/ListDetail.module.css';

export interface MemoryViewProps {
  readonly connectionId: string | null;
  readonly serverName: string;
  readonly renderTree: (text: string, label: string) => ReactNode;
}

export function MemoryView({ connectionId, ...props }: MemoryViewProps) {
  const noStore = useUnavailable(connectionId, 'store.namespaces');
  if (connectionId === null) {
    return (
      <div className={list.view}>
        <EmptyState
          icon={<Database size={20} aria-hidden />}
          title="No server"
          sentence="Select a server in the top bar to see its memory."
        />
      </div>
    );
  }
  if (readOnlyReason(connectionId) !== null) {
    return (
      <div className={list.view}>
        <EmptyState
          icon={<Database size={20} aria-hidden />}
          title="No memory in a recording"
          sentence="It holds a thread, not what its server remembers across threads."
        />
      </div>
    );
  }
  if (noStore !== null) {
    return (
      <div className={list.view}>
        <EmptyState
          icon={<Database size={20} aria-hidden />}
          title="No memory on this server"
          sentence={noStore}
        />
      </div>
    );
  }
  // Nothing of one server is kept for another.
  return <Store key={connectionId} connectionId={connectionId} {...props} />;
}

function Store({
  connectionId,
  serverName,
  renderTree,
}: MemoryViewProps & { readonly connectionId: string }) {
  const namespaces = useNamespaces(connectionId);
  const [namespace, setNamespace] = useState<StoreNamespace>([]);
  const [shown, setShown] = useState<StoreItemRef | null>(null);
  const [isAdding, setAdding] = useState(false);
  if (namespaces.error && !namespaces.data) {
    return (
      <div className={list.centered}>
        <ErrorNotice
          action={isUnsupported(namespaces.error) ? null : 'Could not load the memory'}
          error={namespaces.error}
          onRetry={() => void namespaces.refetch()}
        />
      </div>
    );
  }
  if (!namespaces.data) return <Loading fill>Loading the memory</Loading>;
  const isEmpty = namespaces.data.namespaces.length === 0;
  return (
    <section className={list.view} aria-label="Memory">
      <SplitPane
        id="memory.columns"
        direction="row"
        panes={[
          {
            id: 'namespaces',
            size: '18%',
            minSize: 160,
            content: (
              <NamespaceList
                connectionId={connectionId}
                namespaces={namespaces.data}
                selected={namespace}
                onSelect={setNamespace}
              />
            ),
          },
          {
            id: 'items',
            size: '32%',
            minSize: 260,
            content: (
              <ItemList
                connectionId={connectionId}
                serverName={serverName}
                namespace={namespace}
                isStoreEmpty={isEmpty}
                shown={shown}
                onShow={setShown}
                onAdd={() => setAdding(true)}
                onRefresh={() => void namespaces.refetch()}
              />
            ),
          },
          {
            id: 'item',
            minSize: 280,
            content:
              shown === null ? (
                <EmptyState
                  icon={<Database size={20} aria-hidden />}
                  title="No item selected"
                  sentence="Select an item to see and edit its value. Which run read or wrote it is unknown: servers report no use of the store in the events of a run."
                />
              ) : (
                <ItemDetail
                  key={itemId(shown)}
                  connectionId={connectionId}
                  serverName={serverName}
                  item={shown}
                  renderTree={renderTree}
                  onGone={() => setShown(null)}
                />
              ),
          },
        ]}
      />
      {isAdding ? (
        <NewItemDialog
          connectionId={connectionId}
          namespace={namespace}
          onClose={() => setAdding(false)}
          onCreated={(item) => {
            setAdding(false);
            setShown({ namespace: item.namespace, key: item.key });
          }}
        />
      ) : null}
    </section>
  );
}

function isUnsupported(error: Error): boolean {
  return error instanceof AppError && error.code === 'unsupported';
}
