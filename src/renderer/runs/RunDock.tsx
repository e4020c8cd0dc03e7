import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { RunBegin } from '../../shared/model/run-request.ts';
import type { Run, RunBeginning } from '../../shared/model/run.ts';
import type { PendingInterrupt, Thread } from '../../shared/model/thread.ts';
import type { NodeActivityStore } from '../client/node-activity.ts';
import { draftKey, writeDraft } from '../client/drafts.ts';
import { SplitPane } from '../ui/SplitPane.tsx';
import { Composer } from './Composer.tsx';
import { isRunning, runToFollow, waitingFor, type ChosenRun } from './followed-run.ts';
import { useStartRun, useStopRun } from './mutations.ts';
import { keepInput } from './past-inputs.ts';
import { useGraph, useNodeNames, useRuns, useThreadState } from './queries.ts';
import { useRunOptions } from './run-options.ts';
import { RunView } from './RunView.tsx';
import { useNodeActivity } from './use-node-activity.ts';
import { useRunLog } from './use-run-log.ts';
import styles from './Runs.module.css';

const noRuns: readonly Run[] = [];

/** What the pane that answers interrupts gets; it is another feature, so the window composes the two. */
export interface ResumeSlot {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupts: readonly PendingInterrupt[];
  readonly answered: readonly PendingInterrupt[];
  readonly next: readonly string[];
  /** Nodes that a command may go to. */
  readonly nodeNames: readonly string[];
  readonly failed: boolean;
  readonly starting: boolean;
  readonly problem: unknown;
  readonly onResume: (command: {
    readonly answers: readonly { readonly interruptId: string; readonly valueText: string }[];
    readonly goto: readonly string[];
    readonly updateText: string | null;
  }) => Promise<unknown>;
  readonly onContinue: () => void;
}

export interface RunDockProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant | null;
  readonly thread: Thread | null;
  /** Selected in the history; `null` is the newest state. */
  readonly checkpointId: string | null;
  /** The last run that another pane started; it is shown as if it had been started here. */
  readonly startedRun: ChosenRun | null;
  readonly activity: NodeActivityStore;
  readonly onThread: (threadId: string) => void;
  readonly onCheckpoint: (checkpointId: string | null) => void;
  /** Selected on the canvas. */
  readonly nodeId: string | null;
  readonly onNode: (nodeId: string) => void;
  readonly renderResume: (slot: ResumeSlot) => ReactNode;
}

/** Starts, follows and stops the runs of a thread: the composer on the left, the live view on the right. */
export function RunDock(props: RunDockProps) {
  const {
    connectionId,
    assistant,
    thread,
    checkpointId,
    startedRun,
    activity,
    onThread,
    onCheckpoint,
    renderResume,
  } = props;
  const threadId = thread?.threadId ?? null;
  const [chosen, setChosen] = useState<ChosenRun | null>(null);
  const [isNew, setIsNew] = useState(false);
  const [seenStart, setSeenStart] = useState(startedRun);
  if (startedRun !== seenStart) {
    setSeenStart(startedRun);
    setChosen(startedRun);
    setIsNew(startedRun !== null);
  }
  const [begun, setBegun] = useState<{ readonly runId: string; readonly began: RunBeginning } | null>(null);
  const runs = useRuns(connectionId, threadId);
  const runId = runToFollow(threadId, runs.data ?? [], chosen);
  const run = runs.data?.find((one) => one.runId === runId);
  const [attempt, setAttempt] = useState(0);
  const log = useRunLog(connectionId, threadId, runId, attempt);
  const running = isRunning(run, log, isNew && chosen !== null && chosen.runId === runId);

  const head = useThreadState(connectionId, threadId, null);
  const shown = useThreadState(connectionId, threadId, checkpointId);
  const waiting = waitingFor(head.data, head.dataUpdatedAt, log, running);
  const graph = useGraph(connectionId, assistant?.assistantId ?? null);
  useNodeActivity(activity, {
    connectionId,
    threadId,
    runs: runs.data ?? noRuns,
    runId,
    began: begun?.runId === runId ? begun.began : null,
    log,
    running,
    state: shown.data ?? null,
    shape: graph.data ?? null,
  });

  const nodeNames = useNodeNames(connectionId, assistant?.assistantId ?? null);
  const [options, setOptions] = useRunOptions(connectionId, assistant?.assistantId ?? '');
  const start = useStartRun(
    connectionId,
    (started) => {
      setChosen(started);
      setIsNew(true);
      onCheckpoint(null);
    },
    onThread,
  );
  const stop = useStopRun(connectionId);

  const begin = async (how: RunBegin, from: string | null): Promise<void> => {
    if (assistant === null || start.isPending) return;
    stop.reset();
    const started = await start.mutateAsync({ assistant, threadId, checkpointId: from, begin: how, options });
    setBegun({ runId: started.runId, began: { kind: how.kind, checkpointId: from } });
    if (how.kind === 'input') keepInput(connectionId, assistant.assistantId, how.inputText);
  };
  /** The input of an earlier run goes where inputs are typed. */
  const rerun = (inputText: string): void => {
    if (assistant !== null) writeDraft(draftKey('input', connectionId, assistant.assistantId), inputText);
  };
  /** For buttons: a failure is shown from the mutation's own state. */
  const beginNow = (how: RunBegin, from: string | null): void => void begin(how, from).catch(() => undefined);

  return (
    <section className={styles.dock} aria-label="Run">
      <SplitPane
        id="dock"
        direction="row"
        panes={[
          {
            id: 'composer',
            size: 312,
            minSize: 240,
            content: (
              <Composer
                key={assistant?.assistantId ?? ''}
                connectionId={connectionId}
                assistant={assistant}
                threadId={threadId}
                checkpointId={checkpointId}
                waiting={waiting}
                running={running}
                options={options}
                onOptions={setOptions}
                starting={start.isPending}
                problem={start.error}
                stopping={stop.isPending}
                stopped={stop.data ?? null}
                stopProblem={stop.error}
                onRun={beginNow}
                onStop={() => {
                  if (threadId !== null && runId !== null) stop.mutate({ threadId, runId });
                }}
                onNewest={() => onCheckpoint(null)}
                resume={
                  waiting &&
                  renderResume({
                    connectionId,
                    threadId: waiting.threadId,
                    interrupts: waiting.interrupts,
                    answered: waiting.answered,
                    next: waiting.next,
                    nodeNames,
                    failed: waiting.failed,
                    starting: start.isPending,
                    problem: start.error,
                    onResume: ({ answers, goto, updateText }) =>
                      begin({ kind: 'resume', answers: [...answers], goto: [...goto], updateText }, null),
                    onContinue: () => beginNow({ kind: 'continue' }, null),
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
                runs={runs.data ?? []}
                runId={runId}
                log={log}
                running={running}
                state={head.data ?? null}
                nodeId={props.nodeId}
                onNode={props.onNode}
                onRun={(id) => {
                  setIsNew(false);
                  setAttempt(attempt + 1);
                  setChosen(threadId === null ? null : { threadId, runId: id });
                }}
                onRerun={rerun}
                onRunAgain={
                  running || assistant === null
                    ? null
                    : (inputText) => beginNow({ kind: 'input', inputText }, null)
                }
              />
            ),
          },
        ]}
      />
    </section>
  );
}
