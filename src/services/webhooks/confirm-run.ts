import pLimit from 'p-limit';
import { isActive } from '../../shared/model/is-active.ts';
import type { RunStatus } from '../../shared/model/run.ts';
import { asAppError } from '../common/server-errors.ts';
import { toRunStatus } from '../runs/run-mapper.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { pause } from '../common/abortable.ts';

export interface ReportedRun {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
}

type Confirmation =
  | { readonly confirmedStatus: RunStatus; readonly confirmProblem: null }
  | { readonly confirmedStatus: null; readonly confirmProblem: string };

// Reads a reported run with the studio's own key. An active run is read again after each of
// `waitsMs`, because a server may report a moment before it updates the status. Never rejects.
export async function confirmRun(
  clients: ServerClients,
  { connectionId, threadId, runId }: ReportedRun,
  waitsMs: readonly number[],
  signal: AbortSignal,
): Promise<Confirmation> {
  try {
    const client = await clients.get(connectionId);
    const readStatus = async (): Promise<RunStatus> =>
      toRunStatus(await client.runs.get(threadId, runId, { signal, purpose: 'webhooks.confirm' }));
    let status = await readStatus();
    for (const ms of waitsMs) {
      if (!isActive(status) || signal.aborted) break;
      await pause(ms, signal);
      // Sequential on purpose: each look may be the last.
      status = await readStatus();
    }
    return { confirmedStatus: status, confirmProblem: null };
  } catch (error) {
    return { confirmedStatus: null, confirmProblem: asAppError(error).message };
  }
}

// Confirms runs that deliveries named, at a cost independent of the number of deliveries.
interface RunConfirmations {
  // Has a run confirmed, now or later. Does nothing while a confirmation is pending, or once the run's end is
  // known; an active or unreadable run is read again after `retryMs` at the earliest.
  request(run: ReportedRun): void;
  stop(): void;
}

// - `confirm`: Asks the server once. Never rejects.
// - `onConfirmed`: Called with each result, and at once for a run whose end is known.
// - `retryMs`: Minimum delay in milliseconds after a confirmation that did not find the end.
// - `perServer`: Concurrent confirmations per server.
// - `runs`: Runs remembered; the oldest without scheduled work are evicted first.
interface RunConfirmationsOptions {
  readonly confirm: (run: ReportedRun) => Promise<Confirmation>;
  readonly onConfirmed: (run: ReportedRun, confirmation: Confirmation) => void;
  readonly onBug: (error: unknown) => void;
  readonly retryMs: number;
  readonly perServer: number;
  readonly runs: number;
}

// - `isRequested`: Another delivery arrived during the confirmation.
// - `answeredAt`: `performance.now()` of the last result.
// - `ended`: The end of the run, which is final.
interface Entry {
  readonly run: ReportedRun;
  state: 'asking' | 'scheduled' | 'answered';
  isRequested: boolean;
  answeredAt: number;
  ended: Confirmation | null;
  timer: NodeJS.Timeout | null;
}

export function createRunConfirmations(options: RunConfirmationsOptions): RunConfirmations {
  const { confirm, onConfirmed, onBug, retryMs, perServer, runs } = options;
  const entries = new Map<string, Entry>();
  const turns = new Map<string, ReturnType<typeof pLimit>>();
  let isStopped = false;

  const turnOf = (connectionId: string): ReturnType<typeof pLimit> => {
    const turn = turns.get(connectionId) ?? pLimit(perServer);
    turns.set(connectionId, turn);
    return turn;
  };

  const check = async (entry: Entry): Promise<void> => {
    entry.state = 'asking';
    entry.isRequested = false;
    const confirmation = await turnOf(entry.run.connectionId)(() => confirm(entry.run));
    if (isStopped) return;
    entry.state = 'answered';
    entry.answeredAt = performance.now();
    if (confirmation.confirmedStatus !== null && !isActive(confirmation.confirmedStatus)) {
      entry.ended = confirmation;
    } else if (entry.isRequested) {
      schedule(entry);
    }
    onConfirmed(entry.run, confirmation);
  };

  const checkInBackground = (entry: Entry): void => {
    check(entry).catch(onBug);
  };

  const schedule = (entry: Entry): void => {
    const wait = entry.answeredAt + retryMs - performance.now();
    if (wait <= 0) return checkInBackground(entry);
    entry.state = 'scheduled';
    entry.timer = setTimeout(() => checkInBackground(entry), wait);
    entry.timer.unref();
  };

  const makeRoom = (): void => {
    for (const [key, { state }] of entries) {
      if (entries.size <= runs) return;
      if (state === 'answered') entries.delete(key);
    }
  };

  return {
    request(run) {
      if (isStopped) return;
      const key = JSON.stringify([run.connectionId, run.threadId, run.runId]);
      const existing = entries.get(key);
      if (!existing) {
        const entry: Entry = {
          run,
          state: 'asking',
          isRequested: false,
          answeredAt: 0,
          ended: null,
          timer: null,
        };
        entries.set(key, entry);
        makeRoom();
        checkInBackground(entry);
      } else if (existing.ended) {
        onConfirmed(run, existing.ended);
      } else if (existing.state === 'asking') {
        existing.isRequested = true;
      } else if (existing.state === 'answered') {
        schedule(existing);
      }
    },
    stop() {
      isStopped = true;
      for (const { timer } of entries.values()) {
        if (timer) clearTimeout(timer);
      }
      entries.clear();
    },
  };
}
