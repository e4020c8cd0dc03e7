import { durationText } from '../../../ui/display/format.ts';
import { clockText, executionStatuses } from './execution-labels.ts';
import { ExecutionDetails } from './ExecutionDetails.tsx';
import { ExecutionInput } from './ExecutionInput.tsx';
import { ExecutionOutput } from './ExecutionOutput.tsx';
import { NodeSettingsSection } from './NodeSettingsSection.tsx';
import { ExecutionToolbar } from './ExecutionToolbar.tsx';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { useTokens } from './use-tokens.ts';
import { UnknownFact } from './UnknownFact.tsx';
import styles from '../NodeView.module.css';

/** One execution: facts, actions, input and output; everything else is collapsed below. */
export function ExecutionView(props: ExecutionViewProps) {
  return (
    <>
      <div className={styles.summary}>
        <Facts {...props} />
        <ExecutionToolbar
          connectionId={props.connectionId}
          execution={props.execution}
          actions={props.actions}
          threadId={props.threadId}
        />
      </div>
      <div className={styles.body}>
        <NodeSettingsSection slots={props.slots} execution={props.execution} />
        <ExecutionInput {...props} />
        <ExecutionOutput {...props} />
        <ExecutionDetails {...props} />
      </div>
    </>
  );
}

function Facts({ execution, eventsOf }: ExecutionViewProps) {
  const { status, startedAt, startedAfterMs, ms, stepMs, attempts, isOnBranch, isPartial, parts } = execution;
  const log = execution.runId === null ? null : eventsOf(execution.runId);
  const tokens = useTokens(log, execution.taskId);
  return (
    <p className={styles.facts} data-testid="execution-facts" data-status={status}>
      <b>{executionStatuses[status].label}</b>
      {status === 'next' ? null : startedAt.known ? (
        <time dateTime={new Date(startedAt.value).toISOString()} title="Start, by the server’s clock">
          {clockText(startedAt.value)}
        </time>
      ) : startedAfterMs.known ? (
        <span title="Start, since the first event of its run">{offsetText(startedAfterMs.value)}</span>
      ) : (
        <UnknownFact why={startedAt.why} what="start" />
      )}
      {status === 'next' || status === 'running' ? null : ms.known ? (
        <span title={isPartial ? 'In its last run. The events of earlier ones are not stored here.' : ''}>
          {durationText(ms.value)}
          {isPartial ? ' in its last run' : parts.length > 1 ? ` in ${parts.length} runs` : ''}
        </span>
      ) : stepMs === null ? (
        <UnknownFact why={ms.why} what="duration" />
      ) : (
        <span title="Between its two checkpoints. The duration of the task alone is in the events of its run.">
          superstep took {durationText(stepMs)}
        </span>
      )}
      {attempts.known ? <span>{attempts.value} tries</span> : null}
      {tokens === null ? null : <span>{tokens.toLocaleString('en')} tok</span>}
      {isOnBranch ? null : <span>other branch</span>}
    </p>
  );
}

function offsetText(ms: number): string {
  return ms < 1 ? 'at the start of its run' : `${durationText(ms)} into its run`;
}
