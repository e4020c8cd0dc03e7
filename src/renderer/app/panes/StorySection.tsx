import { ChevronsDown, ChevronsUp } from 'lucide-react';
import { useMemo } from 'react';
import { readOnlyReason } from '../../../shared/model/read-only.ts';
import type { SentAnswer } from '../../../shared/model/run.ts';
import type { PendingInterrupt } from '../../../shared/model/thread.ts';
import { useQuickAnswers } from '../../interrupts/QuickAnswer.tsx';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { isBusyWithoutRun, isRunActive } from '../../run-state/run-state.ts';
import { useRunState } from '../../run-state/run-state-store.ts';
import { useRuns } from '../../runs/queries.ts';
import { findWaitingReason } from '../../runs/model/select-run.ts';
import { useRunEnd } from '../../runs/model/use-run-log.ts';
import { stopText } from '../../shared-ui/breakpoint-labels.ts';
import { interruptsOfCommand, toRunTrigger } from '../../shared-ui/resume-props.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { StoryPane } from '../../story/StoryPane.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyList } from '../../ui/display/EmptyList.tsx';
import { PaneHeader } from '../../ui/controls/Toolbar.tsx';
import { selectNode, useRunSession, useSession } from '../../runs/run-session.ts';
import { confirmCheckpointRun, setCollapsed, useUi, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { pinExecution } from './pin-execution.ts';
import { useStaleReasons } from './use-stale-reasons.ts';
import styles from '../shell/Workspace.module.css';

export function StorySection() {
  const { connectionId, threadId } = useWorkbench().selection;
  if (connectionId === null || threadId === null) {
    return (
      <section className={styles.pane} aria-label="Story">
        <PaneHeader title="Story" />
        <EmptyList
          title="No thread"
          sentence="Select a thread to see what ran on it."
          actionLabel="Find a thread"
          onAction={() => runCommand('view.palette')}
        />
      </section>
    );
  }
  return <ThreadStory key={threadId} connectionId={connectionId} threadId={threadId} />;
}

function ThreadStory({
  connectionId,
  threadId,
}: {
  readonly connectionId: string;
  readonly threadId: string;
}) {
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const { checkpointId, inner } = workbench.selection;
  const { waiting, headId, isStarting } = useWaiting(connectionId, threadId);
  const questions = waiting?.interrupts ?? noQuestions;
  const reason = useStopReason(headId);
  const rpc = useRpc();
  const graphId = workbench.assistant?.graphId ?? null;
  const reasonOf = useStaleReasons();
  const { data: runs } = useRuns(connectionId, threadId);
  const launcher = useSession((state) => state.launcher);
  const isPaused =
    waiting !== null &&
    waiting.interrupts.length === 0 &&
    !waiting.failed &&
    readOnlyReason(connectionId) === null;
  const { lines, render } = useQuickAnswers({
    connectionId,
    threadId,
    interrupts: questions,
    isFormOnly: launcher === null,
    isStarting,
    onAnswer: async (interruptId, valueText) => {
      const command = { answers: [{ interruptId, valueText }], goto: [], updateText: null };
      const answering = interruptsOfCommand(command, questions);
      await launcher?.launch(
        { threadId, checkpointId: null, trigger: toRunTrigger(command), answering },
        false,
      );
    },
    onOpen:
      readOnlyReason(connectionId) === null
        ? ({ nodeId, id }) => dispatch({ type: 'focus-interrupt', threadId, nodeId, interruptId: id })
        : null,
  });
  return (
    <StoryPane
      connectionId={connectionId}
      threadId={threadId}
      selected={{ checkpointId, inner: inner ?? null }}
      onSelect={workbench.openCheckpoint}
      onRunFrom={(wanted) => confirmCheckpointRun(store, { ...wanted, nodeId: null })}
      onNode={(nodeId, taskId) => {
        setCollapsed(store, 'inspector', false);
        selectNode(session, nodeId, taskId);
      }}
      onPin={
        graphId === null
          ? null
          : (execution) => void pinExecution(rpc, { connectionId, graphId, threadId }, execution)
      }
      onCompare={(selection, other) => {
        workbench.openCheckpoint(selection);
        setCollapsed(store, 'inspector', false);
        dispatch({ type: 'compare-checkpoint', connectionId, threadId, other });
      }}
      questions={questions}
      pause={isPaused ? { reason } : null}
      staleReason={reasonOf}
      action={<ThreadListToggle />}
      questionLines={lines}
      renderQuestion={render}
      answersOf={(runId) => runs?.find((run) => run.runId === runId)?.answers ?? noAnswers}
    />
  );
}

function ThreadListToggle() {
  const store = useUiStore();
  const isHidden = useUi((state) => state.collapsed.threads === true);
  return (
    <IconButton
      size="small"
      label={isHidden ? 'Show threads' : 'Hide threads'}
      icon={isHidden ? <ChevronsDown size={14} /> : <ChevronsUp size={14} />}
      onClick={() => setCollapsed(store, 'threads', !isHidden)}
    />
  );
}

const noAnswers: readonly SentAnswer[] = [];
const noQuestions: readonly PendingInterrupt[] = [];

/** Why the displayed run is stopped, if that was at the newest checkpoint; `null` after a step, and if it is not known. */
function useStopReason(headId: string | null): string | null {
  const stop = useRunEnd(useSession((state) => state.followedLog))?.stop;
  if (stop === undefined || stop.checkpointId !== headId) return null;
  return stopText(stop) || null;
}

/** Why the thread waits at its newest checkpoint, by the same rules as in the dock. */
function useWaiting(connectionId: string, threadId: string) {
  const state = useRunState(connectionId, threadId);
  const headState = useThreadState({ connectionId, threadId, checkpointId: null }).data;
  const isStarting = state.phase === 'starting';
  const isBusy = isRunActive(state.phase) && !isStarting && !isBusyWithoutRun(state);
  const { summary } = state.reports;
  const isCurrent = state.headIsCurrent || isStarting;
  const waiting = useMemo(
    () => findWaitingReason(headState, { summary, ending: null }, isCurrent, isBusy),
    [headState, summary, isCurrent, isBusy],
  );
  return { waiting, headId: headState?.checkpointId ?? null, isStarting };
}
