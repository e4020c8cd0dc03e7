import { formatNodeCounts } from '../shared/format-node-counts.ts';
import { abortAfter } from './common/abort-after.ts';
import { withServerClient, type ServerClients } from './common/server-clients.ts';
import { readPendingInterrupts } from './interrupted-threads.ts';
import { inputLine } from './threads/mappers/thread-mapper.ts';
import type { ThreadNameCache } from './threads/thread-name-cache.ts';
import type { SettledRun } from './notification-queue.ts';
import type { SummarizedRun } from './notification-text.ts';

// A notification that comes much later than the run is of no use, in milliseconds.
const answerWithinMs = 4000;

const purpose = 'notifications.show';

interface DescribeOptions {
  readonly clients: ServerClients;
  readonly names: ThreadNameCache;
  readonly server: (connectionId: string) => Promise<{ readonly name: string; readonly url: string | null }>;
}

/** A described run, and the address of its server; `null` without one. */
export interface DescribedRun extends SummarizedRun {
  readonly serverUrl: string | null;
}

/** Asks the server what a run's thread is called and what it waits for. What it does not say in time is left out. */
export async function describeNotifiedRun(
  { clients, names, server }: DescribeOptions,
  run: SettledRun,
): Promise<DescribedRun> {
  const { connectionId, threadId, runId, outcome } = run;
  const signal = abortAfter(answerWithinMs);
  const [name, stop, facts] = await Promise.all([
    threadId === null
      ? null
      : withServerClient(clients, connectionId, async (client) =>
          names.toNamedThread(await client.threads.get(threadId, { signal, purpose })),
        ).then(
          (thread) => thread?.name ?? null,
          () => null,
        ),
    threadId === null || outcome !== 'interrupted'
      ? null
      : readStop({ clients, connectionId, threadId, signal }).catch(() => null),
    server(connectionId).catch(() => null),
  ]);
  return {
    ...run,
    status: outcome === 'interrupted' ? (stop?.status ?? 'interrupted') : outcome,
    line: outcome === 'failed' ? run.error : (stop?.line ?? null),
    name: name ?? (threadId ?? runId).slice(0, 8),
    serverName: facts?.name ?? 'unknown server',
    serverUrl: facts?.url ?? null,
  };
}

async function readStop({
  clients,
  connectionId,
  threadId,
  signal,
}: {
  readonly clients: ServerClients;
  readonly connectionId: string;
  readonly threadId: string;
  readonly signal: AbortSignal;
}): Promise<{ readonly status: 'waiting' | 'paused'; readonly line: string } | null> {
  const { interrupts, next } = await withServerClient(clients, connectionId, (client) =>
    readPendingInterrupts(client, threadId, signal),
  );
  const [question] = interrupts;
  if (question !== undefined) return { status: 'waiting', line: inputLine(question.valueText) ?? '' };
  return next.length === 0 ? null : { status: 'paused', line: `Before ${formatNodeCounts(next)}` };
}
