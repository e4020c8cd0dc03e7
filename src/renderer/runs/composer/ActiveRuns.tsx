import { Square, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { CancelAction } from '../../../shared/model/run.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { StatusIcon } from '../../ui/StatusIcon.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStopRun } from '../mutations.ts';
import { useThreadStatus } from '../queries.ts';
import { activeRuns, sinceWords, type ActiveRun } from './active-runs.ts';
import type { ComposerProps } from './composer-props.ts';
import { stopWords } from './stop-words.ts';
import styles from './Composer.module.css';

/** How long a thread may be busy without a run before that is worth a word, in milliseconds. */
const patienceMs = 3000;

type ActiveRunsProps = Pick<
  ComposerProps,
  'connectionId' | 'threadId' | 'runs' | 'shownRun' | 'running' | 'starting'
>;

/** What holds the thread, and how to stop it. What came of a stop is what the server says (row C-15). */
export function ActiveRuns({ connectionId, threadId, runs, shownRun, running, starting }: ActiveRunsProps) {
  const stop = useStopRun(connectionId);
  const [told, setTold] = useState<string | null>(null);
  const active = activeRuns(runs, shownRun, running);
  const status = useThreadStatus(connectionId, threadId, active.length > 0);
  const isStuck = useLasting(status === 'busy' && active.length === 0 && !starting, patienceMs);
  // What came of the last stop has nothing to say of the next run.
  const [seenStarting, setSeenStarting] = useState(starting);
  if (starting !== seenStarting) {
    setSeenStarting(starting);
    if (starting) setTold(null);
  }

  const stopRun = async ({ threadId: ofThread, runId }: ActiveRun, action: CancelAction): Promise<void> => {
    setTold(null);
    const result = await stop.mutateAsync({ threadId: ofThread, runId, action });
    setTold(stopWords(action, result));
  };
  const stopAll = async (): Promise<void> => {
    // Newest first, so that none of those that wait begins meanwhile. One after the other: each is asked about.
    for (const run of active.toReversed()) await stopRun(run, 'interrupt');
  };
  const asked = stop.isPending ? stop.variables : null;
  if (active.length === 0 && told === null && !isStuck && stop.error === null) return null;
  return (
    <div className={styles.active}>
      {active.map((run) => (
        <div key={run.runId} className={styles.activeRun}>
          <StatusIcon status={run.status} size={13} label="" />
          <span className={styles.activeWords} title={run.runId}>
            <code>{shortId(run.runId)}</code> {sinceWords(run)}
          </span>
          <span className={styles.activeEnd}>
            <Button
              size="small"
              variant="danger"
              icon={<Square size={11} aria-hidden />}
              title="Interrupts the run. What it wrote so far stays."
              disabled={asked !== null}
              busy={asked?.runId === run.runId && asked.action === 'interrupt' ? 'Stopping' : null}
              onClick={() => void stopRun(run, 'interrupt').catch(() => undefined)}
            >
              Stop
            </Button>
            <Button
              size="small"
              variant="ghost"
              icon={<Undo2 size={12} aria-hidden />}
              title="Stops the run and takes back what it wrote, where the server can."
              disabled={asked !== null}
              busy={asked?.runId === run.runId && asked.action === 'rollback' ? 'Rolling back' : null}
              onClick={() => void stopRun(run, 'rollback').catch(() => undefined)}
            >
              Roll back
            </Button>
          </span>
        </div>
      ))}
      {active.length > 1 ? (
        <Button size="small" disabled={asked !== null} onClick={() => void stopAll().catch(() => undefined)}>
          Stop all {active.length}
        </Button>
      ) : null}
      {isStuck ? (
        <p className={styles.activeWords}>
          The server says that this thread is busy and lists no run that holds it. The next run ends that.
        </p>
      ) : null}
      {told === null ? null : (
        <p className={styles.told} role="status">
          {told}
        </p>
      )}
      {stop.error ? <ErrorNote error={stop.error} /> : null}
    </div>
  );
}

/** Ids of runs begin with their time: the end tells them apart. */
function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 4)}…${id.slice(-6)}` : id;
}
