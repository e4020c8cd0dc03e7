import { aborted } from '../../services/common/abortable.ts';
import { createSnapshotPublisher, type SnapshotPublisher } from '../../services/common/snapshot-publisher.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StreamsOf } from '../../shared/contract.ts';
import { maxViewerNames, type ThreadViewers } from '../../shared/model/team.ts';
import type { Identity } from './token-verifier.ts';

/** Which members look at which threads, for as long as their windows say so. */
export interface Viewers {
  streamFor(identity: Identity): StreamsOf<'team'>['team.viewers'];
}

// Threads that a member looks at in all windows. More than anybody has open.
const maxPerMember = 200;

interface Thread {
  // One for each window: a member may look twice, and leaves with the last.
  readonly visits: Set<Identity>;
  readonly publishers: Set<SnapshotPublisher<ThreadViewers>>;
}

export function createViewers(): Viewers {
  const threads = new Map<string, Thread>();
  const counts = new Map<string, number>();

  const enter = (key: string, visit: Identity, publisher: SnapshotPublisher<ThreadViewers>): (() => void) => {
    const { owner } = visit;
    const thread = threads.get(key) ?? { visits: new Set(), publishers: new Set() };
    threads.set(key, thread);
    const change = (step: 1 | -1): void => {
      const count = (counts.get(owner) ?? 0) + step;
      if (count === 0) counts.delete(owner);
      else counts.set(owner, count);
      for (const one of thread.publishers) one.changed();
    };
    thread.visits.add(visit);
    thread.publishers.add(publisher);
    change(1);
    return () => {
      thread.visits.delete(visit);
      thread.publishers.delete(publisher);
      if (thread.visits.size === 0) threads.delete(key);
      change(-1);
    };
  };

  return {
    streamFor: (identity) =>
      async function* ({ connectionId, threadId }, signal) {
        if (signal.aborted) return;
        if ((counts.get(identity.owner) ?? 0) >= maxPerMember)
          throw new AppError('conflict', 'You have too many threads open.', { hint: 'Close some windows.' });
        const key = JSON.stringify([connectionId, threadId]);
        const publisher = createSnapshotPublisher({
          snapshot: () => othersThan(identity.owner, threads.get(key)?.visits ?? new Set()),
          minIntervalMs: 200,
        });
        // A visit of its own, also of the same identity.
        const leave = enter(key, { ...identity }, publisher);
        aborted(signal).then(leave, leave);
        yield* publisher.watch(signal);
      },
  };
}

function othersThan(owner: string, visits: ReadonlySet<Identity>): ThreadViewers {
  const others = new Map([...visits].map((visit) => [visit.owner, visit.name]));
  others.delete(owner);
  const names = [...others.values()].toSorted((one, other) => one.localeCompare(other));
  return { names: names.slice(0, maxViewerNames), more: Math.max(0, names.length - maxViewerNames) };
}
