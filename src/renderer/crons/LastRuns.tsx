import { useThreadRecord } from '../queries/thread-record.ts';
import { displayRun } from '../run-state/run-display.ts';
import { StatusChip } from '../ui/display/Chip.tsx';
import { statusStyles } from '../ui/display/status-styles.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import list from '../ui/resource-view/resource-view.module.css';
import { useThreadRuns } from './queries.ts';
import styles from './CronsView.module.css';

// Runs that are shown of a thread.
const maxShown = 5;

interface LastRunsProps {
  readonly connectionId: string;
  // `null`: each run has a thread of its own.
  readonly threadId: string | null;
}

// How the newest runs of a cron's thread ended. No server says which run is of which cron, so that others may be among them.
export function LastRuns({ connectionId, threadId }: LastRunsProps) {
  const { data, error } = useThreadRuns(connectionId, threadId);
  const thread = useThreadRecord(connectionId, threadId);
  if (threadId === null) {
    return (
      <p className={list.quiet}>
        Unknown: each run has its own thread, and the server does not report which runs belong to a cron.
      </p>
    );
  }
  if (error) return <p className={list.quiet}>Unknown: {error.message}</p>;
  if (!data) return <p className={list.quiet}>Loading</p>;
  if (data.length === 0) return <p className={list.quiet}>Its thread has no runs.</p>;
  return (
    <ul className={styles.runs} aria-label="Newest runs of its thread">
      {data.slice(0, maxShown).map((run) => {
        const { status, text } = displayRun(run.runId, run, thread);
        const { label } = statusStyles[status];
        return (
          <li key={run.runId}>
            <StatusChip status={status} title={text} />
            {run.createdAt === null ? 'unknown' : <TimeAgo at={run.createdAt} />}
            {text === label ? null : <span className={styles.ending}>{text}</span>}
          </li>
        );
      })}
    </ul>
  );
}
