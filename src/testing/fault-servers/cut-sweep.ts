import type { GraphClient, RunStream } from 'remote-graph-client/client';
import { responseLength, type Cut } from './fault-server.ts';
import {
  startFaultRunServer,
  streamResponse,
  type FaultEvent,
  type RunBehaviour,
} from './fault-run-server.ts';

/** A run whose stream has about 2.8 KB, with non-ASCII text and identical events. */
export const sweptEvents: readonly FaultEvent[] = [
  { id: '0', event: 'metadata', data: '{"run_id":"{run_id}","attempt":1}' },
  { id: '1', event: 'values', data: '{"log":["Grüße – 你好 🚀"]}' },
  ...Array.from({ length: 10 }, (_, index) => ({
    id: String(index + 2),
    event: index % 2 === 0 ? 'custom' : 'updates|write:4014035b|deep:cbdc9958',
    data: index % 2 === 0 ? '"tick"' : `{"n":${index},"text":"${'x'.repeat(320)}"}`,
  })),
  { id: '12', event: 'values', data: '{"log":["done"]}' },
  { id: '13', event: 'custom', data: '"last"' },
];

/** The same run from a server that gives one ID to three events. */
export const sharedIds: readonly FaultEvent[] = sweptEvents.map((each, index) => ({
  ...each,
  id: String(Math.floor(index / 3)),
}));

/** The same run from a server that ends streams with an `end` event. */
export const closedList: readonly FaultEvent[] = [
  ...sweptEvents,
  { id: '14', event: 'end', data: '{"status":"success"}' },
];

/** Everything but `points` should be empty. */
export interface SweepResult {
  readonly points: number;
  /** Runs whose events were not received exactly once and in order. */
  readonly wrongEvents: string[];
  readonly wrongEnds: string[];
  /** Threads without exactly one run. */
  readonly wrongRuns: string[];
}

/**
 * Reads the run once for each `step`-th byte of its first response from the byte `first` on, head included,
 * and cuts the connection there: `rst` resets it, `fin` closes it cleanly. Many at a time, on one server.
 */
export async function sweepCuts(
  behaviour: RunBehaviour,
  { first, step, kind }: { readonly first: number; readonly step: number; readonly kind: Cut['kind'] },
  clientFor: (url: string) => GraphClient,
): Promise<SweepResult> {
  const { events, contentLocation = true } = behaviour;
  const size = responseLength(streamResponse(`${kind}-1000`, 'run-1000', events, contentLocation));
  const cut = (threadId: string, opened: number): Cut | undefined => {
    if (opened > 0) return behaviour.cut?.(threadId, opened);
    return { afterBytes: Number(threadId.split('-')[1]), kind };
  };
  const server = await startFaultRunServer({ ...behaviour, cut });
  const client = clientFor(server.url);
  const queue: string[] = [];
  for (let at = first; at < size; at += step) queue.push(`${kind}-${at}`);
  const result: SweepResult = { points: queue.length, wrongEvents: [], wrongEnds: [], wrongRuns: [] };
  const received = events
    .filter(({ event }) => event !== 'end')
    .map(({ event, data }) => `${event} ${data}`)
    .join('\n');
  const worker = async (): Promise<void> => {
    for (let thread = queue.pop(); thread !== undefined; thread = queue.pop()) {
      const { seen, end } = await readWhole(client.runs.stream(thread, 'a', { input: {} }));
      if (seen !== received) result.wrongEvents.push(`${thread}: ${seen}`);
      if (end !== 'finished') result.wrongEnds.push(`${thread}: ${end}`);
      if (server.runsOn(thread) !== 1) result.wrongRuns.push(thread);
    }
  };
  try {
    await Promise.all(Array.from({ length: 24 }, worker));
  } finally {
    await server.stop();
  }
  return result;
}

async function readWhole(run: RunStream): Promise<{ readonly seen: string; readonly end: string }> {
  const seen: string[] = [];
  for await (const { event, namespace, text } of run) seen.push(`${[event, ...namespace].join('|')} ${text}`);
  const { outcome, incomplete } = await run.end;
  const runId = await run.runId;
  return {
    seen: seen.join('\n').replace(runId, '{run_id}'),
    end: incomplete ? `${outcome}, incomplete` : outcome,
  };
}
