import { CircleQuestionMark, Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { dispatch, usePendingCommand } from '../../commands/command-queue.ts';
import { runCommand } from '../../commands/command-registry.ts';
import { useIsConfirming } from '../../rpc/use-operation.ts';
import { ActiveRuns } from '../composer/ActiveRuns.tsx';
import { FailedStartNotice } from '../composer/FailedStartNotice.tsx';
import { SlowStartNotice } from '../composer/SlowStartNotice.tsx';
import { StopButtons } from '../composer/StopButtons.tsx';
import { useActiveRuns } from '../composer/use-active-runs.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { TabPanel, Tabs, type TabItem } from '../../ui/controls/Tabs.tsx';
import { lazyView } from '../../ui/lazy-view.tsx';
import { loadInput, useInputMode } from '../composer/use-composer-input.ts';
import { EventsView } from '../events/EventsView.tsx';
import { LogpointView } from './LogpointView.tsx';
import { useLogpoints } from './use-logpoints.ts';
import { CompareLastRun } from './CompareLastRun.tsx';
import { RunNotices } from './RunNotices.tsx';
import { RunMessagesView } from '../messages/RunMessagesView.tsx';
import { OutputView } from './OutputView.tsx';
import { ReconnectNow } from './ReconnectNow.tsx';
import { RunList } from '../run-list/RunList.tsx';
import type { RunLogSnapshot, RunLogStore } from '../model/run-log-store.ts';
import { RunStatusSummary } from './RunStatusSummary.tsx';
import { TurnTimeline } from '../timeline/TurnTimeline.tsx';
import { useLiveLog } from '../model/use-run-log.ts';
import { showRun } from '../chosen-run.ts';
import { useCurrentRun, type CurrentRun } from '../current-run.ts';
import { selectCheckpoint, selectNode, useRunSession, useSession } from '../run-session.ts';
import styles from './RunDock.module.css';
import { useBreakpoints } from '../../shared-ui/breakpoints.ts';
import { hasMoreRuns, maxListedRuns, type Run } from '../../../shared/model/run.ts';
import { isImported } from '../../../shared/thread-record/story.ts';
import { usePinWrites } from '../../queries/pin-writes.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { useSchemas } from '../../queries/shared-queries.ts';

const LazyPlaybackBar = lazyView(async () => (await import('../PlaybackBar.tsx')).PlaybackBar);

export interface RunViewProps {
  readonly chat: ReactNode;
  /** The button that maximizes the dock. */
  readonly maximize: ReactNode;
  readonly isSheetOpen: boolean;
}

/** A live or finished run: the views of one log, and the list of the thread's runs. */
export function RunView({ chat, maximize, isSheetOpen }: RunViewProps) {
  const session = useRunSession();
  const current = useCurrentRun();
  const { connectionId, serverName, threadId, runs, runId, playback } = current;
  const { hasChat, hasMessages, hasLogpoints } = useDockTabs();
  const length = useLiveLog(current.store)?.frames.length ?? 0;
  // A conversation is read first; what somebody picks stays for the graph.
  const graphId = current.assistant?.graphId ?? '';
  const [choice, setChoice] = useState<{ readonly tab: string; readonly graphId: string } | null>(null);
  const setTab = (tab: string): void => setChoice({ tab, graphId });
  const first = hasMessages ? 'chat' : 'timeline';
  const tab = choice?.graphId === graphId ? choice.tab : first;
  const isWriting = usePendingCommand('focus-chat') !== null;
  if (isWriting && tab !== 'chat') setTab('chat');
  const control = useActiveRuns();
  const isConfirming = useIsConfirming(['threads.create', 'runs.start']);
  const logpoints = useLogpoints(connectionId, threadId, current.running);
  const hasLog = threadId !== null && (hasLogpoints || logpoints.log.lines.length > 0);
  // There without a number too, so that the tabs after it stay where they are.
  const tabs: TabItem[] = [
    ...(hasChat ? [{ id: 'chat', label: 'Chat' }] : []),
    { id: 'timeline', label: 'Timeline' },
    ...(hasChat ? [] : [{ id: 'messages', label: 'Messages' }]),
    { id: 'events', label: 'Events', mark: length > 0 ? length : '', isCount: true },
    { id: 'output', label: 'Output' },
    ...(threadId === null
      ? []
      : [{ id: 'runs', label: 'Runs', ...(runs.length > 0 ? { mark: countText(runs) } : {}) }]),
    ...(hasLog ? [{ id: 'log', label: 'Log', mark: logpoints.log.lines.length || '', isCount: true }] : []),
  ];
  const selected = tabs.some(({ id }) => id === tab) ? tab : 'timeline';
  const { failed } = current;
  return (
    <div className={styles.live} data-pane="live">
      <ActiveRuns control={control} />
      {/* The server is not slow while the user decides. */}
      <SlowStartNotice starting={current.isStarting && !isConfirming} />
      {isSheetOpen || selected === 'chat' || failed === null ? null : (
        <div className={styles.failed}>
          <FailedStartNotice
            failed={failed}
            inputText={failed.start.trigger.kind === 'input' ? failed.start.trigger.inputText : ''}
            onRetried={() => undefined}
          />
        </div>
      )}
      <div className={styles.views}>
        <Tabs
          label="Run"
          value={selected}
          onChange={setTab}
          tabs={tabs}
          end={
            <>
              <RunToolbar />
              <StopButtons connectionId={connectionId} control={control} />
              {maximize}
            </>
          }
        >
          {hasChat ? <TabPanel id="chat">{chat}</TabPanel> : null}
          {eventViews
            .filter((id) => id !== 'messages' || !hasChat)
            .map((id) => (
              <TabPanel key={id} id={id}>
                <EventPanel id={id} />
              </TabPanel>
            ))}
          {threadId === null ? null : (
            <TabPanel id="runs">
              <div className={styles.panel}>
                <RunList
                  key={threadId}
                  connectionId={connectionId}
                  serverName={serverName}
                  threadId={threadId}
                  runId={runId}
                  onRun={(id) => {
                    showRun(session, id);
                    setTab('timeline');
                  }}
                  {...rerunActions(current)}
                />
              </div>
            </TabPanel>
          )}
          {hasLog ? (
            <TabPanel id="log">
              <div className={styles.panel}>
                <LogpointView
                  {...logpoints}
                  onNode={(nodeId, taskId) => selectNode(session, nodeId, taskId)}
                  onCheckpoint={(checkpointId) => selectCheckpoint(session, checkpointId)}
                />
              </div>
            </TabPanel>
          ) : null}
        </Tabs>
      </div>
      {playback.source === null ? null : (
        <LazyPlaybackBar key={runId} source={playback.source} onClose={playback.close} />
      )}
    </div>
  );
}

function countText(runs: readonly Run[]): string {
  return hasMoreRuns(runs) ? `${maxListedRuns}+` : String(runs.length);
}

/** How an earlier input runs again: changed, or as it is unless the thread is busy. */
function rerunActions({ connectionId, assistant, isThreadBusy, onRun }: CurrentRun) {
  return {
    onRerun(inputText: string): void {
      if (assistant === null) return;
      loadInput(connectionId, assistant.assistantId, inputText);
      runCommand('run.focus');
    },
    onRunAgain:
      isThreadBusy || assistant === null
        ? null
        : (inputText: string): void => {
            const trigger = { kind: 'input', inputText } as const;
            void onRun({ trigger, checkpointId: null, step: false, isRerun: true });
          },
  };
}

/** The status of the run, and what can be done with it. */
function RunToolbar() {
  const { connectionId, store, runId, run, running, runState, playback } = useCurrentRun();
  const log = useLiveLog(store);
  if (runId === null || store === null || log === null) return null;
  const { threadId } = store.key;
  return (
    <>
      {log.end === null && log.connectionState === 'reconnecting' ? (
        <ReconnectNow run={{ connectionId, threadId, runId }} />
      ) : null}
      {playback.source !== null || log.end === null ? null : (
        <IconButton
          size="small"
          label={playback.blocked === null ? 'Play back run' : `Can't play back run. ${playback.blocked}`}
          icon={<Play size={14} aria-hidden />}
          disabled={playback.blocked !== null}
          onClick={playback.open}
        />
      )}
      {playback.log === null ? (
        <RunStatusSummary
          connectionId={connectionId}
          threadId={threadId}
          runId={runId}
          log={log}
          run={run}
          running={running}
          runState={runState}
        />
      ) : (
        <span className={styles.playback}>Playback</span>
      )}
      {log.end === null || playback.log !== null ? null : <CompareLastRun runId={runId} />}
      {log.end?.outcome === 'failed' && threadId !== null ? (
        <IconButton
          size="small"
          label="What changed since the last successful run?"
          icon={<CircleQuestionMark size={14} aria-hidden />}
          onClick={() => dispatch({ type: 'what-changed', connectionId, threadId, runId })}
        />
      ) : null}
    </>
  );
}

const eventViews = ['timeline', 'messages', 'events', 'output'] as const;

interface EventPanelProps {
  readonly id: (typeof eventViews)[number];
}

/** One view of the run, below what is missing in it. */
function EventPanel({ id }: EventPanelProps) {
  const session = useRunSession();
  const { store, runId, run, runState } = useCurrentRun();
  const log = useLiveLog(store);
  const pinWrites = usePinWrites(store?.key.connectionId ?? '', store?.key.threadId ?? null);
  const { record } = useThreadRecord(store?.key.connectionId ?? '', store?.key.threadId ?? null);
  if (runId === null || store === null || log === null) {
    return (
      <div className={styles.empty}>
        <NoRun />
      </div>
    );
  }
  return (
    <div className={styles.panel}>
      <RunNotices
        log={log}
        run={run}
        serverAnswers={runState?.serverAnswers ?? null}
        onRetry={() => showRun(session, runId)}
        onRun={(other) => showRun(session, other)}
        needsEvents={id !== 'timeline' || store.key.threadId === null}
        isImport={isImported(record)}
        pinned={pinWrites.flatMap((one) => (one.runId === runId ? one.nodeId : []))}
      />
      <EventView id={id} log={log} runKey={store.key} />
    </div>
  );
}

/** Empty state of the run view. */
function NoRun() {
  const { threadId, isListing, listError, listAgain, runState, headState } = useCurrentRun();
  if (runState?.phase === 'starting') return <Loading fill>Starting the run</Loading>;
  if (isListing) return <Loading fill>Loading runs</Loading>;
  if (listError !== null)
    return <ErrorNotice action="Could not load runs" error={listError} onRetry={listAgain} />;
  const hasRun = headState?.checkpointId != null || (runState !== null && runState.phase !== 'none');
  if (!hasRun && threadId === null)
    return (
      <EmptyState
        title="No thread selected"
        sentence="Select a thread, or run the graph, to see what it does."
      />
    );
  return hasRun ? (
    <EmptyState
      title="No runs"
      sentence="The server lists no runs of this thread: it is a copy, or they were deleted."
    />
  ) : (
    <EmptyState title="No runs yet" sentence="Tasks, messages and events of a run appear here, live." />
  );
}

interface EventViewProps extends EventPanelProps {
  readonly log: RunLogSnapshot;
  readonly runKey: RunLogStore['key'];
}

function EventView({ id, log, runKey: { threadId, runId } }: EventViewProps) {
  const session = useRunSession();
  const nodeId = useSession((state) => state.selectedNodeId);
  const { connectionId, runs, run, origin, headState, playback, ...current } = useCurrentRun();
  const running = playback.log === null ? current.running : playback.isRunning;
  const onNode = (node: string, taskId: string | null): void => selectNode(session, node, taskId);
  const { messages } = log.model;
  const isNewest = run !== undefined && run === runs[0];
  if (id === 'output' && (log.problem || log.end)) {
    return <OutputView log={log} running={running} state={isNewest ? headState : null} />;
  }
  if (id === 'timeline') {
    return (
      <TurnTimeline
        connectionId={connectionId}
        threadId={threadId}
        runs={runs}
        runId={runId}
        origin={origin}
        log={log}
        running={running}
        isPlayed={playback.log !== null}
        nodeId={nodeId}
        onNode={onNode}
      />
    );
  }
  if (log.frames.length === 0) {
    if (log.problem) return null;
    if (log.end === null) return <Loading fill>Waiting for the first event</Loading>;
  }
  if (id === 'messages')
    return <RunMessagesView messages={messages} keys={messages.keys()} running={running} />;
  if (id === 'events')
    return <EventsView key={runId} runId={runId} log={log} running={running} onNode={onNode} />;
  return <OutputView log={log} running={running} state={null} />;
}

/** Which of the tabs that only some graphs have the dock shows. */
function useDockTabs() {
  const { connectionId, assistant } = useCurrentRun();
  const { assistantId = '', graphId = '' } = assistant ?? {};
  const { all: breakpoints } = useBreakpoints({ connectionId, assistantId, graphId });
  const schemas = useSchemas(connectionId, assistant?.assistantId ?? null);
  const input = useInputMode(connectionId, assistantId, schemas.data ?? null, schemas.isPending);
  return {
    // Also for a graph whose schema doesn't say so, once somebody writes its input as a chat.
    hasChat: assistant !== null && (input.hasMessages || input.mode === 'chat'),
    hasMessages: input.hasMessages,
    hasLogpoints: breakpoints.some(({ enabled, logMessage }) => enabled && logMessage !== null),
  };
}
