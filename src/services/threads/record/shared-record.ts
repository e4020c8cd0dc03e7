import type { GraphClient } from 'remote-graph-client/client';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { mergeEvents } from '../../../shared/run-events/merge-events.ts';
import { pause } from '../../common/abortable.ts';
import type { ServerClients } from '../../common/server-clients.ts';
import { buildRecord } from './build-record.ts';
import type { RecordEvidence } from './evidence.ts';
import { EvidenceReader } from './evidence-reader.ts';
import { pollDelay } from './poll-delay.ts';
import { shareUnchanged } from './record-change.ts';
import { asAppError } from '../../common/server-errors.ts';
import { createRecordEvents, type RecordedThread, type LiveRunLogs } from './record-events.ts';

// The record of one thread while somebody looks at it.
export interface SharedRecord {
  readonly thread: RecordedThread;
  // `null` until it was read once.
  readonly current: ThreadRecord | null;
  // Why the last read failed; `null` if it did not.
  readonly failure: unknown;
  // Why the record, once read, has not been readable for a while; `null` if the last read succeeded.
  readonly stale: unknown;
  serverNow(): number | null;
  // Resolves once there is another record than this one, a failure without one, or another `stale`, or `signal` aborts.
  next(previous: ThreadRecord | null, signal: AbortSignal): Promise<void>;
  // Reads at once.
  refresh(): void;
  stop(): void;
}

const minDelayMs = 50;

// Reads a thread's record now, and again when it may have changed, until it is stopped.
export function createSharedRecord(
  thread: RecordedThread,
  clients: ServerClients,
  runLogs: LiveRunLogs | undefined,
  staleMs: number,
): SharedRecord {
  const { connectionId, threadId } = thread;
  const stopper = new AbortController();
  const { signal } = stopper;
  let current: ThreadRecord | null = null;
  let failure: unknown = null;
  let failingSince: number | null = null;
  let stale: unknown = null;
  // As read from the server, without events.
  let base: ThreadRecord | null = null;
  let evidence: RecordEvidence | null = null;
  let listeners = new Set<() => void>();
  let wake = new AbortController();
  let isRefreshRequested = false;
  // How far the server's clock is ahead, in milliseconds.
  let skewMs: number | null = null;

  const notify = (): void => {
    const called = listeners;
    listeners = new Set();
    for (const listener of called) listener();
  };
  const publish = (): void => {
    if (base === null) return;
    const merged = mergeEvents(base, events.all(), events.undecidedRuns());
    const next = current === null ? merged : shareUnchanged(current, merged);
    current = next;
    notify();
  };
  const setStale = (reason: unknown): void => {
    if ((stale === null) === (reason === null)) return;
    stale = reason;
    notify();
  };
  const serverNow = (): number | null => (skewMs === null ? null : Date.now() + skewMs);
  const events = createRecordEvents(thread, runLogs, { signal, serverNow, onChange: publish });
  const follow = ({ runs, gaps }: RecordEvidence, readAt: number): void =>
    events.follow(runs, { readAt, isWhole: !gaps.some(({ kind }) => kind === 'runs') });
  const takeEvidence = (newEvidence: RecordEvidence, readAt: number): void => {
    evidence = newEvidence;
    const record = buildRecord(newEvidence);
    const next: ThreadRecord = base === null ? record : shareUnchanged(base, record);
    base = next;
    follow(newEvidence, readAt);
    publish();
  };
  const refresh = (): void => {
    events.lookAgain(evidence?.runs ?? []);
    isRefreshRequested = true;
    wake.abort();
  };

  const read = async (reader: EvidenceReader): Promise<void> => {
    const readAt = performance.now();
    const newest = await reader.readNewest(signal);
    skewMs = clients.clockSkewMs?.(connectionId) ?? skewMs;
    if (newest === evidence) {
      // A run that ended meanwhile may be one that its server no longer lists.
      const before = events.all();
      follow(newest, readAt);
      const after = events.all();
      if (before.length !== after.length || after.some((one, index) => one !== before[index])) publish();
      return;
    }
    takeEvidence(newest, readAt);
    // Each time there are twice as many, as each snapshot has all of those before it.
    while (reader.hasOlder && !signal.aborted) takeEvidence(await reader.readOlder(signal), readAt);
  };

  const run = async (): Promise<void> => {
    let reader = null as { readonly client: GraphClient; readonly evidence: EvidenceReader } | null;
    while (!signal.aborted) {
      const isExpected = isRefreshRequested;
      isRefreshRequested = false;
      wake = new AbortController();
      const startedAt = performance.now();
      try {
        const client = await clients.get(connectionId);
        // A connection that was edited has another client.
        if (reader?.client !== client)
          reader = { client, evidence: new EvidenceReader(client, threadId, { isWatched: true }) };
        if (isExpected) reader.evidence.expectChange();
        await read(reader.evidence);
        failure = null;
        failingSince = null;
        setStale(null);
      } catch (error) {
        if (signal.aborted) return;
        failure = error;
        // Half of what was read may be of another time.
        reader = null;
        if (current === null) notify();
        failingSince ??= performance.now();
        // That a server is away is said of the server.
        const isLasting = performance.now() - failingSince >= staleMs;
        if (isLasting && current !== null && asAppError(error).code !== 'unreachable') setStale(error);
      }
      // One that is asked for again and again does not keep the server busy.
      if (isRefreshRequested) {
        await pause(minDelayMs, signal);
        continue;
      }
      await pause(
        pollDelay({
          isActive: reader?.evidence.isActive === true,
          hasFailed: failure !== null,
          readMs: performance.now() - startedAt,
        }),
        AbortSignal.any([signal, wake.signal]),
      );
    }
  };
  run().catch((error: unknown) => {
    failure = error;
    notify();
  });

  return {
    thread,
    serverNow,
    get current() {
      return current;
    },
    get failure() {
      return failure;
    },
    get stale() {
      return stale;
    },
    next: (previous, readerSignal) =>
      new Promise((resolve) => {
        if (readerSignal.aborted || signal.aborted || current !== previous) return resolve();
        const finish = (): void => {
          listeners.delete(finish);
          readerSignal.removeEventListener('abort', finish);
          resolve();
        };
        listeners.add(finish);
        readerSignal.addEventListener('abort', finish);
      }),
    refresh,
    stop() {
      stopper.abort();
      events.stop();
      notify();
    },
  };
}
