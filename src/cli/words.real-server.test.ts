import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';
import { startRealServer, type RealServer } from '../testing/real-server/real-server.ts';
import { languageOf, testServer } from '../testing/real-server/test-server.ts';
import { slowness } from '../testing/slowness.ts';
import { exitCodes } from './exit-codes.ts';
import { runMain } from './testing/run-main.ts';

isolateDataFolder();

let server: RealServer;
let client: GraphClient;
beforeAll(async () => {
  server = await startRealServer({ record: true });
  client = new GraphClient({ url: server.url, apiKey: null });
});
afterAll(() => server.stop());

const timeout = 60_000 * slowness();
const studio = (...args: readonly string[]) => runMain([...args, '--server', server.url, '--no-key']);
const json = async (...args: readonly string[]) => {
  const { code, out } = await studio(...args, '--json');
  return { code, document: JSON.parse(out) };
};
const newThread = async (graphId: string): Promise<string> =>
  (await client.threads.create({ graphId })).thread_id;
/** Lines of the history, newest first, without ids and times. */
const historyLines = async (threadId: string): Promise<string[]> => {
  const { out } = await studio('history', threadId);
  return out
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replace(/^\S+ +/, '')
        .replace(/\d{4}-\S+/, '')
        .replaceAll(/ {2,}/g, '  '),
    );
};

describe('the command line says how a run ended as the server does', () => {
  it('names the recursion limit, which failed the run', { timeout }, async () => {
    const threadId = await newThread('spin');
    const input = ['--thread', threadId, '--input', '{"text":"x"}', '--recursion-limit', '4'];
    const { code, document } = await json('run', 'spin', ...input);
    const [run] = await client.runs.list(threadId);
    expect(run?.status).toBe('error');
    expect(code).toBe(exitCodes.failed);
    expect(document).toMatchObject({ status: 'failed', statusText: 'failed at its recursion limit' });
    expect(document.error).toMatch(/[Rr]ecursion limit/);
    const [newest] = await historyLines(threadId);
    expect(newest).toContain('failed at its recursion limit');
    const watched = await studio('watch', threadId, '--run', run?.run_id ?? '');
    expect(watched.code).toBe(exitCodes.failed);
    expect(watched.err).toContain('failed at its recursion limit');
  });

  it('says where a run paused, and that one that asks is interrupted', { timeout }, async () => {
    const paused = await json('run', 'writer', '--input', '{"text":"x"}', '--interrupt-before', 'ask');
    expect(paused).toMatchObject({
      code: exitCodes.waiting,
      document: { status: 'paused', statusText: 'paused before ask', interrupts: [] },
    });
    const { threadId } = paused.document;
    const asks = await json('run', 'writer', '--thread', threadId, '--continue');
    expect(asks).toMatchObject({
      code: exitCodes.waiting,
      document: { status: 'interrupted', statusText: 'interrupted in ask' },
    });
    expect((await historyLines(threadId))[0]).toContain('ask interrupted');
    const answered = await json('run', 'writer', '--thread', threadId, '--resume', '"yes"');
    expect(answered).toMatchObject({
      code: exitCodes.ok,
      document: { outcome: 'finished', status: 'finished' },
    });
    const lines = await historyLines(threadId);
    expect(lines.filter((line) => /interrupted|answered/.test(line))).toEqual([
      expect.stringContaining('ask answered'),
    ]);
    const { document } = await json('history', threadId);
    const waiting = document.checkpoints.map(({ interrupts }: { interrupts: number }) => interrupts);
    expect(new Set(waiting)).toEqual(new Set([0]));
  });

  it('calls a cancelled run cancelled, whose checkpoints are kept', { timeout }, async () => {
    const threadId = await newThread('slow');
    const { run_id: runId } = await client.runs.create(threadId, 'slow', { input: { waitMs: 600_000 } });
    await vi.waitFor(
      async () => expect((await client.threads.getHistory(threadId, { limit: 5 })).length).toBeGreaterThan(0),
      { timeout: 20_000 * slowness(), interval: 100 },
    );
    await client.runs.cancel(threadId, runId, { action: 'interrupt', wait: true });
    const watched = await studio('watch', threadId, '--run', runId, '--json');
    expect(watched.code).toBe(exitCodes.failed);
    expect(watched.out).toContain('"statusText":"cancelled, what it wrote is kept"');
  });
});

describe('the history of the command line', () => {
  it('names the error that came first, and counts what it aborted', { timeout }, async () => {
    const threadId = await newThread('quarrel');
    await client.runs.wait(threadId, 'quarrel', { input: { text: 'x' } }).catch(() => null);
    const [newest] = await historyLines(threadId);
    expect(newest).toContain('fails failed · 2 aborted');
    const { document } = await json('history', threadId, '--limit', '1');
    const tasks = document.checkpoints[0].tasks.map(
      ({ name, status }: { name: string; status: string }) => `${name} ${status}`,
    );
    expect(tasks.toSorted()).toEqual(['fails failed', 'left aborted', 'quick finished', 'right aborted']);
  });

  it(
    'names no nodes of another graph that ran later as those that wrote a checkpoint',
    { timeout },
    async () => {
      const threadId = await newThread('writer');
      await client.runs.wait(threadId, 'writer', { input: { text: 'x' }, interruptBefore: ['ask'] });
      const before = await historyLines(threadId);
      expect(before[0]).toContain('after write, next ask');
      await client.runs.wait(threadId, 'panel', { input: { topic: 'x' } });
      const after = await historyLines(threadId);
      const old = after.slice(-before.length);
      for (const line of old) expect(line).not.toMatch(/prepare|review|check|close|\bend\b/);
      expect(old[0]).toContain('next unknown');
      expect(after[0]).toContain('review ×3 interrupted');
    },
  );
});

it('compares only the error that came first', { timeout }, async () => {
  const sides = await Promise.all(
    [0, 1].map(async () => {
      const threadId = await newThread('quarrel');
      await client.runs.wait(threadId, 'quarrel', { input: { text: 'x' } }).catch(() => null);
      const [run] = await client.runs.list(threadId);
      return `run:${threadId}/${run?.run_id ?? ''}`;
    }),
  );
  const { document } = await json('diff', ...sides);
  const error = languageOf(testServer) === 'python' ? /it broke/ : 'TypeError: it broke';
  expect(document.from).toMatchObject({
    statusText: 'failed in fails',
    errorText: expect.stringMatching(error),
  });
  const statuses = document.executions.rows.map(
    ({ node, from }: { node: string; from: { status: string } }) => `${node} ${from.status}`,
  );
  expect(statuses).toEqual(
    expect.arrayContaining(['fails failed', 'left aborted', 'quick finished', 'right aborted']),
  );
});
