import { formatJson } from 'exact-json';
import { useUnavailable } from '../rpc/server-features.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { maxStoreValueLength, type StoreItem, type StoreItemRef } from '../../shared/model/store-item.ts';
import { truncate } from '../../shared/truncate.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { sizeText } from '../ui/display/format.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { isSameFailure } from '../ui/display/describe-error.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Menu, MenuItem } from '../ui/popups/Menu.tsx';
import { copyText } from '../ui/copy-text.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { DeleteItemsDialog } from './DeleteItemsDialog.tsx';
import { useItemDraft } from './item-drafts.ts';
import { ItemEditor } from './ItemEditor.tsx';
import { namespaceTitle } from './namespace-tree.ts';
import { useItem } from './queries.ts';
import { itemCode, type ItemCodeLanguage } from './item-code.ts';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import list from '../ui/resource-view/resource-view.module.css';
import styles from './MemoryView.module.css';

interface ItemDetailProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly item: StoreItemRef;
  /** The error above the whole view, which is not repeated about an item that is there. */
  readonly shownError: Error | null;
  readonly renderTree: (text: string, label: string) => ReactNode;
  readonly onGone: () => void;
}

export function ItemDetail(props: ItemDetailProps) {
  const { connectionId, serverName, item: ref, shownError, renderTree, onGone } = props;
  const { data: item, error, refetch } = useItem(connectionId, ref);
  const noChanges = useUnavailable(connectionId, 'store.put');
  const [view, setView] = useState<'tree' | 'text'>('tree');
  const laidOut = view === 'text' && item !== undefined ? formatJson(item.valueText, 2, maxTextLength) : '';
  const { draft, setDraft } = useItemDraft(connectionId, ref);
  const edit = (base: StoreItem): void => setDraft({ base, text: formatJson(base.valueText), ttl: '' });
  const [isDeleting, setDeleting] = useState(false);
  const size = item?.valueText.length ?? 0;
  return (
    <DetailPane
      label="Item"
      title={ref.key}
      status={<CopyButton label="Copy key" text={ref.key} />}
      fills
      actions={
        item === undefined || draft !== null ? null : (
          <>
            <CodeMenu item={item} />
            <Button
              size="small"
              icon={<Pencil size={14} aria-hidden />}
              disabled={size > maxStoreValueLength || noChanges !== null}
              title={noChanges ?? (size > maxStoreValueLength ? 'Too large to be edited here' : undefined)}
              onClick={() => edit(item)}
            >
              Edit
            </Button>
            <IconButton
              size="small"
              label={noChanges ?? 'Delete item'}
              disabled={noChanges !== null}
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => setDeleting(true)}
            />
          </>
        )
      }
    >
      <PropertyList>
        <Property name="Namespace">
          <span className={styles.namespaceTitle} title={namespaceTitle(ref.namespace)}>
            {namespaceTitle(ref.namespace)}
          </span>
        </Property>
        <Property name="Updated">
          {item?.updatedAt == null ? 'unknown' : <TimeAgo at={item.updatedAt} />}
        </Property>
        <Property name="Created">
          {item?.createdAt == null ? 'unknown' : <TimeAgo at={item.createdAt} />}
        </Property>
      </PropertyList>
      {error && !(item !== undefined && isSameFailure(error, shownError)) ? (
        <ErrorNotice action="Could not load the item" error={error} onRetry={() => void refetch()} />
      ) : null}
      {draft !== null ? (
        <ItemEditor
          connectionId={connectionId}
          draft={draft}
          onChange={setDraft}
          onClose={() => setDraft(null)}
          onReload={() => void refetch().then(({ data }) => data && edit(data))}
        />
      ) : item === undefined ? (
        error ? null : (
          <Loading fill>Loading the item</Loading>
        )
      ) : (
        <>
          <div className={styles.part}>
            <SegmentedControl
              label="Show the value as"
              value={view}
              onChange={setView}
              options={[
                { value: 'tree', label: 'Tree' },
                { value: 'text', label: 'JSON' },
              ]}
            />
            <span className={styles.quiet}>{sizeText(size)}</span>
            <span className={list.grow} />
            <CopyButton label="Copy value" text={item.valueText} />
          </div>
          <div className={styles.value}>
            {view === 'tree' ? (
              renderTree(item.valueText, 'Value')
            ) : (
              <>
                <CodeText label="Value" text={truncate(laidOut, maxTextLength)} wrap />
                {laidOut.length > maxTextLength ? (
                  <p className={styles.quiet}>
                    Only the first {maxTextLength.toLocaleString('en')} characters are shown. Copy to see the
                    rest.
                  </p>
                ) : null}
              </>
            )}
          </div>
        </>
      )}
      {isDeleting ? (
        <DeleteItemsDialog
          connectionId={connectionId}
          serverName={serverName}
          items={[ref]}
          onClose={() => setDeleting(false)}
          onDeleted={onGone}
        />
      ) : null}
    </DetailPane>
  );
}

// Longer texts would freeze the page; the tree shows them whole.
const maxTextLength = 500_000;

const languages: readonly { readonly id: ItemCodeLanguage; readonly name: string }[] = [
  { id: 'python', name: 'Python' },
  { id: 'typescript', name: 'TypeScript' },
];

function CodeMenu({ item }: { readonly item: StoreItem }) {
  const copy = (language: ItemCodeLanguage, name: string): void =>
    void copyText(itemCode(item, language)).then((done) =>
      showToast(done ? `Copied as ${name}.` : 'Copying failed.', done ? 'ok' : 'fail'),
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="ghost">
          Copy as code
        </Button>
      }
    >
      {languages.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => copy(id, name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
