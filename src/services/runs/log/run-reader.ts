import { setTimeout as pause } from 'node:timers/promises';
import type { GraphClient } from 'remote-graph-client/client';
import { withServerClient, type ServerClients } from '../../common/server-clients.ts';
import { attachRun } from '../attach-run.ts';
import type { RunRef } from './run-log-cache.ts';
import type { RunLog } from './run-log.ts';
import type { RunLogs } from './run-logs.ts';
import type { RunRecorder } from './run-recorder.ts';

interface RunReaderOptions {
  readonly clients: ServerClients;
  readonly logs: RunLogs;
  readonly recorder: RunRecorder;
}

// Gives the log of any run: of one that is read here, else a stored one, else what its server still sends.
export type RunReader = (runRef: RunRef, take?: boolean) => Promise<RunLog>;

// How long a reader of a log whose end was lost waits for a better one, in milliseconds: an active run whose server has
// lost events may take long to bring as many.
const maxWaitMs = 10_000;

export function createRunReader({ clients, logs, recorder }: RunReaderOptions): RunReader {
  // Pending joins, so that two windows that request a run at once share one stream.
  const joining = new Map<string, Promise<RunLog>>();

  // Reads a run that is not read here, or whose end was not seen and may be reachable now.
  const join = async (runRef: RunRef, log: RunLog | undefined, take: boolean): Promise<RunLog> => {
    const stored = await logs.restore(runRef);
    if (stored !== null) return stored;
    try {
      return await withServerClient(clients, runRef.connectionId, async (client) => {
        const currentClient = (): Promise<GraphClient> => clients.get(runRef.connectionId);
        const { stream, late, createdAt, serverTimes } = await attachRun(client, runRef, take, currentClient);
        const ageMs = (): number | null =>
          ageByServer(createdAt, clients.clockSkewMs?.(runRef.connectionId) ?? null, Date.now());
        const from = { late, ageMs, serverTimes };
        return log ? recorder.recordAgain(stream, runRef, log, from) : recorder.record(stream, runRef, from);
      });
    } catch (error) {
      if (log) return log;
      throw error;
    }
  };

  return (runRef, take = false) => {
    const log = logs.cache.get(runRef);
    if (log && log.end?.outcome !== 'lost') return Promise.resolve(log);
    const key = JSON.stringify(runRef);
    const joined = joining.get(key) ?? join(runRef, log, take).finally(() => joining.delete(key));
    joining.set(key, joined);
    return log ? Promise.race([joined, pause(maxWaitMs, log, { ref: false })]) : joined;
  };
}

// How far a skew by one response may be from the truth.
const maxErrorMs = 500;

// Age of a run by its server's clock alone, in milliseconds: the local time of day may differ.
// `createdAt`: the server's; `skewMs`: how far its clock is ahead of `now`. `null` if either is unknown, or
// for a scheduled run created in the future. The skew is known to half a second at first, and soon better.
function ageByServer(createdAt: string | null, skewMs: number | null, now: number): number | null {
  const ageMs = now + (skewMs ?? NaN) - Date.parse(createdAt ?? '');
  return ageMs >= -maxErrorMs ? Math.max(0, ageMs) : null;
}
