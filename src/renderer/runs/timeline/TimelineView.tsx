import { clsx } from 'clsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { scrollableGroup } from '../../ui/named-group.ts';
import { durationText } from '../../ui/time-ago.ts';
import type { RunLogPicture } from '../run-log-store.ts';
import type { TimelineRow } from './timeline.ts';
import styles from '../Runs.module.css';

const words: Readonly<Record<TimelineRow['status'], string>> = {
  running: 'runs',
  finished: '',
  failed: 'failed',
  waiting: 'waits',
  stopped: 'stopped',
};

/** The tasks of a run as bars, nested by subgraph. */
export function TimelineView({ log, running }: { readonly log: RunLogPicture; readonly running: boolean }) {
  const rows = log.model.timeline.rows();
  if (rows.length === 0) {
    return (
      <EmptyState compact title="No tasks" sentence={running ? 'No node has begun yet.' : 'No node ran.'} />
    );
  }
  const last = log.model.lastMs();
  // Room for the bars under way, so that they are seen to grow.
  const whole = Math.max(1, running ? last * 1.05 : last);
  return (
    <div className={styles.timeline} {...scrollableGroup('Timeline')}>
      <ul>
        {rows.map((row) => (
          <Bar
            key={row.taskId}
            row={row}
            whole={whole}
            last={last}
            tokens={log.model.messages.tokensOf(row.taskId)}
          />
        ))}
      </ul>
    </div>
  );
}

interface BarProps {
  readonly row: TimelineRow;
  readonly whole: number;
  readonly last: number;
  readonly tokens: number | null;
}

function Bar({ row, whole, last, tokens }: BarProps) {
  const end = row.endMs ?? last;
  // A task that waits took no time; how long a person takes is not told by the log.
  const spent = row.status === 'waiting' ? '' : durationText(end - row.startMs);
  const facts = [words[row.status], spent, tokens === null ? '' : `${tokens} tok`];
  return (
    <li className={styles.task} data-testid={`task-${row.nodeId}`} data-status={row.status}>
      <span
        className={clsx(styles.taskName, row.depth > 0 && styles.inner)}
        style={{ paddingLeft: Math.min(row.depth, 6) * 14 }}
        title={row.nodeId}
      >
        {row.label}
      </span>
      <span className={styles.track}>
        <i
          className={clsx(styles.bar, row.container && styles.around)}
          data-status={row.status}
          style={{
            left: `min(${(row.startMs / whole) * 100}%, 100% - 4px)`,
            width: `${Math.max(0.6, ((end - row.startMs) / whole) * 100)}%`,
          }}
        />
      </span>
      <small className={styles.facts} data-status={row.status}>
        {facts.filter((fact) => fact !== '').join(' · ')}
      </small>
    </li>
  );
}
