import { useState } from 'react';
import type { StoreItemRef, StoreItemResult } from '../../shared/model/store-item.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { TextField } from '../ui/controls/TextField.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { useDeleteItems } from './mutations.ts';
import { itemId } from './queries.ts';
import styles from './MemoryView.module.css';

interface DeleteItemsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly items: readonly StoreItemRef[];
  readonly onClose: () => void;
  readonly onDeleted: (items: readonly StoreItemRef[]) => void;
}

/** Items of one request, and the most that are named. */
const mostItems = 1000;
const mostNamed = 300;

/** Confirms a deletion and names the server; for several items, their number must be typed (row D-9). */
export function DeleteItemsDialog(props: DeleteItemsDialogProps) {
  const { connectionId, serverName, onClose, onDeleted } = props;
  const [left, setLeft] = useState(() => props.items.slice(0, mostItems));
  const [failed, setFailed] = useState<readonly StoreItemResult[]>([]);
  const [typed, setTyped] = useState('');
  const remove = useDeleteItems(connectionId);
  const count = left.length;
  const [first] = left;
  const what = count === 1 && first ? `“${first.key}”` : `${count} items`;
  const confirm = (): void =>
    remove.mutate(left, {
      onSuccess: (results) => {
        const problems = results.filter(({ problem }) => problem !== null);
        onDeleted(results.filter(({ problem }) => problem === null));
        if (problems.length === 0) return onClose();
        setFailed(problems);
        setLeft(problems);
        setTyped('');
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${what}?`}
      description={
        <>
          Graphs on <strong>{serverName}</strong> will no longer remember {count === 1 ? 'it' : 'them'}. This
          can’t be undone.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>{failed.length > 0 ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="danger"
            busy={remove.isPending ? 'Deleting' : null}
            disabled={count > 1 && typed.trim() !== String(count)}
            onClick={confirm}
          >
            {failed.length > 0 ? 'Try again' : count === 1 ? 'Delete item' : `Delete ${what}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {count > 1 || failed.length > 0 ? (
          <div className={styles.named} {...scrollableGroupProps('Affected items')}>
            <ul>
              {left.slice(0, mostNamed).map((item) => (
                <li key={itemId(item)}>
                  {[...item.namespace, item.key].join(' / ')}
                  <Problem of={failed.find((one) => itemId(one) === itemId(item)) ?? null} />
                </li>
              ))}
              {count > mostNamed ? <li>and {count - mostNamed} more</li> : null}
            </ul>
          </div>
        ) : null}
        {count === 1 ? null : (
          <TextField
            label={`Type ${count} to confirm`}
            value={typed}
            inputMode="numeric"
            onChange={setTyped}
          />
        )}
        {remove.error ? <ErrorNotice action="Delete failed" error={remove.error} /> : null}
      </div>
    </Dialog>
  );
}

function Problem({ of }: { readonly of: StoreItemResult | null }) {
  if (of?.problem == null) return null;
  return (
    <span className={styles.failed}>
      {' '}
      was not deleted: {of.problem.message} {of.problem.details['server'] ?? ''}
    </span>
  );
}
