import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphClient } from '../../remote-graph/client.ts';
import { BatchView } from '../../shared/model/runs/batch.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../../testing/services/memory-platform.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createRuns, type Runs } from '../runs/create-runs.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createBatches, type Batches } from './create-batches.ts';

const connectionId = 'real';
const { signal } = new AbortController();
let platform: MemoryPlatform;
let client: GraphClient;
let runs: Runs;
let batches: Batches;

const open = (url: string): void => {
  const clients = clientsFor(url);
  const reserve = (): never => expect.unreachable();
  runs = createRuns({ clients, webhooks: { reserve }, platform });
  batches = createBatches({
    clients,
    documents: createDocumentStore({ folder: platform.dataFolder }),
    startRun: runs.calls['runs.start'],
    cancelRun: runs.calls['runs.cancel'],
    log: platform.log,
    pollMs: 50,
  });
};
let url: string;
beforeEach(async () => {
  ({ url } = await sharedServer('real'));
  platform = await createMemoryPlatform();
  client = new GraphClient({ url, apiKey: null });
  open(url);
});
afterEach(async () => {
  await batches.stop();
  await runs.stop();
  await platform.dispose();
});

const start = (assistantId: string, inputs: readonly string[], atOnce: number | null = null) =>
  batches.calls['batches.start'](
    { connectionId, assistantId, graphId: assistantId, name: 'Table', inputs: [...inputs], atOnce },
    signal,
  );
const refresh = async (batchId: string): Promise<BatchView> =>
  BatchView.parse(await batches.calls['batches.refresh']({ connectionId, batchId }, signal));
const statuses = async (batchId: string) =>
  (await refresh(batchId)).rows.map(({ result }) => result?.status ?? null);

describe('a batch on the real server', () => {
  it('runs each input on a thread of its own, and reports each result', async () => {
    const { batchId } = await start('slow', ['{"text":"first"}', '{"text":"second"}']);
    await expect.poll(() => statuses(batchId), { timeout: 30_000 }).toEqual(['success', 'success']);
    const { rows, isSending } = await refresh(batchId);
    expect(isSending).toBe(false);
    expect(new Set(rows.map(({ threadId }) => threadId)).size).toBe(2);
    expect(rows[1]?.result).toMatchObject({ threadStatus: 'idle', error: null });
    expect(rows[1]?.result?.outputText).toContain('second');
    const found = await client.threads.search({ metadata: { batch_id: batchId, batch_row: 2 } });
    expect(found).toMatchObject([{ thread_id: rows[1]?.threadId, metadata: { name: 'Table #2' } }]);
  });

  it('D-10: a row that fails or is refused does not stop the others', async () => {
    const failing = await start('broken', ['{}']);
    await expect.poll(() => statuses(failing.batchId), { timeout: 30_000 }).toEqual(['error']);
    expect((await refresh(failing.batchId)).rows[0]?.result?.error).toContain('it broke');
    const refused = await start('nosuch', ['{}', '{}']);
    await expect
      .poll(async () => (await refresh(refused.batchId)).rows.map(({ problem }) => problem !== null), {
        timeout: 30_000,
      })
      .toEqual([true, true]);
  });

  it('is refused whole for an input that is no JSON, before anything is sent', async () => {
    await expect(start('writer', ['{}', '{"a":'])).rejects.toMatchObject({
      code: 'invalid-input',
      details: { where: 'Row 2' },
    });
    expect(await batches.calls['batches.list']({ connectionId }, signal)).toEqual([]);
  });

  it('has no more runs at a time than asked for, and stop cancels them and sends no more', async () => {
    const slow = '{"waitMs":600000}';
    const { batchId } = await start('slow', [slow, slow, slow], 1);
    await expect.poll(async () => (await refresh(batchId)).rows[0]?.runId ?? null).not.toBeNull();
    const { rows, isSending } = await refresh(batchId);
    expect([isSending, rows.map(({ runId }) => runId !== null)]).toEqual([true, [true, false, false]]);
    const stopped = await batches.calls['batches.stop']({ connectionId, batchId }, signal);
    expect(stopped).toMatchObject({ unsent: 2, results: [{ stopped: true }] });
    expect(await statuses(batchId)).toEqual(['interrupted', null, null]);
    expect((await refresh(batchId)).isSending).toBe(false);
  });

  it('is known after a restart, with what the server did meanwhile', async () => {
    const { batchId } = await start('writer', ['{"text":"a"}']);
    await expect.poll(async () => (await refresh(batchId)).rows[0]?.runId ?? null).not.toBeNull();
    await batches.stop();
    await runs.stop();
    open(url);
    await expect.poll(() => statuses(batchId), { timeout: 30_000 }).toEqual(['success']);
    await batches.forget(connectionId);
    expect(await batches.calls['batches.list']({ connectionId }, signal)).toEqual([]);
  });
});
