import type { ThreadState } from '../../shared/model/thread.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { CheckpointPicker } from './CheckpointPicker.tsx';
import { useThreadState } from '../queries/thread-state-query.ts';
import { StateDiff } from './StateDiff.tsx';
import styles from './diff.module.css';
import { shortId } from '../ui/display/format.ts';

interface CompareViewProps {
  readonly connectionId: string;
  readonly state: ThreadState;
  readonly checkpointNs: string;
  readonly draftText: string | null;
  // What to compare with; `null` is the previous checkpoint, if there is one.
  readonly chosen: ComparedWith | null;
  readonly onChoose: (other: ComparedWith) => void;
}

// `at ID` is a checkpoint by its id.
export type ComparedWith = 'parent' | 'latest' | 'draft' | `at ${string}`;

export function CheckpointDiff(props: CompareViewProps) {
  const { connectionId, state, checkpointNs, draftText, chosen } = props;
  const { threadId, checkpointId, parentId } = state;
  const isPossible = chosen !== 'parent' || parentId !== null;
  const comparedWith = (isPossible ? chosen : null) ?? (parentId === null ? 'latest' : 'parent');
  const otherId =
    comparedWith === 'parent' ? parentId : comparedWith.startsWith('at ') ? comparedWith.slice(3) : null;
  const isDraft = comparedWith === 'draft' && draftText !== null;
  const isOtherNeeded = !isDraft && (comparedWith !== 'parent' || parentId !== null);
  const other = useThreadState(
    { connectionId, threadId, checkpointId: otherId, checkpointNs },
    isOtherNeeded,
  );
  const older = other.data ? isOlder(other.data, state) : true;
  return (
    <div className={styles.compare}>
      <div className={styles.target}>
        <span>Compare with</span>
        <CheckpointPicker
          connectionId={connectionId}
          threadId={threadId}
          checkpointNs={checkpointNs}
          ownId={checkpointId}
          value={comparedWith === 'draft' && !isDraft ? 'latest' : comparedWith}
          onChange={(value) => props.onChoose(value as ComparedWith)}
          fixed={[
            ...(parentId === null
              ? []
              : [{ value: 'parent', label: 'Previous checkpoint', detail: shortId(parentId) }]),
            { value: 'latest', label: 'Latest state', detail: '' },
            ...(draftText === null ? [] : [{ value: 'draft', label: 'Your draft', detail: '' }]),
          ]}
        />
      </div>
      {isDraft ? (
        <StateDiff before={state.valuesText} after={draftText} />
      ) : comparedWith === 'parent' && parentId === null ? (
        <EmptyState
          compact
          title="The first checkpoint"
          sentence="There is no previous checkpoint to compare with."
        />
      ) : other.isError ? (
        <div className={styles.padded}>
          <ErrorNotice
            action="Could not load the checkpoint"
            error={other.error}
            onRetry={() => void other.refetch()}
          />
        </div>
      ) : !other.data || other.isPlaceholderData ? (
        <Loading>Loading the other checkpoint…</Loading>
      ) : older ? (
        <StateDiff before={other.data.valuesText} after={state.valuesText} />
      ) : (
        <StateDiff before={state.valuesText} after={other.data.valuesText} />
      )}
    </div>
  );
}

// Ids of checkpoints sort by time. The older one is on the left.
function isOlder(other: ThreadState, state: ThreadState): boolean {
  return (other.checkpointId ?? '') <= (state.checkpointId ?? '');
}
