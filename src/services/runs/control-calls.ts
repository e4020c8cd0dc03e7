import type { StudioHandlers } from '../../shared/contract.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { assertBreakpointTargets } from './assert-breakpoint-targets.ts';
import type { BreakpointSessions } from './breakpoint-sessions.ts';
import { withServerBreakpoints } from './server-breakpoints.ts';
import { withWrittenPins } from './write-pinned-output.ts';
import type { RunRef } from './log/run-log-cache.ts';
import type { RunLogs } from './log/run-logs.ts';
import type { ActiveStreams } from './log/active-streams.ts';
import { cancelRun } from './cancel-run.ts';
import { deleteStuckRun } from './delete-stuck-run.ts';
import { previewRun } from './preview-run.ts';
import { deleteRun } from './run-records.ts';
import type { StatelessRuns } from './stateless-runs.ts';
import type { RunStarter } from './start-run.ts';

export type RunControlCalls = Pick<
  StudioHandlers['calls'],
  'runs.start' | 'runs.preview' | 'runs.cancel' | 'runs.reconnect' | 'runs.delete' | 'runs.deleteStuck'
>;

interface RunControlCallsOptions {
  readonly clients: ServerClients;
  readonly logs: RunLogs;
  readonly streams: ActiveStreams;
  readonly sessions: BreakpointSessions;
  readonly start: RunStarter;
  readonly statelessRuns: StatelessRuns;
  // Drops a run that its server no longer has.
  readonly onDeleted: (runRef: RunRef) => Promise<void>;
}

export function createRunControlCalls(options: RunControlCallsOptions): RunControlCalls {
  const { clients, logs, streams, sessions, start, statelessRuns, onDeleted } = options;
  return {
    'runs.start': (request) =>
      withServerClient(clients, request.connectionId, async (client) => {
        await assertBreakpointTargets(client, request);
        const prepared = await sessions.start(client, request);
        try {
          return await start(client, withServerBreakpoints(prepared.request), prepared.session);
        } catch (error) {
          throw withWrittenPins(error, prepared.writtenIds);
        }
      }),
    'runs.preview': ({ request, newThread }) =>
      withServerClient(clients, request.connectionId, (client) => previewRun(client, request, newThread)),
    'runs.cancel': ({ action, ...runRef }, signal) =>
      withServerClient(clients, runRef.connectionId, async (client) => {
        const threadId = runRef.threadId ?? (await statelessRuns.find(client, runRef.runId, signal));
        const session = await sessions.stop(runRef);
        const runId = session?.runId ?? runRef.runId;
        const log = logs.cache.get({ ...runRef, runId });
        let onAnswer: (isAccepted: boolean) => void = () => undefined;
        const accepted = new Promise<boolean>((resolve) => (onAnswer = resolve));
        streams.expectCancel({ ...runRef, runId }, accepted);
        const result = await cancelRun(client, { threadId, runId, action, log, onAnswer }, signal);
        // It had ended, but would have been continued.
        return session?.wasAboutToContinue ? { ...result, stopped: true } : result;
      }),
    async 'runs.reconnect'(runRef) {
      streams.reconnectNow(runRef);
      return {};
    },
    'runs.delete': async (runRef) => {
      await withServerClient(clients, runRef.connectionId, (client) => deleteRun(client, runRef));
      await onDeleted(runRef);
      return {};
    },
    'runs.deleteStuck': async (runRef, signal) => {
      const freed = await withServerClient(clients, runRef.connectionId, (client) =>
        deleteStuckRun(client, runRef, signal),
      );
      if (freed.outcome === 'deleted') await onDeleted(runRef);
      return freed;
    },
  };
}
