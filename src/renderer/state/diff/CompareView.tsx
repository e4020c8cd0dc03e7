import { useState } from 'react';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { CheckpointPicker } from './CheckpointPicker.tsx';
import { useInspectedState } from '../queries.ts';
import { StateDiff } from './StateDiff.tsx';
import styles from './diff.module.css';

interface CompareViewProps {
  readonly connectionId: string;
  readonly state: ThreadState;
  /** The namespace of the state; empty for the root graph. */
  readonly checkpointNs: string;
  /** The values text of an unsaved edit of this state. */
  readonly draftText: string | null;
  /** The initial comparison. */
  readonly request: CompareRequest | null;
}

/** A command to compare a state; `ask` distinguishes repeated commands. */
export interface CompareRequest {
  readonly other: Exclude<With, 'draft'>;
  readonly ask: number;
}

type With = 'parent' | 'latest' | 'draft' | `at ${string}`;

/** Compares this state with the previous one, the newest, the draft, or any other of the thread. */
export function CompareView({ connectionId, state, checkpointNs, draftText, request }: CompareViewProps) {
  const { threadId, checkpointId, parentId } = state;
  const [chosen, setChosen] = useState<With | null>(request?.other ?? null);
  const isPossible = chosen !== 'parent' || parentId !== null;
  const own = (isPossible ? chosen : null) ?? (parentId === null ? 'latest' : 'parent');
  const otherId = own === 'parent' ? parentId : own.startsWith('at ') ? own.slice(3) : null;
  const isDraft = own === 'draft' && draftText !== null;
  const wanted = !isDraft && (own !== 'parent' || parentId !== null);
  const other = useInspectedState(connectionId, threadId, otherId, checkpointNs, wanted);
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
          value={own === 'draft' && !isDraft ? 'latest' : own}
          onChange={(value) => setChosen(value as With)}
          fixed={[
            ...(parentId === null
              ? []
              : [{ value: 'parent', label: 'Previous checkpoint', detail: parentId.slice(0, 13) }]),
            { value: 'latest', label: 'Latest state', detail: '' },
            ...(draftText === null ? [] : [{ value: 'draft', label: 'Your draft', detail: '' }]),
          ]}
        />
      </div>
      {isDraft ? (
        <StateDiff before={state.valuesText} after={draftText} />
      ) : own === 'parent' && parentId === null ? (
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
      ) : !other.data ? (
        <Loading>Loading the other checkpoint…</Loading>
      ) : older ? (
        <StateDiff before={other.data.valuesText} after={state.valuesText} />
      ) : (
        <StateDiff before={state.valuesText} after={other.data.valuesText} />
      )}
    </div>
  );
}

/** Ids of checkpoints sort by time. The older one is on the left. */
function isOlder(other: ThreadState, state: ThreadState): boolean {
  return (other.checkpointId ?? '') <= (state.checkpointId ?? '');
}
