import { useRef, useState, type ReactNode } from 'react';
import { isOutage, useOnReconnect } from './use-on-reconnect.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { TextField } from '../ui/controls/TextField.tsx';
import { runInBatches, type BulkActionResult } from './run-in-batches.ts';
import styles from './BulkActionDialog.module.css';

export interface BulkActionItem {
  readonly id: string;
  readonly name: string;
  readonly line?: string;
  readonly tooltip?: string;
}

export interface BulkActionLabels {
  readonly verb: string;
  readonly busy: string;
  readonly failed: string;
  readonly nouns: readonly [one: string, several: string];
}

interface BulkActionDialogProps {
  readonly connectionId: string;
  readonly items: readonly BulkActionItem[];
  readonly labels: BulkActionLabels;
  readonly renderDescription: (count: number) => ReactNode;
  readonly act: (ids: readonly string[]) => Promise<readonly BulkActionResult[]>;
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Confirms a destructive action and names the server; for several objects, their number must be typed. Reports each result, and failed ones can be retried.
 */
export function BulkActionDialog(props: BulkActionDialogProps) {
  const { connectionId, items, labels, renderDescription, act, onDone, onClose } = props;
  const [noun, nouns] = labels.nouns;
  const [typed, setTyped] = useState('');
  // The remaining objects: all at first, then those that failed.
  const [left, setLeft] = useState(items);
  const [outcomes, setOutcomes] = useState<readonly BulkActionResult[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const [again, setAgain] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stopped = useRef(false);
  useOnReconnect(connectionId, () => {
    setOutcomes(outcomes.filter(({ problem }) => !isOutage(problem)));
    if (isOutage(error)) setError(null);
  });
  const count = left.length;
  const isSure = count === 1 || typed.trim() === String(count);
  const what = count === 1 && left[0] ? `“${left[0].name}”` : `${count} ${nouns}`;

  const start = async (): Promise<void> => {
    stopped.current = false;
    setError(null);
    setOutcomes([]);
    setDone(0);
    const ids = left.map(({ id }) => id);
    const { came, problem } = await runInBatches(ids, act, (number) => {
      setDone(number);
      return stopped.current;
    });
    setDone(null);
    const gone = new Set(came.filter((one) => one.problem === null).map(({ id }) => id));
    onDone([...gone]);
    const others = left.filter(({ id }) => !gone.has(id));
    if (others.length === 0) return onClose();
    setAgain(true);
    setOutcomes(came);
    setError(problem);
    setLeft(others);
    setTyped('');
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${labels.verb} ${what}?`}
      description={renderDescription(count)}
      footer={
        <>
          {done === null ? (
            <Button onClick={onClose}>{again ? 'Close' : 'Cancel'}</Button>
          ) : (
            <Button
              disabled={count === 1}
              onClick={() => {
                stopped.current = true;
              }}
            >
              Stop
            </Button>
          )}
          <Button
            variant="danger"
            busy={done === null ? null : count === 1 ? labels.busy : `${labels.busy} ${done} of ${count}`}
            disabled={!isSure}
            onClick={() => void start()}
          >
            {again ? 'Try again' : `${labels.verb} ${count === 1 ? noun : what}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {count > 1 || again ? (
          <div className={styles.named} {...scrollableGroupProps(`Affected ${nouns}`)}>
            <ul>
              {left.slice(0, maxNamed).map((item) => (
                <NamedItem key={item.id} item={item} outcomes={outcomes} failed={labels.failed} />
              ))}
              {count > maxNamed ? <li>and {count - maxNamed} more</li> : null}
            </ul>
          </div>
        ) : null}
        {count === 1 || done !== null ? null : (
          <TextField
            label={`Type ${count} to confirm`}
            value={typed}
            inputMode="numeric"
            onChange={setTyped}
          />
        )}
        {error === null ? null : <ErrorNotice action={`${labels.verb} failed`} error={error} />}
      </div>
    </Dialog>
  );
}

// Naming thousands of objects would take seconds to render.
const maxNamed = 300;

interface NamedItemProps {
  readonly item: BulkActionItem;
  readonly outcomes: readonly BulkActionResult[];
  readonly failed: string;
}

function NamedItem({ item: { id, name, line = name, tooltip }, outcomes, failed }: NamedItemProps) {
  const problem = outcomes.find((one) => one.id === id)?.problem ?? null;
  return (
    <li title={tooltip}>
      {line}
      {problem === null ? null : (
        <span className={styles.failed}>
          {' '}
          {failed}: {problem.message} {problem.details['server'] ?? ''}
        </span>
      )}
    </li>
  );
}
