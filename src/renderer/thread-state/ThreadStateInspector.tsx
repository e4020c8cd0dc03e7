import { Braces } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCommandHandler, usePendingCommand } from '../commands/command-queue.ts';
import { checkpointNsLevels, nodeIdOf } from '../../shared/checkpoint-namespace.ts';
import { readOnlyReason } from '../../shared/model/read-only.ts';
import { useThreadState } from '../queries/thread-state-query.ts';
import { isBusyWithoutRun, isRunActive } from '../run-state/run-state.ts';
import { useRunState } from '../run-state/run-state-store.ts';
import { Button } from '../ui/controls/Button.tsx';
import { runCommand } from '../commands/command-registry.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import type { ComparedWith } from './CheckpointDiff.tsx';
import { InspectedState } from './InspectedState.tsx';
import type { ThreadStateInspectorProps } from './inspector-props.ts';
import { SubgraphPicker, subgraphTasks } from './SubgraphPicker.tsx';
import styles from './state.module.css';

export function ThreadStateInspector(props: ThreadStateInspectorProps) {
  const { connectionId, threadId, checkpointId } = props;
  const state = useThreadState({ connectionId, threadId, checkpointId });
  const run = useRunState(connectionId, threadId);
  const underWay = isRunActive(run.phase) && !isBusyWithoutRun(run);
  const [taskId, setTaskId] = useState<string | null>(null);
  const task = subgraphTasks(state.data?.tasks ?? []).find(({ id }) => id === taskId);
  const inner = props.inner ?? task?.subgraph;
  const nodeId = props.inner ? nodeIdOf(checkpointNsLevels(props.inner.checkpointNs)) : task?.nodeId;
  const innerNs = inner?.checkpointNs ?? '';
  const [comparison, setComparison] = useState<Comparison | null>(null);
  useCommandHandler(
    'compare-checkpoint',
    ({ other }) => {
      props.onTab('diff');
      setComparison({ checkpointNs: innerNs, other });
    },
    (command) => command.connectionId === connectionId && command.threadId === threadId,
  );
  // The node menu and the chat are of the thread itself, whatever is inspected.
  const ownEdit = usePendingCommand(
    'edit-state',
    (command) =>
      command.connectionId === connectionId && command.threadId === threadId && command.checkpointNs === '',
  );
  if (ownEdit !== null && taskId !== null) setTaskId(null);
  const onOwnEdit = useEffectEvent(() => props.inner && props.onCheckpoint(checkpointId));
  useEffect(() => {
    if (ownEdit !== null) onOwnEdit();
  }, [ownEdit]);
  const innerState = useThreadState(
    { connectionId, threadId, checkpointId: inner?.checkpointId ?? null, checkpointNs: innerNs },
    inner !== undefined,
  );
  const problem = state.isError ? (
    <div className={styles.padded}>
      <ErrorNotice
        action="Could not load the state"
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    </div>
  ) : null;
  // If a refetch fails, the cached state stays, and so does an open edit.
  if (!state.data) return problem ?? <Loading fill>Loading state…</Loading>;
  const { checkpointId: rootId } = state.data;
  const isKnown = run.phase !== 'none';
  const isRecording = readOnlyReason(connectionId) !== null;
  const isReading = rootId === null && isKnown && !underWay && state.isFetching;
  const displayedState = inner === undefined ? state : innerState;
  return (
    <div className={styles.subgraphs}>
      {problem}
      <SubgraphPicker
        tasks={state.data.tasks}
        taskId={inner === undefined ? null : taskId}
        picked={props.inner ? (nodeId ?? null) : null}
        onChange={(next) => {
          setTaskId(next);
          if (props.inner) props.onCheckpoint(checkpointId);
        }}
      />
      {displayedState.data ? (
        <InspectedState
          key={innerNs}
          {...props}
          state={displayedState.data}
          isStale={displayedState.isPlaceholderData || isReading}
          underWay={underWay && checkpointId === null && inner === undefined}
          subgraph={
            nodeId !== undefined && inner && rootId !== null
              ? { checkpointNs: innerNs, nodeId, rootId }
              : null
          }
          empty={
            isReading ? (
              <Loading fill>Loading state…</Loading>
            ) : (
              <EmptyState
                icon={<Braces size={20} />}
                {...(isRecording ? recordingMessage : emptyMessage(underWay, isKnown))}
                action={
                  underWay || isRecording ? null : (
                    <Button onClick={() => runCommand('run.focus')}>Go to Run</Button>
                  )
                }
              />
            )
          }
          comparedWith={comparison?.checkpointNs === innerNs ? comparison.other : null}
          onCompare={(other) => setComparison({ checkpointNs: innerNs, other })}
        />
      ) : displayedState.isError ? (
        <div className={styles.padded}>
          <ErrorNotice
            action="Could not load the state"
            error={displayedState.error}
            onRetry={() => void displayedState.refetch()}
          />
        </div>
      ) : (
        <Loading fill>Loading the state of the subgraph…</Loading>
      )}
    </div>
  );
}

const recordingMessage = { title: 'No state', sentence: 'The recording has no checkpoint of this thread.' };

function emptyMessage(
  underWay: boolean,
  isKnown: boolean,
): { readonly title: string; readonly sentence: string } {
  if (underWay) {
    return {
      title: 'Waiting for the first state',
      sentence: 'It appears with the first superstep of the run.',
    };
  }
  return isKnown
    ? { title: 'No state', sentence: 'The server has no checkpoint of this thread.' }
    : {
        title: 'No state yet',
        sentence: 'This thread has never run. Start a run to see its state.',
      };
}

interface Comparison {
  readonly checkpointNs: string;
  readonly other: ComparedWith;
}
