import { Hash } from 'lucide-react';
import { useMemo, useState, type CSSProperties } from 'react';
import type { StoreNamespace, StoreNamespaces } from '../../shared/model/store-item.ts';
import { useRefreshError } from '../shared-ui/refresh-error.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { ReadError, ResourceHeader } from '../ui/resource-view/ResourceHeader.tsx';
import { namespaceId, namespaceRows } from './namespace-tree.ts';
import { useItemCounts } from './queries.ts';
import list from '../ui/resource-view/resource-view.module.css';
import styles from './MemoryView.module.css';

interface NamespaceListProps {
  readonly connectionId: string;
  readonly namespaces: StoreNamespaces;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly selected: StoreNamespace;
  readonly onSelect: (namespace: StoreNamespace) => void;
}

export function NamespaceList(props: NamespaceListProps) {
  const { connectionId, namespaces, error, onRetry, selected, onSelect } = props;
  const [search, setSearch] = useState('');
  const [isCounting, setCounting] = useState(false);
  const counts = useItemCounts(connectionId, isCounting);
  const rows = useMemo(
    () => namespaceRows(namespaces.namespaces, counts.data?.counts ?? null, search),
    [namespaces, counts.data, search],
  );
  const refreshError = useRefreshError(connectionId, error);
  const prefix = counts.data?.isCut === true ? '≥ ' : '';
  const count = namespaces.namespaces.length;
  return (
    <div className={list.list}>
      <ResourceHeader
        title="Namespaces"
        count={count}
        isCut={namespaces.isCut}
        actions={
          <Button
            size="small"
            variant="ghost"
            className={styles.countItems}
            icon={<Hash size={13} aria-hidden />}
            aria-label="Count items"
            title="Reads all items, because servers do not count them"
            busy={counts.isFetching ? 'Counting' : null}
            onClick={() => (isCounting ? void counts.refetch() : setCounting(true))}
          >
            Count
          </Button>
        }
      />
      <div className={styles.filters}>
        <TextField
          hideLabel
          label="Search namespaces"
          placeholder="Search namespaces"
          value={search}
          onChange={setSearch}
        />
      </div>
      <ReadError error={refreshError} failed="Could not load the namespaces" hasData onRetry={onRetry} />
      {counts.error ? <ErrorNotice action="Could not count the items" error={counts.error} /> : null}
      {namespaces.isCut ? (
        <p className={styles.note}>Only the first {count.toLocaleString()} namespaces are listed.</p>
      ) : null}
      <div className={list.rows}>
        <Listbox
          label="Namespaces"
          items={rows}
          keyOf={({ id }) => id}
          selectedKey={namespaceId(selected)}
          onSelect={({ namespace }) => onSelect(namespace)}
          render={({ label, depth, items, namespace }) => (
            <div
              className={styles.namespace}
              style={{ '--depth': Math.min(depth, deepestIndent) } as CSSProperties}
              title={namespace.join(' / ')}
            >
              <span className={styles.label}>{label}</span>
              {items === null ? null : (
                <span className={styles.count}>
                  {prefix}
                  {items.toLocaleString()}
                  <span className="visually-hidden">{items === 1 ? ' item' : ' items'}</span>
                </span>
              )}
            </div>
          )}
        />
      </div>
    </div>
  );
}

// Deeper namespaces are not indented further: their labels would leave the pane.
const deepestIndent = 8;
