import { describeMissingMembers } from '../../shared/missing-members.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import { endingText } from '../../shared/status-labels.ts';
import type { CheckpointOutcome, CheckpointFacts } from '../../shared/thread-record/history.ts';
import { checkpointOriginLabel } from '../shared-ui/checkpoint.ts';
import { formatNodeCounts } from '../../shared/format-node-counts.ts';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { shortId } from '../ui/display/format.ts';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { TruncatedText } from '../ui/display/TruncatedText.tsx';
import styles from './state.module.css';

// Limits displayed node names in characters, to leave room for the state.
const maxLabelLength = 120;

export function StateSummary({
  state,
  facts,
  underWay,
}: {
  readonly state: ThreadState;
  readonly facts: CheckpointFacts | null;
  // A run continues from this state, or is about to write the next one.
  readonly underWay: boolean;
}) {
  const { checkpointId, step, next, source, tasks, missing = [] } = state;
  return (
    <div className={styles.summary}>
      <PropertyList>
        <Property
          name="Checkpoint"
          action={
            checkpointId === null ? null : <CopyButton label="Copy checkpoint ID" text={checkpointId} />
          }
          note={step === null ? null : `· step ${step}`}
        >
          {checkpointId === null ? (
            missing.includes('checkpoint') ? (
              'unknown'
            ) : (
              'none'
            )
          ) : (
            <code title={checkpointId}>{shortId(checkpointId)}</code>
          )}
        </Property>
        <Property name="Written by">
          <TruncatedText text={checkpointOriginLabel(source, facts)} initialLength={maxLabelLength} />
        </Property>
        <Property name="Next" testId="state-next">
          {next.length > 0 ? (
            <TruncatedText text={formatNodeCounts(next)} initialLength={maxLabelLength} />
          ) : underWay ? (
            'unknown while the run is active'
          ) : missing.includes('next') ? (
            'unknown'
          ) : (
            'none (finished)'
          )}
        </Property>
        {missing.length === 0 ? null : (
          <Property name="Missing" testId="state-missing">
            <TruncatedText text={describeMissingMembers(missing) ?? ''} initialLength={400} />
          </Property>
        )}
        {facts === null ? <TaskErrors tasks={tasks} /> : <Failure outcome={facts.outcome} />}
      </PropertyList>
    </div>
  );
}

// An error, and below it what it aborted. What failed and ran again is not shown.
function Failure({ outcome }: { readonly outcome: CheckpointOutcome | null }) {
  if (outcome?.status !== 'failed') return null;
  const { executions, aborted, ending } = outcome;
  return (
    <>
      {executions.map(({ executionId, name, error }) => (
        <Property key={executionId} name="Failed" failed>
          <strong>{name}</strong> <TruncatedText text={error ?? ''} initialLength={400} />
        </Property>
      ))}
      {executions.length > 0 || ending === null ? null : (
        <Property name="Run" failed>
          {endingText(ending)}
        </Property>
      )}
      {aborted.length === 0 ? null : (
        <Property name="Aborted" testId="state-aborted">
          <TruncatedText
            text={`${formatNodeCounts(aborted.map(({ name }) => name))} · by ${executions.length === 1 ? 'this error' : 'these errors'}`}
            initialLength={maxLabelLength}
          />
        </Property>
      )}
    </>
  );
}

// The errors of a state about which the record has no more.
function TaskErrors({ tasks }: Pick<ThreadState, 'tasks'>) {
  return tasks.map(({ id, nodeId, error }) =>
    error === null ? null : (
      <Property key={id} name="Error" failed>
        <strong>{nodeId}</strong> <TruncatedText text={error} initialLength={400} />
      </Property>
    ),
  );
}
