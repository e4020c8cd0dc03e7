import { describeMissingMembers } from '../../../shared/missing-members.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { checkpointOriginLabel } from '../../domain/checkpoint.ts';
import { formatNodeCounts } from '../../domain/format-node-counts.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import { Property, PropertyList } from '../../ui/display/PropertyList.tsx';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import styles from '../state.module.css';

/** Limits the displayed node names in characters, to leave room for the state. */
const longestNames = 120;

/** The checkpoint of this state, its writers and the next nodes. */
export function StateSummary({
  state,
  writers,
  isStart,
  underWay,
}: {
  readonly state: ThreadState;
  readonly writers: readonly string[];
  /** The step that applied an input. */
  readonly isStart: boolean;
  /** A run continues from this state, or is about to write the next one. */
  readonly underWay: boolean;
}) {
  const { checkpointId, step, next, source, tasks, missing = [] } = state;
  const failed = tasks.filter(({ error }) => error !== null);
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
          <TruncatedText
            text={checkpointOriginLabel({ source, writers, isStart })}
            initialLength={longestNames}
          />
        </Property>
        <Property name="Next" testId="state-next">
          {next.length > 0 ? (
            <TruncatedText text={formatNodeCounts(next)} initialLength={longestNames} />
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
        {failed.map(({ id, nodeId, error }) => (
          <Property key={id} name="Failed" failed>
            <strong>{nodeId}</strong> <TruncatedText text={error ?? ''} initialLength={400} />
          </Property>
        ))}
      </PropertyList>
    </div>
  );
}
