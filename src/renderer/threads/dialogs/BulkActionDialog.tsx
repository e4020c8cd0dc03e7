import { useRef, useState } from 'react';
import type { ThreadActionResult } from '../../../shared/model/threads/thread-listing.ts';
import type { Thread } from '../../../shared/model/threads/thread.ts';
import { isOutage, useOnServerReturn } from '../../domain/server-returns.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { TextField } from '../../ui/controls/TextField.tsx';
import { runInBatches } from './run-in-batches.ts';
import { threadTitle } from '../thread-labels.ts';
import styles from '../threads.module.css';

/** Labels of an action that can't be undone. */
export interface BulkActionLabels {
  /** `Delete`. */
  readonly verb: string;
  /** `Deleting`. */
  readonly busy: string;
  /** `was not deleted`. */
  readonly failed: string;
  /** Its effect on one thread, and on several; followed by the server's name. */
  readonly does: readonly [one: string, several: string];
  /** The consequences, after the name of the server. */
  readonly means: string;
}

interface BulkActionDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly labels: BulkActionLabels;
  readonly act: (threadIds: readonly string[]) => Promise<readonly ThreadActionResult[]>;
  /** The threads for which it succeeded. */
  readonly onDone: (threadIds: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Confirms a destructive action on threads and names the server; for many threads, their number must be typed
 * (row D-9). Reports each result, and failed ones can be retried (row D-10).
 */
export function BulkActionDialog(props: BulkActionDialogProps) {
  const { connectionId, serverName, threads, labels, act, onDone, onClose } = props;
  const [typed, setTyped] = useState('');
  /** The remaining threads: all at first, then those that failed. */
  const [left, setLeft] = useState(threads);
  const [outcomes, setOutcomes] = useState<readonly ThreadActionResult[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const [again, setAgain] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const stopped = useRef(false);
  useOnServerReturn(connectionId, () => {
    setOutcomes(outcomes.filter(({ problem }) => !isOutage(problem)));
    if (isOutage(error)) setError(null);
  });
  const count = left.length;
  const isSure = count === 1 || typed.trim() === String(count);
  const what = count === 1 && left[0] ? `“${threadTitle(left[0])}”` : `${count} threads`;

  const start = async (): Promise<void> => {
    stopped.current = false;
    setError(null);
    setOutcomes([]);
    setDone(0);
    const ids = left.map(({ threadId }) => threadId);
    const { came, problem } = await runInBatches(ids, act, (number) => {
      setDone(number);
      return stopped.current;
    });
    setDone(null);
    const gone = new Set(came.filter((one) => one.problem === null).map(({ threadId }) => threadId));
    onDone([...gone]);
    const others = left.filter(({ threadId }) => !gone.has(threadId));
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
      description={
        <>
          {labels.does[count === 1 ? 0 : 1]} on <strong>{serverName}</strong>
          {labels.means}
        </>
      }
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
            {again ? 'Try again' : `${labels.verb} ${count === 1 ? 'thread' : what}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {count > 1 || again ? (
          <div className={styles.named} {...scrollableGroupProps('Affected threads')}>
            <ul>
              {left.slice(0, mostNamed).map((thread) => (
                <NamedThread
                  key={thread.threadId}
                  thread={thread}
                  outcomes={outcomes}
                  failed={labels.failed}
                />
              ))}
              {count > mostNamed ? <li>and {count - mostNamed} more</li> : null}
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

/** Naming thousands of threads would take seconds to render. */
const mostNamed = 300;

interface NamedThreadProps {
  readonly thread: Thread;
  readonly outcomes: readonly ThreadActionResult[];
  readonly failed: string;
}

function NamedThread({ thread, outcomes, failed }: NamedThreadProps) {
  const problem = outcomes.find(({ threadId }) => threadId === thread.threadId)?.problem ?? null;
  return (
    <li title={thread.threadId}>
      {threadTitle(thread)}
      {problem === null ? null : (
        <span className={styles.failed}>
          {' '}
          {failed}: {problem.message} {problem.details['server'] ?? ''}
        </span>
      )}
    </li>
  );
}
