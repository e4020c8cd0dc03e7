import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { verdictOf } from '../../shared/inputs/row-verdict.ts';
import {
  experimentServer as connectionId,
  openExperiments,
  type ExperimentFixture,
} from '../../testing/services/open-experiments.ts';
import { startRecordingProxy } from '../../testing/fault-servers/recording-proxy.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { inFull } from '../../testing/test-scale.ts';
import { serializeDocument } from '../storage/versioned-document.ts';
import { batchDocument } from './stored-batches.ts';
import { slowness } from '../../testing/slowness.ts';

const { signal } = new AbortController();
let client: GraphClient;
let fixture: ExperimentFixture;
beforeEach(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
  fixture = await openExperiments(url, (_level, message) => expect.unreachable(message));
});
afterEach(() => fixture.close());

const calls = () => fixture.experiments().calls;
const start = (inputs: readonly string[], assistantId: string, atOnce: number | null = null) =>
  fixture.start({ kind: 'rows', inputs: [...inputs] }, assistantId, { atOnce });
const verdicts = async (experimentId: string) =>
  (await fixture.rowsOf(experimentId)).map(({ result }) => (result === null ? null : verdictOf(result)));
const options = { timeout: 10_000 * slowness() };

describe('inputs without files', () => {
  it('run on threads of their own, and are said to have finished, not to have passed', async () => {
    const experimentId = await start(['{"text": "first"}', '{"text":"second"}'], 'slow');
    await expect.poll(() => verdicts(experimentId), options).toEqual(['finished', 'finished']);
    const [first, second] = await fixture.rowsOf(experimentId);
    expect([first?.path, second?.path]).toEqual(['#1 {"text":"first"}', '#2 {"text":"second"}']);
    expect(second?.result?.outputText).toContain('second');
    const threads = await client.threads.search({
      metadata: { experiment_id: experimentId, experiment_row: 2 },
    });
    expect(threads).toMatchObject([{ thread_id: second?.threadId, metadata: { name: 'Table #2' } }]);
    expect(await fixture.viewOf(experimentId)).toMatchObject({
      inputsConnectionId: null,
      counts: { finished: 2, passed: 0 },
    });
    // The same input again: its output is compared, that of another one in its place is not.
    const again = await start(['{"text": "first"}', '{"text":"third"}'], 'slow');
    await expect.poll(() => verdicts(again), options).toEqual(['finished', 'finished']);
    expect((await fixture.rowsOf(again)).map(({ changed }) => changed)).toEqual([false, null]);
  });

  it('wait, fail or are refused, and do not stop the others', async () => {
    const failing = await start(['{}'], 'broken');
    await expect.poll(() => verdicts(failing), options).toEqual(['failed']);
    expect((await fixture.rowsOf(failing))[0]?.result?.error).toContain('it broke');
    const waiting = await start(['{"text": "a"}'], 'writer');
    await expect.poll(() => verdicts(waiting), options).toEqual(['waiting']);
    const refused = await start(['{}', '{}'], 'nosuch');
    await expect
      .poll(async () => (await fixture.rowsOf(refused)).map(({ problem }) => problem !== null), options)
      .toEqual([true, true]);
  });

  it('have the checks of their table, also after a restart and when they run again', async () => {
    const checks = ['{"kind":"contains","of":"text","value":"first"}', '{"kind":"status","is":"finished"}'];
    const inputs = ['{"text":"first","waitMs":3000}', '{"text":"second","waitMs":3000}'];
    const experimentId = await fixture.start({ kind: 'rows', inputs, checks }, 'slow');
    await expect
      .poll(async () => (await fixture.rowsOf(experimentId)).map(({ runId }) => runId !== null), options)
      .toEqual([true, true]);
    await fixture.reopen();
    await calls()['experiments.list']({}, signal);
    await expect.poll(() => verdicts(experimentId), options).toEqual(['passed', 'failed']);
    const [, second] = await fixture.rowsOf(experimentId);
    expect(second?.result?.checks.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);

    const newExperimentId = randomUUID();
    await calls()['experiments.rerun'](
      { connectionId, experimentId, newExperimentId, rows: 'failed' },
      signal,
    );
    await expect.poll(() => verdicts(newExperimentId), options).toEqual(['failed']);
  });

  it('are refused whole for a check that is none, and for one that reaches beyond the server', async () => {
    const withCheck = (check: string) =>
      fixture.start(
        { kind: 'rows', inputs: ['{}'], checks: ['{"kind":"status","is":"failed"}', check] },
        'slow',
      );
    await expect(withCheck('{"kind":"statu"}')).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('Check 2: Unknown check "statu"') as string,
    });
    for (const external of [
      '{"kind":"command","command":["node"]}',
      '{"kind":"http","url":"http://127.0.0.1:9"}',
      '{"kind":"judge","server":"other","assistant":"judge"}',
    ])
      await expect(withCheck(external)).rejects.toMatchObject({
        code: 'invalid-input',
        hint: 'Save the inputs as files, and give the check to them. Nothing was sent.',
      });
    expect((await calls()['experiments.list']({}, signal)).experiments).toEqual([]);
  });

  it('are refused whole for one that is no JSON, before anything is sent', async () => {
    await expect(start(['{}', '{"a":'], 'writer')).rejects.toMatchObject({
      code: 'invalid-input',
      details: { where: 'Row 2' },
    });
    expect((await calls()['experiments.list']({}, signal)).experiments).toEqual([]);
  });

  it('are sent after a restart, no more at a time than asked for, and are forgotten with their experiment', async () => {
    const slow = '{"waitMs":600000}';
    const experimentId = await start([slow, '{"text":"later"}'], 'slow', 1);
    await expect
      .poll(async () => (await fixture.rowsOf(experimentId))[0]?.runId ?? null, options)
      .not.toBeNull();
    expect((await fixture.rowsOf(experimentId)).map(({ runId }) => runId !== null)).toEqual([true, false]);
    await fixture.reopen();
    expect(await calls()['experiments.stop']({ connectionId, experimentId }, signal)).toEqual({
      unsent: 1,
      cancelled: 1,
      failed: 0,
    });
    await expect.poll(() => verdicts(experimentId), options).toEqual(['stopped', null]);
    await calls()['experiments.resume']({ connectionId, experimentId }, signal);
    await expect.poll(() => verdicts(experimentId), options).toEqual(['stopped', 'finished']);
    expect((await fixture.rowsOf(experimentId))[1]?.result?.outputText).toContain('later');
    await calls()['experiments.forget']({ experimentId }, signal);
    expect(await readdir(join(fixture.folder, 'experiments'))).toEqual([]);
  });

  // Each row is five requests.
  it(
    'are each run once, though the studio restarts in the middle of many',
    { timeout: 60_000 * slowness() },
    async () => {
      const count = inFull ? 400 : 40;
      const inputs = Array.from({ length: count }, (_, index) => `{"text":"row ${index}"}`);
      // However fast rows are sent, a part of them is not when the studio ends.
      let allowedRuns = count / 2;
      const { url } = await sharedServer('real');
      const proxy = await startRecordingProxy(url, ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/runs')) return undefined;
        allowedRuns -= 1;
        return allowedRuns < 0 ? 'hang' : undefined;
      });
      try {
        await fixture.reopen(clientsFor(proxy.url));
        const experimentId = await start(inputs, 'slow');
        const counts = async () => (await fixture.viewOf(experimentId))?.counts;
        await expect.poll(() => allowedRuns, { timeout: 20_000 * slowness() }).toBeLessThan(0);
        const closedAt = performance.now();
        await fixture.reopen();
        expect(performance.now() - closedAt).toBeLessThan(6_000 * slowness());
        expect((await counts())?.unsent).toBeGreaterThan(0);
        await calls()['experiments.resume']({ connectionId, experimentId }, signal);
        await expect
          .poll(async () => (await counts())?.finished, { timeout: 40_000 * slowness() })
          .toBe(count);
        const threads = await client.threads.search({
          metadata: { experiment_id: experimentId },
          limit: 1000,
          select: ['thread_id'],
        });
        expect(threads).toHaveLength(count);
        for (const { thread_id: threadId } of threads)
          expect(await client.runs.list(threadId)).toHaveLength(1);
      } finally {
        await proxy.stop();
      }
    },
  );

  it('are not mixed with those of another table', async () => {
    const experimentId = await start(['{"text":"a"}'], 'slow');
    const other = { kind: 'rows' as const, inputs: ['{"text":"b"}'] };
    await expect(fixture.start(other, 'writer', { experimentId })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

it('batches that an older version stored are experiments, once', async () => {
  const thread = await client.threads.create({ graphId: 'slow' });
  const run = await client.runs.create(thread.thread_id, 'slow', { input: { text: 'sent before' } });
  const row = { threadId: null, runId: null, problem: null, result: null };
  const ended = {
    status: 'success' as const,
    threadStatus: 'idle' as const,
    outputText: '{"a":1}',
    error: null,
  };
  const batch = {
    batchId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    connectionId,
    assistantId: 'slow',
    name: 'slow batch',
    createdAt: '2026-01-01T00:00:00.000Z',
    atOnce: null,
    rows: [
      { ...row, threadId: thread.thread_id, runId: run.run_id },
      { ...row, threadId: 't', runId: 'r', result: ended },
      { ...row, problem: 'Refused.' },
      row,
    ],
  };
  const file = join(fixture.folder, 'batches.json');
  await writeFile(file, serializeDocument(batchDocument, { batches: [batch] }));
  await fixture.reopen();
  expect(await fixture.viewOf(batch.batchId)).toMatchObject({ name: 'slow batch', inputsConnectionId: null });
  await expect.poll(() => verdicts(batch.batchId), options).toEqual(['finished', 'finished', null, null]);
  const rows = await fixture.rowsOf(batch.batchId);
  expect(rows[0]?.result?.outputText).toContain('sent before');
  expect(rows[2]?.problem).toBe('Refused.');
  expect(rows[3]?.problem).toContain('did not store its input');
  expect(await readdir(fixture.folder)).toEqual(['experiments']);
  await fixture.reopen();
  expect(await verdicts(batch.batchId)).toEqual(['finished', 'finished', null, null]);
});
