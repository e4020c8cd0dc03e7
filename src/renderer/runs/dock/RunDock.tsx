import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { AppError } from '../../../shared/app-error.ts';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { PendingInterrupt, Thread } from '../../../shared/model/threads/thread.ts';
import { useCommandHandler } from '../../commands/command-queue.ts';
import type { NodeActivityStore } from '../../domain/node-activity.ts';
import { isRefusedFor } from '../../run-state/answer-guard.ts';
import { isBusyWithoutRun, isRunActive } from '../../run-state/run-state.ts';
import { useRunState } from '../../run-state/run-state-store.ts';
import { answeredInterrupts, toRunTrigger, type ResumeProps } from '../../domain/resume-props.ts';
import { useBreakpoints } from '../../domain/breakpoints/breakpoints.ts';
import type { RunLauncher } from '../../domain/run-launcher.ts';
import { useResetOnServerReturn } from '../../domain/server-returns.ts';
import { SplitPane } from '../../ui/layout/SplitPane.tsx';
import { activeRuns } from '../composer/active-runs.ts';
import { Composer } from '../composer/Composer.tsx';
import { isResumeStart, type RunStart } from '../composer/request/composer-props.ts';
import { RequestPreviewDialog } from '../composer/request/RequestPreviewDialog.tsx';
import { isThreadBusy, isRunning, selectRun, findWaitingReason, type ChosenRun } from '../log/select-run.ts';
import { loadInput, useInputMode } from '../composer/use-composer-input.ts';
import type { DockChatProps } from '../chat/ChatView.tsx';
import { useLaunchRun } from '../composer/use-launch-run.ts';
import { useGraphShape, useSchemas } from '../../queries/shared-queries.ts';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { useNodeNames, useRuns } from '../queries.ts';
import { ActivitySync } from '../activity/ActivitySync.tsx';
import { playedActivity } from '../playback/played-activity.ts';
import { usePlayedInterrupts } from '../playback/use-played-interrupts.ts';
import { usePlayback } from '../playback/use-playback.ts';
import { RunView } from './RunView.tsx';
import type { RunLogStore } from '../log/run-log-store.ts';
import { useRunLog } from '../log/use-run-log.ts';
import styles from './RunDock.module.css';

const noRuns: readonly Run[] = [];
const noInterrupts: readonly PendingInterrupt[] = [];
const continuation: RunOrigin = { kind: 'continue', checkpointId: null };

/** Props of the resume pane. It is another feature, so the app composes the two. */
export interface DockResumeProps extends ResumeProps {
  readonly nodeNames: readonly string[];
}

/** What a recording asks: during a playback what its run had asked by now, otherwise what its thread waited for. */
export interface RecordedQuestions {
  readonly interrupts: readonly PendingInterrupt[];
  readonly isPlayed: boolean;
}

export interface RunDockProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant | null;
  readonly thread: Thread | null;
  readonly checkpointId: string | null;
  readonly activity: NodeActivityStore;
  readonly launcher?: RefObject<RunLauncher | null>;
  readonly onThread: (threadId: string) => void;
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly nodeId: string | null;
  /** A task was clicked, or a group of tasks (`null`). */
  readonly onNode: (nodeId: string, taskId: string | null) => void;
  /** Reports what the played run has asked so far; `null` without a playback. */
  readonly onPlayed?: (asked: readonly PendingInterrupt[] | null) => void;
  readonly onLog?: (log: RunLogStore | null) => void;
  readonly renderResume: (slot: DockResumeProps) => ReactNode;
  readonly renderRecorded?: (slot: RecordedQuestions) => ReactNode;
  readonly renderChat?: (slot: DockChatProps) => ReactNode;
  readonly maximize?: ReactNode;
}

export function RunDock(props: RunDockProps) {
  const { connectionId, assistant, thread, checkpointId, activity, onThread, onCheckpoint, renderResume } =
    props;
  const threadId = thread?.threadId ?? null;
  const [chosen, setChosen] = useState<ChosenRun | null>(null);
  const [isNew, setIsNew] = useState(false);
  const [previewed, setPreviewed] = useState<RunStart | null>(null);
  useCommandHandler(
    'show-run',
    ({ run: started }) => {
      setChosen(started);
      setIsNew(true);
    },
    (command) => command.connectionId === connectionId,
  );
  const runs = useRuns(connectionId, threadId);
  const runId = selectRun(threadId, runs.data ?? [], chosen, isNew);
  const shownRun =
    runId === null ? null : { threadId: chosen?.runId === runId ? chosen.threadId : threadId, runId };
  const isThreadless = shownRun?.threadId === null;
  const run = runs.data?.find((one) => one.runId === runId);
  if (chosen !== null && chosen.isListed !== true && run?.runId === chosen.runId)
    setChosen({ ...chosen, isListed: true });
  const [attempt, setAttempt] = useState(0);
  const { store, settled: log } = useRunLog(connectionId, isThreadless ? null : threadId, runId, attempt);
  const playback = usePlayback(store, log, () => onCheckpoint(null));
  const shownStore = playback.log ?? store;
  const onLog = useEffectEvent((next: RunLogStore | null) => props.onLog?.(next));
  useEffect(() => {
    onLog(shownStore);
    return () => onLog(null);
  }, [shownStore]);
  const played = usePlayedInterrupts(playback.log, props.onPlayed);
  const state = useRunState(connectionId, threadId);
  // Neither a stateless run nor a picked older run determines the thread's state.
  const isPicked = chosen !== null && !isNew && chosen.runId === runId;
  const isThreadsOwn = !isThreadless && (runId === state.runId || (!isPicked && isRunActive(state.phase)));
  const running =
    runId !== null && runId === state.runId && !isThreadless
      ? isRunActive(state.run.phase)
      : isRunning(run, log, isNew && chosen !== null && chosen.runId === runId);

  // The next run of a pass whose breakpoints the studio checks.
  const continuedBy = log?.end?.continuedBy ?? null;
  if (continuedBy !== null && isNew && chosen?.runId === runId)
    setChosen({ ...chosen, runId: continuedBy, isListed: false });
  const { all: breakpoints } = useBreakpoints({
    connectionId,
    assistantId: assistant?.assistantId ?? '',
    graphId: assistant?.graphId ?? '',
  });
  const hasLogpoints = breakpoints.some(({ enabled, logMessage }) => enabled && logMessage !== null);

  const { start, begin, beginNow, goOn, begun, options, setOptions } = useLaunchRun({
    connectionId,
    assistant,
    threadId,
    onThread,
    onStarted: (started, background) => {
      // Background activity does not replace the displayed run.
      setChosen(
        background && shownRun ? { ...shownRun, beside: threadId } : { ...started, beside: threadId },
      );
      setIsNew(!background);
      onCheckpoint(null);
    },
  });

  useResetOnServerReturn(connectionId, start);
  const assertShown = (ofThread: string): void => {
    if (ofThread === threadId) return;
    throw new AppError('conflict', 'Another thread was opened meanwhile.', {
      hint: 'Nothing was sent. Open the thread again to run it.',
    });
  };
  useImperativeHandle(props.launcher, () => ({
    runFromCheckpoint: async (ofThread, from, step, settings) => {
      assertShown(ofThread);
      await begin({
        trigger: { kind: 'continue' },
        checkpointId: from,
        step,
        ...(settings === undefined ? {} : { settings }),
      });
    },
    launch: async ({ threadId: ofThread, ...from }, step) => {
      assertShown(ofThread);
      await begin({ ...from, step });
    },
  }));

  // Until the server lists it.
  const isContinuation = isNew && chosen?.runId === runId && run === undefined;
  const head = useThreadState({ connectionId, threadId, checkpointId: null });
  const shown = useThreadState({ connectionId, threadId, checkpointId });
  const isStarting = state.phase === 'starting';
  const held =
    (isRunActive(state.phase) && !isStarting && !isBusyWithoutRun(state)) ||
    isThreadBusy(runs.data ?? noRuns, runId, running && !isThreadless);
  // Clears the notice about a preceding run once that run has ended.
  const onFree = useEffectEvent(() => {
    const code = start.error instanceof AppError ? start.error.code : null;
    if (code === 'thread-busy' || code === 'conflict') start.reset();
  });
  useEffect(() => {
    if (!held) return;
    return () => onFree();
  }, [held]);
  // While the run that answered first is active, its row says that the answer was refused.
  const winner = activeRuns(runs.data ?? noRuns, shownRun, running).find((one) =>
    isRefusedFor(start.error, one),
  );
  const failed = winner === undefined ? start.failed : null;
  const isOfResume = failed !== null && isResumeStart(failed.start);
  // Keeps the answered interrupts in place until the start is confirmed.
  const ending = state.ending?.kind === state.phase ? state.ending : null;
  const known = { standing: state.evidence.standing, ending };
  const waiting = findWaitingReason(head.data, known, state.headIsCurrent || isStarting, held);
  const isViewingOlder = checkpointId !== null && checkpointId !== head.data?.checkpointId;
  const graph = useGraphShape(connectionId, assistant?.assistantId ?? null);

  const schemas = useSchemas(connectionId, assistant?.assistantId ?? null);
  const { hasMessages, mode } = useInputMode(
    connectionId,
    assistant?.assistantId ?? '',
    schemas.data ?? null,
    schemas.isPending,
  );
  // Also for a graph whose schema doesn't say so, once somebody writes its input as a chat.
  const hasChat = hasMessages || mode === 'chat';
  const nodeNames = useNodeNames(connectionId, assistant?.assistantId ?? null);
  const showRun = (id: string): void => {
    setIsNew(false);
    setAttempt(attempt + 1);
    setChosen(threadId === null ? null : { threadId, runId: id });
  };
  const rerun = (inputText: string): void => {
    if (assistant !== null) loadInput(connectionId, assistant.assistantId, inputText);
  };

  return (
    <section className={styles.dock} aria-label="Run">
      <ActivitySync
        activity={activity}
        store={shownStore}
        shown={playedActivity(playback, {
          connectionId,
          threadId: isThreadless ? null : threadId,
          runs: runs.data ?? noRuns,
          runId,
          began: begun?.runId === runId ? begun.began : isContinuation ? continuation : null,
          running,
          runState: isThreadsOwn ? state : null,
          state: isThreadless ? null : (shown.data ?? null),
          checkpointId,
          shape: graph.data ?? null,
          isPlayed: false,
          onNewest: () => setChosen(null),
        })}
      />
      <SplitPane
        id="dock"
        direction="row"
        panes={[
          {
            id: 'composer',
            size: 288,
            minSize: 232,
            content: (
              <Composer
                key={assistant?.assistantId ?? ''}
                connectionId={connectionId}
                serverName={props.serverName}
                assistant={assistant}
                threadId={threadId}
                checkpointId={checkpointId}
                waiting={waiting}
                runs={runs.data ?? noRuns}
                shownRun={shownRun}
                running={running}
                isThreadBusy={held}
                options={options}
                onOptions={setOptions}
                starting={start.isPending}
                // The resume pane names it, while there is one.
                failed={isOfResume && waiting !== null ? null : failed}
                refusedFor={winner?.runId ?? null}
                onRun={beginNow}
                onThread={onThread}
                onShow={showRun}
                onPreview={setPreviewed}
                onNewest={() => onCheckpoint(null)}
                recorded={props.renderRecorded?.({
                  interrupts: played ?? waiting?.interrupts ?? noInterrupts,
                  isPlayed: played !== null,
                })}
                resume={
                  waiting &&
                  renderResume({
                    connectionId,
                    threadId: waiting.threadId,
                    interrupts: waiting.interrupts,
                    answered: waiting.answered,
                    discarded: waiting.discarded,
                    next: waiting.next,
                    nodeNames,
                    ...(isViewingOlder && {
                      newest: { step: head.data?.step ?? null, onShow: () => onCheckpoint(null) },
                    }),
                    failed: waiting.failed,
                    ending: waiting.ending,
                    starting: start.isPending,
                    problem: isOfResume ? failed.error : null,
                    onResume: (command) =>
                      begin({
                        trigger: toRunTrigger(command),
                        checkpointId: null,
                        step: false,
                        answering: answeredInterrupts(command, waiting.interrupts),
                      }),
                    onPreview: (command) =>
                      setPreviewed({ trigger: toRunTrigger(command), checkpointId: null, step: false }),
                    onContinue: () => goOn(false),
                    onStep: () => goOn(true),
                  })
                }
              />
            ),
          },
          {
            id: 'live',
            minSize: 300,
            content: (
              <RunView
                connectionId={connectionId}
                serverName={props.serverName}
                threadId={threadId}
                runs={runs.data ?? noRuns}
                runId={runId}
                began={begun?.runId === runId ? begun.began : null}
                store={shownStore}
                running={playback.log === null ? running : playback.isRunning}
                runState={isThreadsOwn ? state : null}
                playback={playback}
                listing={runs.isPending && threadId !== null}
                state={head.data ?? null}
                nodeId={props.nodeId}
                hasLogpoints={hasLogpoints}
                onCheckpoint={onCheckpoint}
                onNode={props.onNode}
                maximize={props.maximize}
                renderChat={
                  assistant === null || !hasChat || !props.renderChat
                    ? null
                    : (live) =>
                        props.renderChat?.({
                          connectionId,
                          assistant,
                          threadId,
                          checkpointId,
                          state: shown.data ?? null,
                          live: checkpointId === null ? live : null,
                          waiting,
                          isThreadBusy: held,
                          starting: start.isPending,
                          failed: isOfResume ? null : failed,
                          options,
                          onRun: beginNow,
                        })
                }
                onRun={showRun}
                onRerun={rerun}
                onRunAgain={
                  held || assistant === null
                    ? null
                    : (inputText) =>
                        void beginNow({
                          trigger: { kind: 'input', inputText },
                          checkpointId: null,
                          step: false,
                          isRerun: true,
                        })
                }
              />
            ),
          },
        ]}
      />
      {previewed !== null && assistant !== null ? (
        <RequestPreviewDialog
          connectionId={connectionId}
          assistant={assistant}
          threadId={threadId}
          options={options}
          start={previewed}
          onClose={() => setPreviewed(null)}
        />
      ) : null}
    </section>
  );
}
