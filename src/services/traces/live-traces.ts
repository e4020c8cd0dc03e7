import type { StudioHandlers } from '../../shared/contract.ts';
import { maxSelectedRuns, type IndexedRun, type RunIndexFilter } from '../../shared/model/run-index.ts';
import type { TraceSending } from '../../shared/model/traces.ts';
import { toWireError, type WireError } from '../../shared/wire-error.ts';
import { AppError } from '../../shared/app-error.ts';
import { countOf } from '../../shared/count-of.ts';
import { pause } from '../common/abortable.ts';
import { scrubbedProblem } from '../common/scrub-errors.ts';
import { asAppError } from '../common/server-errors.ts';
import { systemErrorReason } from '../storage/system-error-reason.ts';
import type { SpanBatch } from './encode-spans.ts';
import type { SendReport } from './send-spans.ts';
import type { TraceAccess } from './trace-settings.ts';
import type { TraceProgressStore } from './trace-progress.ts';
import type { QueuedTrace, TraceQueue } from './trace-queue.ts';

/** The spans of runs of one thread. A run without batches can't be sent; a missing run is still active. */
export type EncodedRuns = ReadonlyMap<string, readonly SpanBatch[]>;

export interface RunsOfOneThread {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runIds: readonly string[];
}

interface LiveTracesOptions {
  readonly runIndex: {
    readonly watch: StudioHandlers['streams']['runIndex.watch'];
    readonly select: StudioHandlers['calls']['runIndex.select'];
  };
  readonly queue: TraceQueue;
  readonly progress: TraceProgressStore;
  readonly access: (connectionId: string) => Promise<TraceAccess>;
  readonly encode: (runs: RunsOfOneThread, access: TraceAccess, signal: AbortSignal) => Promise<EncodedRuns>;
  /** One attempt. */
  readonly send: (
    access: TraceAccess,
    batches: readonly SpanBatch[],
    signal: AbortSignal,
  ) => Promise<SendReport>;
  /** Removes known secrets from what servers and receivers say, which is stored and shown. */
  readonly scrub: (text: string) => string;
  readonly onChange: () => void;
  readonly onBug: (error: unknown) => void;
  readonly times?: typeof liveTraceTimes;
}

/**
 * Milliseconds. `settled`: a server may update a thread a moment after its run's last event. `firstPause`: before a
 * failed attempt is repeated; it doubles each time up to `maxPause`.
 */
export const liveTraceTimes = { settled: 1500, firstPause: 5000, maxPause: 300_000 };

// A receiver that asks for a longer pause is asked again nonetheless.
const maxRequestedPause = 3_600_000;
// A record that could not be read this many times is given up.
const maxReadFailures = 8;
// With content, the spans of one run may have several megabytes, and all of these are in memory.
const maxEncodedTogether = 20;

export interface LiveTraces {
  /** Begins to send the runs of a server that end from now on, or goes on where it was. */
  start(connectionId: string): void;
  /** Resolves once nothing of the server is sent any more. */
  end(connectionId: string): Promise<void>;
  sending(connectionId: string): TraceSending | null;
  stop(): Promise<void>;
}

interface Failing {
  readonly failures: number;
  readonly nextAt: number;
}

interface LiveServer {
  readonly abort: AbortController;
  readonly work: Promise<unknown>;
}

interface SendingState {
  /** Runs that have ended, and are not in the queue yet; `null` until they were listed. */
  unqueued: number | null;
  readProblem: WireError | null;
  nextAttemptAt: number | null;
  wake: () => void;
}

const everyRun: RunIndexFilter = {
  text: '',
  statuses: [],
  graphIds: [],
  sources: [],
  maxAge: null,
  sortBy: 'createdAt',
  descending: true,
};

/**
 * Sends the runs of servers when they end, whoever started them. For each server, one loop puts the spans of ended runs
 * into the queue, and another sends what is queued.
 */
export function createLiveTraces(options: LiveTracesOptions): LiveTraces {
  const { runIndex, queue, progress, access, encode, send, scrub, onChange, onBug } = options;
  const { times = liveTraceTimes } = options;
  const servers = new Map<string, LiveServer>();
  const states = new Map<string, SendingState>();

  const collect = async (connectionId: string, state: SendingState, signal: AbortSignal): Promise<void> => {
    const failing = new Map<string, Failing>();
    for await (const { problem, readAt } of runIndex.watch({ connectionId }, signal)) {
      state.readProblem = problem;
      // One thread's runs may be unreadable while those of the others can be read.
      if (readAt !== null) {
        const ended = await endedRuns(connectionId, signal);
        if (ended.length > 0) await pause(times.settled, signal);
        state.unqueued = ended.length;
        onChange();
        for (const runs of byThread(ended)) {
          if (signal.aborted) return;
          if ((failing.get(runs[0].threadId)?.nextAt ?? 0) > Date.now()) continue;
          await enqueue(connectionId, runs, failing, signal);
          state.wake();
        }
        state.unqueued = (await endedRuns(connectionId, signal)).length;
      }
      onChange();
    }
  };

  const endedRuns = async (connectionId: string, signal: AbortSignal): Promise<readonly EndedRun[]> => {
    const { runs } = await runIndex.select(
      { connectionId, filter: everyRun, offset: 0, limit: maxSelectedRuns },
      signal,
    );
    const queuedIds = new Set(queue.list(connectionId).map(({ runId }) => runId));
    return runs
      .flatMap((run) => {
        const endedMs = endedAtMs(run);
        return endedMs !== null &&
          !queuedIds.has(run.runId) &&
          progress.isDue(connectionId, run.runId, endedMs)
          ? { runId: run.runId, threadId: run.threadId, endedMs }
          : [];
      })
      .toSorted((one, other) => one.endedMs - other.endedMs);
  };

  const enqueue = async (
    connectionId: string,
    runs: RunsOfThread,
    failing: Map<string, Failing>,
    signal: AbortSignal,
  ): Promise<void> => {
    const [{ threadId }] = runs;
    try {
      const settings = await access(connectionId);
      const encoded = await encode(
        { connectionId, threadId, runIds: runs.map(({ runId }) => runId) },
        settings,
        signal,
      );
      for (const run of runs) {
        const batches = encoded.get(run.runId);
        if (batches === undefined) continue;
        const { withContent } = settings;
        const dropped =
          batches.length === 0
            ? []
            : await queue.add({ connectionId, withContent, runId: run.runId, endedMs: run.endedMs }, batches);
        await progress.queued(connectionId, run, batches.length > 0);
        for (const trace of dropped) await progress.dropped(trace.connectionId);
      }
      failing.delete(threadId);
    } catch (error) {
      if (signal.aborted) return;
      const failure = scrubbedProblem(error, scrub);
      await progress.failed(connectionId, failure);
      const failures = (failing.get(threadId)?.failures ?? 0) + 1;
      failing.set(threadId, { failures, nextAt: Date.now() + pauseAfter(failures) });
      const isHopeless =
        failure.code === 'not-found' || (failures >= maxReadFailures && !transientCodes.has(failure.code));
      if (isHopeless) for (const run of runs) await progress.queued(connectionId, run, false);
    }
  };

  const sendQueueWithRetries = async (
    connectionId: string,
    state: SendingState,
    signal: AbortSignal,
  ): Promise<void> => {
    let failures = 0;
    // By the names of traces whose files can't be read now: those behind them are sent meanwhile.
    const failing = new Map<string, Failing>();
    let mayReadAgain = true;
    while (!signal.aborted) {
      const queued = queue.list(connectionId);
      const oldest = queued.find(({ name }) => (failing.get(name)?.nextAt ?? 0) <= Date.now());
      if (oldest === undefined) {
        if (mayReadAgain) {
          mayReadAgain = false;
          // They may be of other servers.
          if (await queue.readAgain()) for (const { wake } of states.values()) wake();
          // Something may have been queued meanwhile.
          continue;
        }
        if (queued.length === 0) failing.clear();
        const nextAt = queued.reduce(
          (earliest, { name }) => Math.min(earliest, failing.get(name)?.nextAt ?? Infinity),
          Infinity,
        );
        state.nextAttemptAt = queued.length === 0 ? null : nextAt;
        onChange();
        await untilWoken(state, Math.min(nextAt, Date.now() + times.maxPause), signal);
        state.nextAttemptAt = null;
        mayReadAgain = true;
        continue;
      }
      try {
        await queue.whileHeld(oldest, () => sendOldest(connectionId, oldest, failing, signal));
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const failure = asAppError(error);
        const ms = Math.max(pauseAfter(failures), requestedPause(failure));
        state.nextAttemptAt = Date.now() + ms;
        await progress.failed(connectionId, scrubbedProblem(failure, scrub));
        onChange();
        await pause(ms, signal);
        state.nextAttemptAt = null;
      }
      onChange();
    }
  };

  const sendOldest = async (
    connectionId: string,
    oldest: QueuedTrace,
    failing: Map<string, Failing>,
    signal: AbortSignal,
  ): Promise<void> => {
    let batches: readonly SpanBatch[] | null;
    try {
      batches = await queue.read(oldest);
      if (batches === null) await queue.setAside(oldest);
    } catch (error) {
      const failures = (failing.get(oldest.name)?.failures ?? 0) + 1;
      failing.set(oldest.name, { failures, nextAt: Date.now() + pauseAfter(failures) });
      await progress.failed(connectionId, scrubbedProblem(unreadTrace(error), scrub));
      return;
    }
    failing.delete(oldest.name);
    if (batches === null) {
      await progress.unreadable(connectionId);
      return;
    }
    const settings = await access(connectionId);
    try {
      const { rejected, reasons } = await send(settings, batches, signal);
      await queue.remove(oldest);
      await progress.sent(
        connectionId,
        rejected === 0
          ? null
          : toWireError(
              new AppError(
                'rejected-by-server',
                `The receiver did not accept ${countOf(rejected, 'span')} of a run.`,
                {
                  details: reasons.length === 0 ? {} : { server: reasons.join('\n') },
                },
              ),
            ),
      );
    } catch (error) {
      if (signal.aborted || !isRefusal(error)) throw error;
      // It would never be taken, and nothing behind it would be sent.
      await queue.remove(oldest);
      await progress.refused(connectionId, scrubbedProblem(error, scrub));
    }
  };

  // Runs `work` again after an unexpected error: of the disk, or a bug.
  const restartAfterError = async (
    state: SendingState,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> => {
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (signal.aborted) return;
        state.readProblem = scrubbedProblem(error, scrub);
        onBug(error);
        onChange();
      }
      await pause(times.maxPause, signal);
    }
  };

  const pauseAfter = (failures: number): number => {
    const ms = Math.min(times.maxPause, times.firstPause * 2 ** (failures - 1));
    // Jitter, so that several studios do not come back together.
    return ms * (0.75 + Math.random() / 2);
  };

  const end = async (connectionId: string): Promise<void> => {
    const server = servers.get(connectionId);
    servers.delete(connectionId);
    states.delete(connectionId);
    server?.abort.abort();
    await server?.work;
  };

  return {
    start(connectionId) {
      if (servers.has(connectionId)) return;
      const abort = new AbortController();
      const state: SendingState = {
        unqueued: null,
        readProblem: null,
        nextAttemptAt: null,
        wake: () => undefined,
      };
      states.set(connectionId, state);
      const work = Promise.all([
        restartAfterError(state, abort.signal, () => collect(connectionId, state, abort.signal)),
        restartAfterError(state, abort.signal, () => sendQueueWithRetries(connectionId, state, abort.signal)),
      ]);
      servers.set(connectionId, { abort, work });
      onChange();
    },
    end,
    sending(connectionId) {
      const state = states.get(connectionId);
      const stored = progress.of(connectionId);
      if (state === undefined || stored === null) return null;
      const queued = queue.list(connectionId);
      const { unqueued, readProblem, nextAttemptAt } = state;
      const { sent, dropped, refused, unread, lastSentAt, lastError } = stored;
      return {
        sent,
        waiting: unqueued === null ? null : unqueued + queued.length,
        waitingBytes: queued.reduce((sum, { bytes }) => sum + bytes, 0),
        dropped,
        refused,
        unread,
        lastSentAt,
        lastError,
        nextAttemptAt,
        readProblem,
      };
    },
    stop: async () => {
      await Promise.all([...servers.keys()].map(end));
    },
  };
}

interface EndedRun {
  readonly runId: string;
  readonly threadId: string;
  readonly endedMs: number;
}

type RunsOfThread = readonly [EndedRun, ...EndedRun[]];

function byThread(runs: readonly EndedRun[]): readonly RunsOfThread[] {
  const groups: [EndedRun, ...EndedRun[]][] = [];
  const newest = new Map<string, EndedRun[]>();
  for (const run of runs) {
    const others = newest.get(run.threadId);
    if (others !== undefined && others.length < maxEncodedTogether) others.push(run);
    else {
      const group: [EndedRun, ...EndedRun[]] = [run];
      groups.push(group);
      newest.set(run.threadId, group);
    }
  }
  return groups;
}

/** When a run ended, by the server's clock; `null` if it is active, or that is not known. */
function endedAtMs({ status, createdAt, durationMs }: IndexedRun): number | null {
  const startMs = Date.parse(createdAt ?? '');
  if (status === 'queued' || status === 'running' || status === 'unknown' || Number.isNaN(startMs))
    return null;
  return startMs + (durationMs ?? 0);
}

// Errors that may go away by themselves.
const transientCodes: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'server-failed',
  'rate-limited',
  'unauthorized',
  'forbidden',
  'secret-locked',
  'credential',
  'storage',
]);

function unreadTrace(error: unknown): AppError {
  const reason = systemErrorReason(error);
  return new AppError('storage', `A run that waits to be sent could not be read: ${reason}.`, {
    cause: error,
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'rejected-by-server';
}

function requestedPause(error: AppError): number {
  const ms = Number(error.details['retryAfterMs'] ?? 0);
  return Math.min(maxRequestedPause, ms);
}

/** Until something is queued, at the latest until `atMs`. */
function untilWoken(state: SendingState, atMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, atMs - Date.now());
    timer.unref();
    state.wake = finish;
    signal.addEventListener('abort', finish);
  });
}
