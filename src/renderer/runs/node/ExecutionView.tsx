import { tokensText } from '../../ui/display/tokens-text.ts';
import { isImported } from '../../../shared/thread-record/story.ts';
import { statusLabels } from '../../../shared/status-labels.ts';
import type { ExecutionViewProps } from './node-view-props.ts';
import { clockSource, clockText, executionTimeText, offsetText } from './execution-labels.ts';
import { ExecutionDetails } from './ExecutionDetails.tsx';
import { ExecutionInput } from './ExecutionInput.tsx';
import { ExecutionOutput } from './ExecutionOutput.tsx';
import { ImportedExecution } from './ImportedExecution.tsx';
import { ExecutionToolbar } from './ExecutionToolbar.tsx';
import { NodeSettingsSection } from './NodeSettingsSection.tsx';
import styles from './NodeView.module.css';

export function ExecutionView(props: ExecutionViewProps) {
  return (
    <>
      <div className={styles.summary}>
        <FactLine {...props} />
        <ExecutionToolbar
          connectionId={props.connectionId}
          execution={props.execution}
          facts={props.facts}
          actions={props.actions}
          threadId={props.threadId}
          isImport={isImported(props.record)}
        />
      </div>
      <div className={styles.body}>
        <NodeSettingsSection slots={props.slots} execution={props.execution} />
        {isImported(props.record) ? (
          <ImportedExecution {...props} />
        ) : (
          <>
            <ExecutionInput {...props} />
            <ExecutionOutput {...props} />
          </>
        )}
        <ExecutionDetails {...props} />
      </div>
    </>
  );
}

function FactLine({ execution: { status }, isOnBranch, facts, record }: ExecutionViewProps) {
  const { startedAt, attempts, tokens, abortedBy } = facts;
  const offset = offsetText(record, facts);
  const time = executionTimeText(status, facts);
  return (
    <p className={styles.facts} data-testid="execution-facts" data-status={status}>
      <span>
        <b>{statusLabels[status]}</b>
        {abortedBy === null ? '' : ` by the error of ${abortedBy.nodeId.replaceAll(':', ' › ')}`}
      </span>
      {offset !== null ? (
        <span title="Start, since the first event of its run">{offset}</span>
      ) : startedAt === null ? null : (
        <time dateTime={new Date(startedAt.ms).toISOString()} title={`Start, ${clockSource(startedAt)}`}>
          {clockText(startedAt)}
        </time>
      )}
      {time === '' ? null : <span className={facts.time === null ? styles.unknown : undefined}>{time}</span>}
      {attempts === null || attempts < 2 ? null : <span>{attempts} tries</span>}
      {tokens === null ? null : <span>{tokensText(tokens.tokens, tokens.isLowerBound)}</span>}
      {isOnBranch ? null : <span>other branch</span>}
    </p>
  );
}
