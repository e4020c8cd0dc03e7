import type { Execution } from '../../../shared/model/thread-record.ts';
import { statusWords } from '../../../shared/status-labels.ts';
import { workedTime } from '../../../shared/thread-record/worked-time.ts';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { workedTimeText } from '../timeline/timeline-labels.ts';
import { executionIcons, hasEnded } from './execution-labels.ts';
import styles from './NodeView.module.css';

// Tasks beyond this number are in the timeline.
const maxTasks = 100;

export function SubgraphTasks({
  executions,
  onTask,
}: {
  readonly executions: readonly Execution[];
  readonly onTask: (nodeId: string, taskId: string) => void;
}) {
  return (
    <ul className={styles.tasks}>
      {executions.slice(0, maxTasks).map((execution) => {
        const { executionId, taskId, nodeId, name, status } = execution;
        return (
          <li key={executionId}>
            <button type="button" className={styles.task} onClick={() => onTask(nodeId, taskId)}>
              <StatusIcon status={executionIcons[status]} label={statusWords[status]} size={12} />
              <span>{name}</span>
              {hasEnded(status) ? <small>{workedTimeText(workedTime([execution]))}</small> : null}
            </button>
          </li>
        );
      })}
      {executions.length > maxTasks ? (
        <li className={styles.line}>
          {(executions.length - maxTasks).toLocaleString('en')} more are in the timeline.
        </li>
      ) : null}
    </ul>
  );
}
