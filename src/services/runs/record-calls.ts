import type { StudioHandlers } from '../../shared/contract.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { RunLogs } from './log/run-logs.ts';
import { listRunRecords, listRuns, readRunInput, readRunSettings } from './run-records.ts';
import { withSentOrigin, type StartedRuns } from './started-runs.ts';

export type RunRecordCalls = Pick<
  StudioHandlers['calls'],
  'runs.list' | 'runs.records' | 'runs.input' | 'runs.settings'
>;

interface RunRecordCallsOptions {
  readonly clients: ServerClients;
  readonly logs: RunLogs;
  readonly started: StartedRuns;
}

export function createRunRecordCalls({ clients, logs, started }: RunRecordCallsOptions): RunRecordCalls {
  return {
    'runs.list': ({ connectionId, threadId }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        await logs.refresh();
        const runs = await listRuns(client, threadId, logs.summariesOf(connectionId, threadId), signal);
        return runs.map((run) => withSentOrigin(run, started.get(run.runId)));
      }),
    'runs.records': ({ connectionId, threadId }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        await logs.refresh();
        const list = await listRunRecords(client, threadId, logs.summariesOf(connectionId, threadId), signal);
        return { ...list, records: list.records.map((run) => withSentOrigin(run, started.get(run.runId))) };
      }),
    'runs.input': (runRef, signal) =>
      withServerClient(clients, runRef.connectionId, async (client) => ({
        inputText: await readRunInput(client, runRef, signal),
      })),
    'runs.settings': (runRef, signal) =>
      withServerClient(clients, runRef.connectionId, (client) => readRunSettings(client, runRef, signal)),
  };
}
