import type { ServerClients } from '../common/server-clients.ts';
import type { Platform } from '../common/platform.ts';
import { createBugReporter } from '../logging/host-log.ts';
import type { WebhookReservations } from '../webhooks/webhook-reservation.ts';
import { alwaysPresent, type Presence } from '../create-presence.ts';
import type { RunEnd } from '../../shared/model/run.ts';
import type { Notifications } from '../create-notifications.ts';
import { createRunControlCalls, type RunControlCalls } from './control-calls.ts';
import { createStartedRuns, type ActiveRun } from './started-runs.ts';
import { createStatelessRuns } from './stateless-runs.ts';
import { createBreakpointSessions } from './breakpoint-sessions.ts';
import { createBreakpointStore } from './breakpoint-store.ts';
import { createRunLogCalls, createRunStreams, type RunLogCalls, type RunStreams } from './log/log-calls.ts';
import type { OpenLog, RecordedLogs } from './log/recorded-logs.ts';
import { runKey, type RunRef } from './log/run-log-cache.ts';
import { createRunLogs } from './log/run-logs.ts';
import { createActiveStreams } from './log/active-streams.ts';
import { createRunReader } from './log/run-reader.ts';
import { createRunRecorder } from './log/run-recorder.ts';
import type { HeldLog } from './log/run-tokens.ts';
import { createRunStarter } from './start-run.ts';
import { createRunRecordCalls, type RunRecordCalls } from './run-records.ts';

export interface Runs {
  readonly calls: RunRecordCalls & RunControlCalls & RunLogCalls;
  readonly streams: RunStreams;
  /**
   * The events of a run: those stored here, else what its server still sends. Throws `stream-unavailable` if there are
   * none. The log is kept until it is released.
   */
  openLog(runRef: RunRef): Promise<OpenLog>;
  /** The events of a run that are stored here, kept until they are released; `null` if there are none. Asks no server. */
  heldLog(runRef: RunRef): Promise<HeldLog | null>;
  /** The runs of a thread whose events are being read. */
  activeRuns(thread: { readonly connectionId: string; readonly threadId: string }): readonly ActiveRun[];
  /** Discards all logs of a removed server, or of deleted threads. */
  forget(connectionId: string, threadIds?: readonly string[]): Promise<void>;
  /** The server responds again: its runs' cut streams reconnect at once. */
  onServerReconnected(connectionId: string): void;
  /** Stops reading. Runs continue on their servers. */
  stop(): Promise<void>;
}

// - `presence`: Whether a window is visible; always, if omitted.
// - `recordedLogs`: Logs of opened recordings, which are read as archived ones are.
// - `onChange`: Called when a run begins and when it ends.
// - `onEnded`: Called when a run was seen to end.
// - `notifications`: Learns of the runs that were started here.
interface RunsOptions {
  readonly clients: ServerClients;
  readonly webhooks: WebhookReservations;
  readonly platform: Pick<Platform, 'dataFolder' | 'log'>;
  readonly presence?: Pick<Presence, 'away' | 'onChange'>;
  readonly recordedLogs?: RecordedLogs;
  readonly onChange?: (connectionId: string, threadId: string | null) => void;
  readonly onEnded?: (connectionId: string, runId: string) => void;
  readonly notifications?: Pick<Notifications, 'runBegan' | 'runEnded'>;
}

/**
 * Runs, and the logs of their events. Each run's stream is read once, whether or not a window shows it;
 * windows read the log, so a reloaded page or a second one sees the same events from the first one on.
 */
export function createRuns(options: RunsOptions): Runs {
  const { clients, webhooks, platform, presence = alwaysPresent } = options;
  const onChange = ({ connectionId, threadId }: RunRef): void => options.onChange?.(connectionId, threadId);
  const onEnded = ({ connectionId, runId }: RunRef): void => options.onEnded?.(connectionId, runId);
  const onRead = (runRef: RunRef, end?: RunEnd | null): void => {
    if (startedRuns.get(runRef.runId) === null) return;
    if (end === undefined) options.notifications?.runBegan(runRef);
    else options.notifications?.runEnded(runRef, end);
  };
  const startedRuns = createStartedRuns();
  const logs = createRunLogs(platform, options.recordedLogs);
  const streams = createActiveStreams(presence);
  const onBug = createBugReporter(platform.log);
  const recorder = createRunRecorder({ logs, streams, onChange, onEnded, onRead, onBug });
  const read = createRunReader({ clients, logs, recorder });
  const statelessRuns = createStatelessRuns();
  const start = createRunStarter({ clients, webhooks, recorder, startedRuns, statelessRuns });
  const breakpointStore = createBreakpointStore({ platform });
  const sessions = createBreakpointSessions({ clients, store: breakpointStore, start });
  const onDeleted = async (runRef: RunRef): Promise<void> => {
    const key = runKey(runRef);
    await recorder.forgetWhere((each) => runKey(each) === key);
    onChange(runRef);
  };

  return {
    calls: {
      ...createRunRecordCalls({ clients, logs, started: startedRuns }),
      ...createRunControlCalls({
        clients,
        logs,
        streams,
        sessions,
        start,
        statelessRuns,
        onDeleted,
      }),
      ...createRunLogCalls({ logs, read, breakpointStore }),
    },
    streams: createRunStreams({ logs, read }),
    async heldLog(runRef) {
      // Else the archive does not know its logs yet after a start.
      await logs.refresh();
      return logs.openStored(runRef);
    },
    openLog: async (runRef) => (await logs.openStored(runRef)) ?? logs.retain(await read(runRef)),
    activeRuns: ({ connectionId, threadId }) =>
      streams.runsOf(connectionId, threadId).map((runId) => {
        const { kind, checkpointId = null } = startedRuns.get(runId) ?? {};
        const origin = kind === undefined ? null : { kind, checkpointId };
        return { runId, origin, mayContinue: sessions.mayContinue({ connectionId, threadId, runId }) };
      }),
    async forget(connectionId, threadIds) {
      sessions.forget(connectionId, threadIds);
      await recorder.forgetWhere(
        (runRef) =>
          runRef.connectionId === connectionId &&
          (!threadIds || (runRef.threadId !== null && threadIds.includes(runRef.threadId))),
      );
      // Last: a run that ended meanwhile has just written its visits.
      await breakpointStore.forget(connectionId, threadIds);
    },
    onServerReconnected: (connectionId) => streams.reconnectAll(connectionId),
    async stop() {
      sessions.close();
      await recorder.stop();
      await breakpointStore.flush();
      await logs.cache.clear();
    },
  };
}
