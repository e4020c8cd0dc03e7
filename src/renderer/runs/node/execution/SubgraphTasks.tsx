import { StatusIcon } from '../../../ui/display/StatusIcon.tsx';
import { durationText } from '../../../ui/display/format.ts';
import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import { executionStatuses } from './execution-labels.ts';
import styles from '../NodeView.module.css';

/** Tasks beyond this number are in the timeline. */
const mostTasks = 100;

/** The tasks that ran inside a subgraph, as links to what they did. */
export function SubgraphTasks({
  rows,
  onTask,
}: {
  readonly rows: readonly TimelineRow[];
  readonly onTask: (nodeId: string, taskId: string) => void;
}) {
  if (rows.length === 0) {
    return (
      <p className={styles.line}>
        The events of its run are not stored here, or do not include subgraphs. Click a node inside it on the
        canvas to see what it did.
      </p>
    );
  }
  return (
    <ul className={styles.tasks}>
      {rows.slice(0, mostTasks).map(({ taskId, nodeId, label, status, startMs, endMs, resultSeq }) => (
        <li key={taskId}>
          <button type="button" className={styles.task} onClick={() => onTask(nodeId, taskId)}>
            <StatusIcon
              status={executionStatuses[status].status}
              label={executionStatuses[status].label}
              size={12}
            />
            <span>{label}</span>
            {endMs === null || resultSeq === null ? null : <small>{durationText(endMs - startMs)}</small>}
          </button>
        </li>
      ))}
      {rows.length > mostTasks ? (
        <li className={styles.line}>
          {(rows.length - mostTasks).toLocaleString('en')} more are in the timeline.
        </li>
      ) : null}
    </ul>
  );
}
