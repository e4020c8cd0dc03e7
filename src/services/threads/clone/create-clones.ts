import { AppError } from '../../../shared/app-error.ts';
import type { CallsOf, StreamsOf } from '../../../shared/contract.ts';
import type { CloneProgress } from '../../../shared/model/thread-clone.ts';
import type { Platform } from '../../common/platform.ts';
import { withServerClient, type ServerClients } from '../../common/server-clients.ts';
import { createSnapshotPublisher, type SnapshotPublisher } from '../../common/snapshot-publisher.ts';
import { checkClone, cloneThread } from './clone-thread.ts';

export interface Clones {
  readonly calls: CallsOf<'clones'>;
  readonly streams: StreamsOf<'clones'>;
}

const waiting: CloneProgress = { phase: 'waiting', done: 0, total: null, attempt: 1 };

/** Clones of threads, on the same or another server. An opened recording is a server that can be cloned from. */
export function createClones({
  clients,
  log,
}: {
  readonly clients: ServerClients;
  readonly log: Platform['log'];
}): Clones {
  const progressOf = new Map<string, CloneProgress>();
  const publishers = new Map<string, SnapshotPublisher<CloneProgress>>();
  const publisherOf = (cloneId: string): SnapshotPublisher<CloneProgress> => {
    const publisher = publishers.get(cloneId);
    if (publisher) return publisher;
    const feed = createSnapshotPublisher({
      snapshot: () => progressOf.get(cloneId) ?? waiting,
      minIntervalMs: 100,
      onWatched: (isWatched) => {
        if (isWatched) return;
        publishers.delete(cloneId);
        progressOf.delete(cloneId);
      },
    });
    publishers.set(cloneId, feed);
    return feed;
  };
  return {
    calls: {
      'clones.check': ({ connectionId, graphId, source, branches }, signal) =>
        withServerClient(clients, source.connectionId, async (from) =>
          withServerClient(clients, connectionId, (target) =>
            checkClone({ source: from, sourceThreadId: source.threadId, target, graphId, branches }, signal),
          ),
        ),
      'clones.start': ({ connectionId, graphId, source, branches, cloneId, name }, signal) =>
        withServerClient(clients, source.connectionId, async (from) =>
          withServerClient(clients, connectionId, async (target) => {
            const request = { source: from, sourceThreadId: source.threadId, target, graphId, branches };
            try {
              return await cloneThread(request, name, signal, (progress) => {
                progressOf.set(cloneId, progress);
                publishers.get(cloneId)?.changed();
              });
            } catch (error) {
              // Nobody waits for the answer to a cancelled call.
              if (signal.aborted && error instanceof AppError) {
                const { threadId = 'none' } = error.details;
                log('warn', `A clone was cancelled: ${error.message} Thread: ${threadId}.`);
              }
              throw error;
            } finally {
              if (!publishers.has(cloneId)) progressOf.delete(cloneId);
            }
          }),
        ),
    },
    streams: {
      'clones.progress': ({ cloneId }, signal) => publisherOf(cloneId).watch(signal),
    },
  };
}
