import { useState } from 'react';
import type { ThreadOutcome } from '../../shared/model/thread-query.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { scrollableGroup } from '../ui/named-group.ts';
import { TextField } from '../ui/TextField.tsx';
import { useDeleteThreads } from './mutations.ts';
import { threadTitle } from './thread-words.ts';
import styles from './ThreadList.module.css';

interface DeleteThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

/** Deletes threads after saying which, and on which server; many only after their number was typed (row D-9). */
export function DeleteThreadsDialog(props: DeleteThreadsDialogProps) {
  const { connectionId, serverName, threads, onClose, onDeleted } = props;
  const [typed, setTyped] = useState('');
  /** Those that are still to be deleted: all at first, later those that failed. */
  const [left, setLeft] = useState(threads);
  const [outcomes, setOutcomes] = useState<readonly ThreadOutcome[]>([]);
  const remove = useDeleteThreads(connectionId);
  const count = left.length;
  const isSure = count === 1 || typed.trim() === String(count);
  const what = count === 1 && left[0] ? `“${threadTitle(left[0])}”` : `${count} threads`;

  const begin = async (): Promise<void> => {
    const came = await remove.mutateAsync(left.map(({ threadId }) => threadId));
    const gone = new Set(came.filter(({ problem }) => problem === null).map(({ threadId }) => threadId));
    onDeleted([...gone]);
    const failed = left.filter(({ threadId }) => !gone.has(threadId));
    if (failed.length === 0) return onClose();
    setOutcomes(came);
    setLeft(failed);
    setTyped('');
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${what}?`}
      description={
        <>
          Deletes {count === 1 ? 'the thread' : 'the threads'} on <strong>{serverName}</strong>, with all runs
          and checkpoints. There is no way back. A run that is going on is cancelled first.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>{outcomes.length > 0 ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="danger"
            busy={remove.isPending ? 'Deleting' : null}
            disabled={!isSure}
            onClick={() => void begin().catch(() => undefined)}
          >
            {outcomes.length > 0 ? 'Try again' : `Delete ${count === 1 ? 'thread' : what}`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {count > 1 || outcomes.length > 0 ? (
          <div className={styles.named} {...scrollableGroup('Threads to delete')}>
            <ul>
              {left.map((thread) => (
                <NamedThread key={thread.threadId} thread={thread} outcomes={outcomes} />
              ))}
            </ul>
          </div>
        ) : null}
        {count === 1 ? null : (
          <TextField label={`Type ${count} to go on`} value={typed} inputMode="numeric" onChange={setTyped} />
        )}
        {remove.error ? <ErrorNote error={remove.error} /> : null}
      </div>
    </Dialog>
  );
}

function NamedThread({
  thread,
  outcomes,
}: {
  readonly thread: Thread;
  readonly outcomes: readonly ThreadOutcome[];
}) {
  const problem = outcomes.find(({ threadId }) => threadId === thread.threadId)?.problem ?? null;
  return (
    <li>
      {threadTitle(thread)}
      {problem === null ? null : <span className={styles.failed}> was not deleted: {problem}</span>}
    </li>
  );
}
