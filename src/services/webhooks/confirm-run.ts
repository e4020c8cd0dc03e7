import type { RunStatus } from '../../shared/model/run.ts';
import { asAppError } from '../errors/server-errors.ts';
import { isActive, toRunStatus } from '../runs/wire-to-run.ts';
import type { ServerClients } from '../server-clients.ts';

/** A run by the names that its server knows it by. */
export interface ReportedRun {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
}

/** What the server itself says of a run. */
export type Confirmation =
  | { readonly confirmedStatus: RunStatus; readonly confirmProblem: null }
  | { readonly confirmedStatus: null; readonly confirmProblem: string };

/**
 * Reads a reported run with the studio's own key (row W-3). A run that is still active is looked at again after each of
 * `waitsMs`, because a server may report a moment before it writes the status down. Never rejects.
 */
export async function confirmRun(
  clients: ServerClients,
  { connectionId, threadId, runId }: ReportedRun,
  waitsMs: readonly number[],
  signal: AbortSignal,
): Promise<Confirmation> {
  try {
    const client = await clients.get(connectionId);
    const look = async (): Promise<RunStatus> =>
      toRunStatus(await client.runs.get(threadId, runId, { signal, purpose: 'webhooks.confirm' }));
    let status = await look();
    for (const ms of waitsMs) {
      if (!isActive(status) || signal.aborted) break;
      await pause(ms, signal);
      // Sequential on purpose: each look may be the last.
      status = await look();
    }
    return { confirmedStatus: status, confirmProblem: null };
  } catch (thrown) {
    return { confirmedStatus: null, confirmProblem: asAppError(thrown).message };
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    timer.unref();
    signal.addEventListener('abort', finish);
  });
}
