import { CircleQuestionMark, Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { dispatch } from '../../commands/command-queue.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { TabPanel, Tabs, type TabItem } from '../../ui/layout/Tabs.tsx';
import { lazyView } from '../../ui/lazy-view.tsx';
import type { LiveMessages } from '../chat/ChatView.tsx';
import { EventsView } from '../events/EventsView.tsx';
import { LogpointView } from '../logpoints/LogpointView.tsx';
import { useLogpoints } from '../logpoints/use-logpoints.ts';
import { RunNotices } from './RunNotices.tsx';
import { RunMessagesView } from '../messages/RunMessagesView.tsx';
import { OutputView } from '../output/OutputView.tsx';
import type { RunPlayback } from '../playback/use-playback.ts';
import { ReconnectNow } from './ReconnectNow.tsx';
import { RunList } from '../run-list/RunList.tsx';
import type { RunLogSnapshot, RunLogStore } from '../log/run-log-store.ts';
import { RunStatusSummary } from './RunStatusSummary.tsx';
import { TurnTimeline } from '../timeline/TurnTimeline.tsx';
import { useLiveLog } from '../log/use-run-log.ts';
import styles from './RunDock.module.css';

const LazyPlaybackBar = lazyView(async () => (await import('../playback/PlaybackBar.tsx')).PlaybackBar);

export interface RunViewProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string | null;
  readonly runs: readonly Run[];
  readonly runId: string | null;
  readonly began: RunOrigin | null;
  readonly store: RunLogStore | null;
  readonly running: boolean;
  readonly runState: RunState | null;
  readonly playback: RunPlayback | null;
  /** The first load of the thread's runs is pending. */
  readonly listing: boolean;
  readonly state: ThreadState | null;
  readonly nodeId: string | null;
  readonly hasLogpoints: boolean;
  readonly onCheckpoint: (checkpointId: string) => void;
  /** A task was clicked, or a group of tasks (`null`). */
  readonly onNode: (nodeId: string, taskId: string | null) => void;
  readonly onRun: (runId: string) => void;
  readonly onRerun: (inputText: string) => void;
  readonly renderChat?: ((live: LiveMessages | null) => ReactNode) | null;
  readonly maximize?: ReactNode;
  /** Runs an input unchanged; `null` while that isn't possible. */
  readonly onRunAgain: ((inputText: string) => void) | null;
}

interface ViewProps extends RunViewProps {
  readonly runId: string;
  readonly log: RunLogSnapshot;
}

export function RunView(props: RunViewProps) {
  const { runs, runId, store, running, threadId, playback, renderChat = null } = props;
  const log = useLiveLog(store);
  // A run without a thread may be displayed next to one.
  const threadIdOfRun = store?.key.threadId === null ? null : threadId;
  const [tab, setTab] = useState('timeline');
  const run = runs.find((one) => one.runId === runId);
  const logpoints = useLogpoints(props.connectionId, threadId, running);
  const hasLog = threadId !== null && (props.hasLogpoints || logpoints.log.lines.length > 0);
  const length = log?.frames.length ?? 0;
  // There without a number too, so that the tabs after it stay where they are.
  const tabs: TabItem[] = [
    ...(renderChat === null ? [] : [{ id: 'chat', label: 'Chat' }]),
    { id: 'timeline', label: 'Timeline' },
    { id: 'messages', label: 'Messages' },
    { id: 'events', label: 'Events', mark: length > 0 ? length : '', isCount: true },
    { id: 'output', label: 'Output' },
    ...(threadId === null
      ? []
      : [{ id: 'runs', label: 'Runs', ...(runs.length > 0 ? { mark: runs.length } : {}) }]),
    ...(hasLog ? [{ id: 'log', label: 'Log', mark: logpoints.log.lines.length || '', isCount: true }] : []),
  ];
  const open = (id: string): void => {
    props.onRun(id);
    setTab('timeline');
  };
  const selected = tabs.some(({ id }) => id === tab) ? tab : 'timeline';
  return (
    <div className={styles.live}>
      <Tabs
        label="Run"
        value={selected}
        onChange={setTab}
        tabs={tabs}
        end={
          <>
            {runId === null || log === null ? null : (
              <>
                {log.end === null && log.link === 'reconnecting' ? (
                  <ReconnectNow run={{ connectionId: props.connectionId, threadId: threadIdOfRun, runId }} />
                ) : null}
                {playback === null || playback.source !== null || log.end === null ? null : (
                  <IconButton
                    size="small"
                    label={
                      playback.blocked === null ? 'Play back run' : `Can't play back run. ${playback.blocked}`
                    }
                    icon={<Play size={14} aria-hidden />}
                    disabled={playback.blocked !== null}
                    onClick={playback.open}
                  />
                )}
                {playback?.log == null ? (
                  <RunStatusSummary
                    connectionId={props.connectionId}
                    threadId={threadIdOfRun}
                    runId={runId}
                    log={log}
                    run={run}
                    running={running}
                    runState={props.runState}
                  />
                ) : (
                  <span className={styles.playback}>Playback</span>
                )}
                {log.end?.outcome === 'failed' && threadIdOfRun !== null ? (
                  <IconButton
                    size="small"
                    label="What changed since the last successful run?"
                    icon={<CircleQuestionMark size={14} aria-hidden />}
                    onClick={() =>
                      dispatch({
                        type: 'what-changed',
                        connectionId: props.connectionId,
                        threadId: threadIdOfRun,
                        runId,
                      })
                    }
                  />
                ) : null}
              </>
            )}
            {props.maximize}
          </>
        }
      >
        {renderChat === null ? null : (
          <TabPanel id="chat">
            {renderChat(playback?.log == null ? liveMessages(log, running, props.runState) : null)}
          </TabPanel>
        )}
        {['timeline', 'messages', 'events', 'output'].map((id) => (
          <TabPanel key={id} id={id}>
            {runId === null || log === null ? (
              <div className={styles.empty}>
                <NoRun {...props} />
              </div>
            ) : (
              <div className={styles.panel}>
                <RunNotices
                  log={log}
                  run={run}
                  serverAnswers={props.runState?.serverAnswers ?? null}
                  onRetry={() => props.onRun(runId)}
                  onRun={props.onRun}
                  needsEvents={id !== 'timeline' || threadIdOfRun === null}
                />
                <View {...props} threadId={threadIdOfRun} id={id} runId={runId} log={log} />
              </div>
            )}
          </TabPanel>
        ))}
        {threadId === null ? null : (
          <TabPanel id="runs">
            <div className={styles.panel}>
              <RunList {...props} key={threadId} threadId={threadId} onRun={open} />
            </div>
          </TabPanel>
        )}
        {hasLog ? (
          <TabPanel id="log">
            <div className={styles.panel}>
              <LogpointView {...logpoints} onNode={props.onNode} onCheckpoint={props.onCheckpoint} />
            </div>
          </TabPanel>
        ) : null}
      </Tabs>
      {playback?.source == null ? null : (
        <LazyPlaybackBar
          key={runId}
          source={playback.source}
          onPlayback={playback.onPlayback}
          onClose={playback.close}
        />
      )}
    </div>
  );
}

/** Until the state that a run has written is read, its messages are known only from its events. */
function liveMessages(
  log: RunLogSnapshot | null,
  running: boolean,
  runState: RunState | null,
): LiveMessages | null {
  if (log === null || runState === null || (!running && runState.headIsCurrent)) return null;
  const { messages } = log.model;
  return { messages, keys: messages.keys() };
}

function NoRun({ listing, runState, state }: RunViewProps) {
  if (runState?.phase === 'starting') return <Loading fill>Starting the run</Loading>;
  if (listing) return <Loading fill>Loading runs</Loading>;
  const ran = state?.checkpointId != null || (runState !== null && runState.phase !== 'none');
  return ran ? (
    <EmptyState
      title="No runs"
      sentence="The server lists no runs of this thread: it is a copy, or they were deleted."
    />
  ) : (
    <EmptyState title="No runs yet" sentence="Tasks, messages and events of a run appear here, live." />
  );
}

function View({ id, ...props }: ViewProps & { readonly id: string }) {
  const { runId, runs, log, running, state, playback, onNode } = props;
  const { messages } = log.model;
  const run = runs.find((one) => one.runId === runId);
  const isNewest = run !== undefined && run === runs[0];
  if (id === 'output' && (log.problem || log.end)) {
    return <OutputView log={log} running={running} state={isNewest ? state : null} />;
  }
  if (id === 'timeline') return <TurnTimeline {...props} isPlayed={playback?.log != null} />;
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
