import type { WireError } from '../../shared/wire-error.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { traceProgressDocument, type TraceProgress } from './trace-documents.ts';
import type { TraceQueue } from './trace-queue.ts';

interface EndedRun {
  readonly runId: string;
  readonly endedMs: number;
}

/** What was sent of servers, kept over restarts. All changes throw `storage` if they can't be written. */
export interface TraceProgressStore {
  of(connectionId: string): TraceProgress | null;
  /** Whether a run that ended then is neither sent nor in the queue. */
  isDue(connectionId: string, runId: string, endedMs: number): boolean;
  /** From here on, runs that end after `sinceMs`, by the server's clock, are sent. */
  begin(connectionId: string, sinceMs: number): Promise<void>;
  /** A run is in the queue, or can't be sent. */
  queued(connectionId: string, run: EndedRun, isSendable: boolean): Promise<void>;
  /** Runs that were taken out of the queue, to be put there anew. */
  requeue(connectionId: string, runIds: readonly string[]): Promise<void>;
  sent(connectionId: string, problem: WireError | null): Promise<void>;
  refused(connectionId: string, problem: WireError): Promise<void>;
  dropped(connectionId: string): Promise<void>;
  unreadable(connectionId: string): Promise<void>;
  failed(connectionId: string, problem: WireError): Promise<void>;
  forget(connectionId: string): Promise<void>;
}

// Of one server. Runs that ended before those that are forgotten are not sent any more.
const maxDone = 2000;

/** `queue`: what waits there was put there, also if the studio ended before that was noted. */
export async function openTraceProgress(
  documents: DocumentStore,
  queue: Pick<TraceQueue, 'list'>,
): Promise<TraceProgressStore> {
  const document = await documents.open(traceProgressDocument);
  const progressOf = (connectionId: string): TraceProgress | null =>
    document.value().servers.find((server) => server.connectionId === connectionId) ?? null;
  // Asked for each run of a server whenever they are listed.
  const doneIds = new Map<string, ReadonlySet<string>>();
  const isDone = (progress: TraceProgress, runId: string): boolean => {
    const { connectionId } = progress;
    const ids = doneIds.get(connectionId) ?? new Set(progress.done.map((run) => run.runId));
    doneIds.set(connectionId, ids);
    return ids.has(runId);
  };
  const change = async (
    connectionId: string,
    next: (progress: TraceProgress) => Partial<TraceProgress>,
  ): Promise<void> => {
    await document.update((value) => ({
      servers: value.servers.map((server) =>
        server.connectionId === connectionId ? { ...server, ...next(server) } : server,
      ),
    }));
    doneIds.delete(connectionId);
  };
  for (const { connectionId } of document.value().servers) {
    const waiting = queue.list(connectionId);
    await change(connectionId, (progress) => {
      const missing = waiting.filter(({ runId }) => !isDone(progress, runId));
      return withDone(progress, missing);
    });
  }
  const withError = (problem: WireError): Pick<TraceProgress, 'lastError'> => ({
    lastError: { time: Date.now(), problem },
  });

  return {
    of: progressOf,
    isDue(connectionId, runId, endedMs) {
      const progress = progressOf(connectionId);
      return progress !== null && endedMs >= progress.sinceMs && !isDone(progress, runId);
    },
    async begin(connectionId, sinceMs) {
      await document.update(({ servers }) => ({
        servers: [
          ...servers.filter((server) => server.connectionId !== connectionId),
          {
            connectionId,
            sinceMs,
            done: [],
            sent: 0,
            dropped: 0,
            refused: 0,
            unread: 0,
            lastSentAt: null,
            lastError: null,
          },
        ],
      }));
      doneIds.delete(connectionId);
    },
    queued: (connectionId, run, isSendable) =>
      change(connectionId, (progress) => ({
        ...withDone(progress, [run]),
        ...(isSendable ? {} : { unread: progress.unread + 1 }),
      })),
    requeue: (connectionId, runIds) =>
      change(connectionId, ({ done }) => ({ done: done.filter(({ runId }) => !runIds.includes(runId)) })),
    sent: (connectionId, problem) =>
      change(connectionId, ({ sent }) => ({
        sent: sent + 1,
        lastSentAt: Date.now(),
        ...(problem === null ? {} : withError(problem)),
      })),
    refused: (connectionId, problem) =>
      change(connectionId, ({ refused }) => ({ refused: refused + 1, ...withError(problem) })),
    dropped: (connectionId) => change(connectionId, ({ dropped }) => ({ dropped: dropped + 1 })),
    unreadable: (connectionId) => change(connectionId, ({ unread }) => ({ unread: unread + 1 })),
    failed: (connectionId, problem) => change(connectionId, () => withError(problem)),
    async forget(connectionId) {
      await document.update((value) => {
        const servers = value.servers.filter((server) => server.connectionId !== connectionId);
        return servers.length === value.servers.length ? value : { servers };
      });
      doneIds.delete(connectionId);
    },
  };
}

function withDone(
  { done, sinceMs }: TraceProgress,
  runs: readonly EndedRun[],
): Pick<TraceProgress, 'done' | 'sinceMs'> {
  const all = [...done, ...runs.map(({ runId, endedMs }) => ({ runId, endedMs }))];
  if (all.length <= maxDone) return { done: all, sinceMs };
  const sorted = all.toSorted((one, other) => one.endedMs - other.endedMs);
  const forgotten = sorted.slice(0, -maxDone).at(-1)?.endedMs ?? sinceMs;
  // Times are whole milliseconds, so that what ended together with the last one is not sent twice.
  return {
    done: sorted.slice(-maxDone).filter(({ endedMs }) => endedMs > forgotten),
    sinceMs: Math.max(sinceMs, forgotten + 1),
  };
}
