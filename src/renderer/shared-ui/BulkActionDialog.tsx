import { useRef, useState, type ReactNode } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { WireError } from '../../shared/wire-error.ts';
import { mayHaveHappened } from '../../shared/may-have-happened.ts';
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
  /** In its place where the server may have done it without answering. Without it, the results say where. */
  readonly unknown?: string;
  readonly nouns: readonly [one: string, several: string];
  /** Of the button that closes the dialog without acting. */
  readonly dismiss?: string;
  /** In place of `Delete 3 threads?` and `Delete 3 threads`. */
  readonly title?: (what: string) => string;
  readonly confirm?: string;
}

interface BulkActionDialogProps {
  readonly connectionId: string;
  readonly items: readonly BulkActionItem[];
  readonly labels: BulkActionLabels;
  readonly renderDescription: (count: number) => ReactNode;
  // Counts of the results, shown while at least one object has a note.
  readonly summaryOf?: (results: readonly BulkActionResult[]) => string;
  // The action can't be undone.
  readonly danger?: boolean;
  // More objects than this are confirmed by typing their number.
  readonly maxUntyped?: number;
  readonly act: (ids: readonly string[]) => Promise<readonly BulkActionResult[]>;
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Confirms an action and names the server; for several objects, their number must be typed. Reports each result, and
 * failed ones can be retried.
 */
export function BulkActionDialog(props: BulkActionDialogProps) {
  const { connectionId, items, labels, renderDescription, summaryOf, act, onDone, onClose } = props;
  const { danger = true, maxUntyped = 1 } = props;
  const [noun, nouns] = labels.nouns;
  const [typed, setTyped] = useState('');
  // The remaining objects: all at first, then those that failed.
  const [left, setLeft] = useState(items);
  const [outcomes, setOutcomes] = useState<readonly BulkActionResult[]>([]);
  const [finished, setFinished] = useState<readonly BulkActionResult[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const [again, setAgain] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stopped = useRef(false);
  useOnReconnect(connectionId, () => {
    setOutcomes(outcomes.filter(({ problem }) => !isOutage(problem) || isUnknown(labels, problem)));
    if (isOutage(error)) setError(null);
  });
  const count = left.length;
  const isSure = count <= maxUntyped || typed.trim() === String(count);
  const what = count === 1 && left[0] ? `“${left[0].name}”` : `${count} ${nouns}`;
  const noted = finished.filter(({ note }) => note != null);
  const notedIds = new Set(noted.map(({ id }) => id));
  const listed = again ? [...left, ...items.filter(({ id }) => notedIds.has(id))] : left;
  const reported = [...outcomes, ...noted];

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
    const succeededIds = new Set(came.filter((one) => one.problem === null).map(({ id }) => id));
    const allFinished = [...finished, ...came.filter(({ id }) => succeededIds.has(id))];
    onDone([...succeededIds]);
    const others = left.filter(({ id }) => !succeededIds.has(id));
    if (others.length === 0 && allFinished.every(({ note }) => note == null)) return onClose();
    setAgain(true);
    setFinished(allFinished);
    setOutcomes(came.filter((one) => one.problem !== null));
    setError(problem);
    setLeft(others);
    setTyped('');
  };

  const isOver = again && count === 0;
  // An outage is reported for each object: a call that fails because of one has sent nothing.
  const isLost = error instanceof AppError && !isOutage(error) && isUnknown(labels, error);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isOver ? `${labels.verb} ${nouns}` : (labels.title?.(what) ?? `${labels.verb} ${what}?`)}
      description={isOver ? undefined : renderDescription(count)}
      footer={
        <>
          {done === null ? (
            <Button onClick={onClose}>{again ? 'Close' : (labels.dismiss ?? 'Cancel')}</Button>
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
          {isOver ? null : (
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={done === null ? null : count === 1 ? labels.busy : `${labels.busy} ${done} of ${count}`}
              disabled={!isSure}
              onClick={() => void start()}
            >
              {again ? 'Try again' : (labels.confirm ?? `${labels.verb} ${count === 1 ? noun : what}`)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {again && summaryOf !== undefined ? (
          <p role="status" className={styles.summary}>
            {summaryOf([...finished, ...outcomes])}
          </p>
        ) : null}
        {items.length > 1 || again ? (
          <div className={styles.named} {...scrollableGroupProps(`Affected ${nouns}`)}>
            <ul>
              {listed.slice(0, maxNamed).map((item) => (
                <NamedItem key={item.id} item={item} outcomes={reported} labels={labels} />
              ))}
              {listed.length > maxNamed ? <li>and {listed.length - maxNamed} more</li> : null}
            </ul>
          </div>
        ) : null}
        {count <= maxUntyped || done !== null ? null : (
          <TextField
            label={`Type ${count} to confirm`}
            value={typed}
            inputMode="numeric"
            onChange={setTyped}
          />
        )}
        {error === null ? null : (
          <ErrorNotice
            action={`${labels.verb} ${isLost ? 'has an unknown outcome' : 'failed'}`}
            error={error}
          />
        )}
      </div>
    </Dialog>
  );
}

// Naming thousands of objects would take seconds to render.
const maxNamed = 300;

interface NamedItemProps {
  readonly item: BulkActionItem;
  readonly outcomes: readonly BulkActionResult[];
  readonly labels: BulkActionLabels;
}

function NamedItem({ item: { id, name, line = name, tooltip }, outcomes, labels }: NamedItemProps) {
  const { problem = null, note = null } = outcomes.find((one) => one.id === id) ?? {};
  return (
    <li title={tooltip}>
      {line}
      {note === null ? null : <span className={styles.note}> {note}</span>}
      {problem === null ? null : (
        <span className={styles.failed}>
          {' '}
          {isUnknown(labels, problem) ? labels.unknown : labels.failed}: {problem.message}{' '}
          {(problem.code === 'outcome-unknown' ? problem.hint : problem.details['server']) ?? ''}
        </span>
      )}
    </li>
  );
}

function isUnknown(labels: BulkActionLabels, problem: WireError | null): boolean {
  return labels.unknown !== undefined && problem !== null && mayHaveHappened(problem);
}
