import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { defaultRunOptions } from '../../../shared/model/run-options.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { sharedServer } from '../../../testing/shared-server.ts';
import { createRuns, type Runs } from '../../runs/create-runs.ts';
import { createThreads, type Threads } from '../create-threads.ts';
import type { RunEvents } from '../../../shared/run-events/run-events.ts';
import { createRunLogEvents } from './run-events.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';
import { slowness } from '../../../testing/slowness.ts';

const connectionId = 'real';
const { signal } = new AbortController();
const platforms: LocalPlatform[] = [];
/** An event may arrive late on a busy machine. */
const maxDelayMs = 500 * slowness();

let client: GraphClient;
let threads: Threads['calls'];
let runs: Runs;
/** A studio that reads the runs after their end. */
let newcomer: Runs;
beforeAll(async () => {
  const { url } = await sharedServer('real');
  const clients = clientsFor(url);
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  const create = async (): Promise<Runs> => {
    const platform = await createLocalPlatform();
    platforms.push(platform);
    return createRuns({ clients, platform, webhooks: { reserve } });
  };
  client = new GraphClient({ url, apiKey: null });
  threads = createThreads({ clients }).calls;
  runs = await create();
  newcomer = await create();
});
afterAll(async () => {
  await Promise.all([runs.stop(), newcomer.stop()]);
  await Promise.all(platforms.map((platform) => platform.dispose()));
});

async function start(graphId: string, input: object) {
  const { threadId } = await threads['threads.create']({ connectionId, graphId, name: null }, signal);
  const { runId } = await runs.calls['runs.start'](
    {
      connectionId,
      assistantId: graphId,
      threadId,
      checkpointId: null,
      checkpointNs: '',
      trigger: { kind: 'input', inputText: JSON.stringify(input) },
      background: false,
      options: defaultRunOptions,
    },
    signal,
  );
  return { connectionId, threadId, runId };
}

/** The events of a run until its end, and the times of its record. */
async function eventsOf(reader: Runs, runRef: Awaited<ReturnType<typeof start>>) {
  const { log, joinedLate, release } = await reader.openLog(runRef);
  try {
    const reading = createRunLogEvents(log, { runId: runRef.runId, joinedLate });
    await reading.update(signal);
    while (log.end === null) {
      await log.changed(signal);
      await reading.update(signal);
    }
    await reading.update(signal);
    const record = recordOrEmpty(await client.runs.get(runRef.threadId, runRef.runId));
    const createdAt = Date.parse(String(record['created_at']));
    return { events: reading.get(createdAt), createdAt, updatedAt: Date.parse(String(record['updated_at'])) };
  } finally {
    release();
  }
}

/** When the server had the checkpoint before a node, `''` for the last one. */
async function checkpointTimes({ threadId }: Awaited<ReturnType<typeof start>>) {
  const history = (await client.threads.getHistory(threadId, { limit: 10 })).map(recordOrEmpty);
  return (next: string): number =>
    Date.parse(String(history.find((one) => String(one['next']) === next)?.['created_at']));
}

const described = ({ tasks }: RunEvents): string[] =>
  [...tasks.values()].map(({ nodeId, status }) => `${nodeId} ${status}`);

describe('the events of a run on a real server', () => {
  it('time a run that was started here within the times of its record', async () => {
    const runRef = await start('retried', { id: randomUUID(), failures: 2 });
    const { events, createdAt, updatedAt } = await eventsOf(runs, runRef);
    expect(described(events)).toEqual(['fetch finished', 'use finished']);
    const [fetch, use] = [...events.tasks.values()];
    // The policy waits 100 ms, then 200 ms. The start may be seen late, the end is not seen early.
    const createdBefore = await checkpointTimes(runRef);
    expect((fetch?.endedAt?.ms ?? 0) - createdBefore('fetch')).toBeGreaterThan(280);
    expect(fetch?.endedAt?.ms).toBeGreaterThan(fetch?.startedAt?.ms ?? Infinity);
    for (const task of [fetch, use]) {
      expect(task?.startedAt?.source).toBe('seen');
      expect(task?.endedAt?.source).toBe('seen');
      expect(task?.startedAt?.ms).toBeGreaterThanOrEqual(createdAt);
      expect(task?.endedAt?.ms).toBeLessThan(updatedAt + maxDelayMs);
    }
    expect(events).toMatchObject({ isIncomplete: false, end: { outcome: 'finished' } });
  });

  it('agree with the times of the checkpoints', async () => {
    const runRef = await start('retried', { id: randomUUID(), failures: 1 });
    const { events } = await eventsOf(runs, runRef);
    const createdAt = await checkpointTimes(runRef);
    const [fetch, use] = [...events.tasks.values()];
    expect(Math.abs((fetch?.startedAt?.ms ?? 0) - createdAt('fetch'))).toBeLessThan(maxDelayMs);
    expect(Math.abs((use?.startedAt?.ms ?? 0) - createdAt('use'))).toBeLessThan(maxDelayMs);
    expect(Math.abs((use?.endedAt?.ms ?? 0) - createdAt(''))).toBeLessThan(maxDelayMs);
  });

  it('give no time by arrival to a run that is read after its end, and the same tasks', async () => {
    const runRef = await start('retried', { id: randomUUID(), failures: 2 });
    const events = await eventsOf(runs, runRef);
    const late = await eventsOf(newcomer, runRef);
    expect(described(late.events)).toEqual(described(events.events));
    for (const { startedAt, endedAt } of late.events.tasks.values())
      expect([startedAt, endedAt]).toEqual([null, null]);
  });

  it('keep what is known of the times in the archive of logs', async () => {
    const runRef = await start('retried', { id: randomUUID(), failures: 0 });
    const before = await eventsOf(runs, runRef);
    await runs.stop();
    const [platform] = platforms;
    if (platform === undefined) throw new Error('No platform.');
    const reserve = (): never => {
      throw new Error('No run here asks for a webhook.');
    };
    runs = createRuns({
      clients: clientsFor((await sharedServer('real')).url),
      platform,
      webhooks: { reserve },
    });
    const after = await eventsOf(runs, runRef);
    expect([...after.events.tasks.values()]).toEqual([...before.events.tasks.values()]);
  });
});
