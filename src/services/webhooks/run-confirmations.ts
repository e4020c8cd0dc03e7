import { limitConcurrency } from '../common/limit-concurrency.ts';
import { isActive } from '../runs/wire-to-run.ts';
import type { Confirmation, ReportedRun } from './confirm-run.ts';

/** Confirms reported runs, with a cost that does not depend on how many reports arrive (row W-10). */
export interface RunConfirmations {
  /**
   * Has a run confirmed, now or later. While a run is being confirmed, and once its end is known, nothing more is asked;
   * a run that was still active, or could not be read, is asked about again `retryMs` later at the earliest.
   */
  request(run: ReportedRun): void;
  /** Ends what is scheduled. */
  stop(): void;
}

export interface RunConfirmationsOptions {
  /** Asks the server once. Never rejects. */
  readonly confirm: (run: ReportedRun) => Promise<Confirmation>;
  /** Called with each answer, and at once for a run whose end is already known. */
  readonly onConfirmed: (run: ReportedRun, confirmation: Confirmation) => void;
  /** Milliseconds between two confirmations of a run that did not end it. */
  readonly retryMs: number;
  /** The most confirmations in flight at one server. */
  readonly perServer: number;
  /** The most runs that are remembered; the oldest that nothing is scheduled for go first. */
  readonly runs: number;
}

interface Entry {
  readonly run: ReportedRun;
  state: 'asking' | 'scheduled' | 'answered';
  /** Another report arrived while the server was being asked. */
  isRequested: boolean;
  /** `performance.now()` of the last answer. */
  answeredAt: number;
  /** The end of the run, which no later answer changes. */
  ended: Confirmation | null;
  timer: NodeJS.Timeout | null;
}

export function createRunConfirmations(options: RunConfirmationsOptions): RunConfirmations {
  const { confirm, onConfirmed, retryMs, perServer, runs } = options;
  const entries = new Map<string, Entry>();
  const turns = new Map<string, ReturnType<typeof limitConcurrency>>();
  let isStopped = false;

  const turnOf = (connectionId: string): ReturnType<typeof limitConcurrency> => {
    const turn = turns.get(connectionId) ?? limitConcurrency(perServer);
    turns.set(connectionId, turn);
    return turn;
  };

  const ask = async (entry: Entry): Promise<void> => {
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

  const schedule = (entry: Entry): void => {
    const wait = entry.answeredAt + retryMs - performance.now();
    if (wait <= 0) return void ask(entry);
    entry.state = 'scheduled';
    entry.timer = setTimeout(() => void ask(entry), wait);
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
      const known = entries.get(key);
      if (!known) {
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
        void ask(entry);
      } else if (known.ended) {
        onConfirmed(run, known.ended);
      } else if (known.state === 'asking') {
        known.isRequested = true;
      } else if (known.state === 'answered') {
        schedule(known);
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
