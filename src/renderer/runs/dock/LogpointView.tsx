import { useUnavailable } from '../../rpc/server-features.ts';
import { sideLabel } from '../../shared-ui/breakpoint-labels.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import type { Logpoints } from './use-logpoints.ts';
import styles from './LogpointView.module.css';

export interface LogpointViewProps extends Logpoints {
  readonly onNode: (nodeId: string, taskId: string | null) => void;
  readonly onCheckpoint: (checkpointId: string) => void;
}

export function LogpointView({ log, clear, onNode, onCheckpoint }: LogpointViewProps) {
  const { lines, dropped } = log;
  const noClear = useUnavailable(null, 'runs.logpoints', { clear: true });
  if (lines.length === 0)
    return (
      <EmptyState
        title="Nothing logged"
        sentence="Logpoints write here: breakpoints with a log message, when a run passes them."
      />
    );
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <span role="status">
          {lines.length.toLocaleString('en')} {lines.length === 1 ? 'line' : 'lines'}
          {dropped > 0 ? `, ${dropped.toLocaleString('en')} older ones are no longer stored` : ''}
        </span>
        <Button size="small" disabled={noClear !== null} title={noClear ?? undefined} onClick={clear}>
          Clear
        </Button>
      </div>
      <ol className={styles.lines} aria-label="Log">
        {lines.map(({ seq, at, nodeId, side, visit, checkpointId, text }) => (
          <li key={seq} className={styles.line}>
            <time dateTime={at} title={at}>
              {timeOf(at)}
            </time>
            <button type="button" className={styles.link} onClick={() => onNode(nodeId, null)}>
              {`${sideLabel(side).toLowerCase()} ${nodeId}`}
            </button>
            <button
              type="button"
              className={styles.link}
              title={`Checkpoint ${checkpointId}, visit ${visit}`}
              aria-label={`Show checkpoint ${checkpointId}`}
              onClick={() => onCheckpoint(checkpointId)}
            >
              {checkpointId.slice(-8)}
            </button>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

// Local time with milliseconds: `14:03:07.120`.
function timeOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const part = (value: number, length = 2): string => String(value).padStart(length, '0');
  return `${part(date.getHours())}:${part(date.getMinutes())}:${part(date.getSeconds())}.${part(date.getMilliseconds(), 3)}`;
}
