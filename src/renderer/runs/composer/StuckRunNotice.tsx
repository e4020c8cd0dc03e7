import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DeleteStuckRunResult } from '../../../shared/model/runs/run.ts';
import { useResetOnServerReturn } from '../../domain/server-returns.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { useCopyThreadForRun, useDeleteStuckRun } from '../mutations.ts';
import styles from './Composer.module.css';

export interface StuckRunNoticeProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string;
  readonly runId: string;
  readonly onThread: (threadId: string) => void;
  readonly onFreed: (freed: DeleteStuckRunResult) => void;
}

/** A run that its server did not stop: possible causes, and the two ways to continue (row R-15). */
export function StuckRunNotice({
  connectionId,
  serverName,
  threadId,
  runId,
  onThread,
  onFreed,
}: StuckRunNoticeProps) {
  const [asks, setAsks] = useState(false);
  const copy = useCopyThreadForRun(connectionId);
  const free = useDeleteStuckRun(connectionId);
  useResetOnServerReturn(connectionId, copy);
  const copyNow = (): void => copy.mutate(threadId, { onSuccess: (thread) => onThread(thread.threadId) });
  return (
    <section className={styles.stuck} aria-label="The run does not stop">
      <p role="status">The server took the request and goes on listing the run. It holds its thread.</p>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={<Copy size={12} aria-hidden />}
          title="A new thread with every state of this one, which takes runs and can go on from the newest."
          busy={copy.isPending ? 'Copying' : null}
          onClick={copyNow}
        >
          Copy the thread
        </Button>
        <Button
          size="small"
          variant="danger"
          icon={<Trash2 size={12} aria-hidden />}
          title="Frees this thread. What the run wrote is deleted with it."
          onClick={() => setAsks(true)}
        >
          Delete the run
        </Button>
      </div>
      {copy.error ? <ErrorNotice action="Copy failed" error={copy.error} onRetry={copyNow} /> : null}
      <p className={styles.quiet}>
        The copy keeps all states and takes runs. Deleting the run frees this thread and loses what the run
        wrote. If a node is only slow to stop, wait.
      </p>
      <details className={styles.reason}>
        <summary>Why it may not stop</summary>
        <p className={styles.quiet}>
          A server that was restarted in mid-run does this: nothing works on the run any more, and every new
          run, whatever its strategy, waits behind it.
        </p>
      </details>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        danger
        title={`Delete the run that holds this thread on ${serverName}?`}
        body={
          <>
            The run is asked to stop once more. If it does not, it is deleted with all checkpoints that it
            wrote, its input included: the thread goes back to where it was before. Runs that wait behind it
            begin. If the run does go on after all, it fails, and the server may lose a worker. To keep its
            states, copy the thread first.
          </>
        }
        confirmLabel="Delete run"
        busyLabel="Deleting"
        onConfirm={async () => onFreed(await free.mutateAsync({ threadId, runId }))}
      />
    </section>
  );
}
