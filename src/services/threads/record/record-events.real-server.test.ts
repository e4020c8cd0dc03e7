import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRunOptions } from '../../../shared/model/run-options.ts';
import type { RunTrigger } from '../../../shared/model/run-request.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { applyChange } from '../../../shared/thread-record/apply-change.ts';
import { startRealServer, type RealServer } from '../../../testing/real-server/real-server.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { slowness } from '../../../testing/slowness.ts';
import { createRuns, type Runs } from '../../runs/create-runs.ts';
import { createThreads, type Threads } from '../create-threads.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let server: RealServer;
let platform: LocalPlatform;
let threads: Threads;
let runs: Runs;

function startServices(): void {
  const clients = clientsFor(server.url);
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  threads = createThreads({
    clients,
    runLogs: { held: (runRef) => runs.heldLog(runRef), active: (thread) => runs.activeRuns(thread) },
  });
  runs = createRuns({ clients, webhooks: { reserve }, platform, onChange: threads.changed });
}

beforeAll(async () => {
  server = await startRealServer({ record: true });
  platform = await createLocalPlatform();
  startServices();
  // The Python server sends the events of its first run late, some after its end, so that they tell no times.
  await follow(await startRun('paces', { kind: 'input', inputText: '{"text":"first"}' }), isEnded);
});
afterAll(async () => {
  await runs.stop();
  await platform.dispose();
  await server.stop();
});

/** Each state of a thread's record until one is as wanted. */
async function follow(
  threadId: string,
  isDone: (record: ThreadRecord) => boolean,
): Promise<readonly [ThreadRecord, ...ThreadRecord[]]> {
  const leave = new AbortController();
  const records: ThreadRecord[] = [];
  let record: ThreadRecord | null = null;
  for await (const change of threads.streams['threads.record']({ connectionId, threadId }, leave.signal)) {
    record = applyChange(record, change);
    if (record === null) throw new Error('A change came before its snapshot.');
    records.unshift(record);
    if (isDone(record)) break;
  }
  const [newest, ...others] = records;
  if (newest === undefined) throw new Error('There is no record.');
  return [newest, ...others];
}

/** What only events show: that the short one of two parallel tasks ended before the other. */
const hasTimes = ({ executions }: ThreadRecord): boolean =>
  executions.some(({ name, spans }) => name === 'left' && spans[0]?.endedAt?.bound === 'exact');

const isEnded = ({ runs: listed }: ThreadRecord): boolean => listed.some(({ status }) => status === 'ended');

async function startRun(graphId: string, trigger: RunTrigger): Promise<string> {
  const { threadId } = await threads.calls['threads.create']({ connectionId, graphId, name: null }, signal);
  await runs.calls['runs.start'](
    {
      connectionId,
      assistantId: graphId,
      threadId,
      checkpointId: null,
      checkpointNs: '',
      trigger,
      background: false,
      options: defaultRunOptions,
    },
    signal,
  );
  return threadId;
}

describe('the record of a run that this host follows', { timeout: 60_000 * slowness() }, () => {
  it('shows each node at work, and afterwards how long parallel ones took', async () => {
    const threadId = await startRun('paces', { kind: 'input', inputText: '{"text":"x"}' });
    const [live, ...earlier] = await follow(threadId, isEnded);
    const visited = new Set(
      [live, ...earlier].flatMap(({ executions }) =>
        executions.map(({ name, status }) => `${name} ${status}`),
      ),
    );
    expect([...visited]).toEqual(
      expect.arrayContaining(['right running', 'right finished', 'last finished']),
    );
    const [record] = await follow(threadId, hasTimes);
    const lengthOf = (wanted: string): number => {
      const span = record.executions.find(({ name }) => name === wanted)?.spans[0];
      return (span?.endedAt?.ms ?? NaN) - (span?.startedAt?.ms ?? NaN);
    };
    expect(lengthOf('left')).toBeGreaterThan(50);
    expect(lengthOf('right')).toBeGreaterThan(lengthOf('left'));
    expect(new Set(record.executions.map(({ executionId }) => executionId)).size).toBe(
      record.executions.length,
    );
  });

  it('never shows a node as finished that then fails', async () => {
    const inputText = JSON.stringify({ id: randomUUID(), failures: 3 });
    const threadId = await startRun('retried', { kind: 'input', inputText });
    const records = await follow(threadId, isEnded);
    const statuses = records.flatMap(({ executions }) =>
      executions.flatMap(({ name, status }) => (name === 'fetch' ? status : [])),
    );
    expect(statuses[0]).toBe('failed');
    expect(statuses).not.toContain('finished');
    expect(records[0].runs).toMatchObject([{ ending: { kind: 'failed' } }]);
  });

  it('is the same after a new start of the host, from its archive', async () => {
    const threadId = await startRun('paces', { kind: 'input', inputText: '{"text":"x"}' });
    await follow(threadId, isEnded);
    // Only the log of a run that was read to its end is archived.
    const [{ runs: listed }] = await follow(threadId, hasTimes);
    const runId = listed[0]?.runId ?? '';
    for await (const { end } of runs.streams['runs.follow']({ connectionId, threadId, runId }, signal))
      if (end !== null) break;
    const isWhole = (record: ThreadRecord): boolean => isEnded(record) && hasTimes(record);
    const [before] = await follow(threadId, isWhole);
    await runs.stop();
    startServices();
    const [after] = await follow(threadId, isWhole);
    expect(after).toEqual(before);
  });
});
