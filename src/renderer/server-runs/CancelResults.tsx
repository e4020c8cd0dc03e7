import { Button } from '../ui/controls/Button.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import styles from '../ui/resource-view/resource-view.module.css';
import { outcomeSummary, outcomeText, type CancelOutcome } from '../shared-ui/cancel-outcomes.ts';

interface CancelResultsProps {
  readonly outcomes: readonly CancelOutcome[];
  readonly onClose: () => void;
}

export function CancelResults({ outcomes, onClose }: CancelResultsProps) {
  return (
    <DetailPane
      label="Cancelled runs"
      title={<span role="status">{outcomeSummary(outcomes)}</span>}
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className={styles.lines} aria-label="Results">
        {outcomes.map((outcome) => (
          <li key={outcome.runId}>
            <StatusIcon
              label=""
              status={outcome.result === null ? 'failed' : outcome.result.stopped ? 'cancelled' : 'unknown'}
            />
            <span>{outcome.title}</span>
            <code title={outcome.runId}>…{outcome.runId.slice(-8)}</code>
            <span className={styles.quiet}>{outcomeText(outcome)}</span>
          </li>
        ))}
      </ul>
    </DetailPane>
  );
}
