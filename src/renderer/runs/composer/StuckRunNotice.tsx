import { useUnavailable } from '../../rpc/server-features.ts';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DeleteStuckRunResult } from '../../../shared/model/run.ts';
import { useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/popups/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
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

export function StuckRunNotice({
  connectionId,
  serverName,
  threadId,
  runId,
  onThread,
  onFreed,
}: StuckRunNoticeProps) {
  const [isConfirming, setAsks] = useState(false);
  const copy = useCopyThreadForRun(connectionId);
  const free = useDeleteStuckRun(connectionId);
  useResetOnReconnect(connectionId, copy);
  useResetOnReconnect(connectionId, free);
  const noCopy = useUnavailable(connectionId, 'threads.copy');
  const noDelete = useUnavailable(connectionId, 'runs.deleteStuck');
  const copyNow = (): void => copy.mutate(threadId, { onSuccess: ({ thread }) => onThread(thread.threadId) });
  return (
    <section className={styles.stuck} aria-label="The run is not stopping">
      <p role="status">The server accepted the request but still lists the run. It blocks its thread.</p>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={<Copy size={12} aria-hidden />}
          disabled={noCopy !== null}
          title={noCopy ?? 'Creates a new thread with all checkpoints of this one, ready to run.'}
          busy={copy.isPending ? 'Copying' : null}
          onClick={copyNow}
        >
          Copy the thread
        </Button>
        <Button
          size="small"
          variant="danger"
          icon={<Trash2 size={12} aria-hidden />}
          disabled={noDelete !== null}
          title={noDelete ?? 'Frees this thread, and deletes what the run wrote.'}
          onClick={() => setAsks(true)}
        >
          Delete the run
        </Button>
      </div>
      {copy.error ? <ErrorNotice action="Copy failed" error={copy.error} onRetry={copyNow} /> : null}
      <p className={styles.quiet}>
        The copy keeps all checkpoints and can run. Deleting the run frees this thread but deletes what the
        run wrote. If a node is just slow to stop, wait.
      </p>
      <details className={styles.reason}>
        <summary>Possible causes</summary>
        <p className={styles.quiet}>
          This happens when a server restarts during a run: no worker executes it any more, and every new run
          queues behind it, whatever its multitask strategy.
        </p>
      </details>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setAsks}
        danger
        title={`Delete the run that blocks this thread on ${serverName}?`}
        body={
          <>
            The run is cancelled once more. If it does not stop, it is deleted with all its checkpoints,
            including its input: the thread returns to its previous state. Queued runs start. If the run is
            still executing, it fails, and the server may lose a worker. To keep its checkpoints, copy the
            thread first.
          </>
        }
        confirmLabel="Delete run"
        busyLabel="Deleting"
        action={free}
        onConfirm={async () => onFreed(await free.mutateAsync({ threadId, runId }))}
      />
    </section>
  );
}
