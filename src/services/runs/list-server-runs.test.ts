import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import {
  startFaultServer,
  type FaultRequest,
  type FaultResponse,
} from '../../testing/fault-servers/fault-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createServerRuns } from './create-server-runs.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});
const { signal } = new AbortController();
const unreachable = (): never => expect.unreachable();
const unused = { 'runs.cancel': unreachable, 'runs.delete': unreachable, 'runs.start': unreachable };

const thread = (index: number, status = 'busy') => ({
  thread_id: `t${index}`,
  status,
  metadata: {},
  updated_at: `2026-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
});
const run = (runId: string, status: string, threadId = 't2') => ({
  run_id: runId,
  thread_id: threadId,
  assistant_id: 'a',
  status,
  created_at: `2026-01-01T00:00:0${runId.length % 10}Z`,
});

async function start(threads: readonly object[], runsOf: (request: FaultRequest) => FaultResponse) {
  const server = await startFaultServer((request): FaultResponse => {
    if (request.path === '/info') return { json: { version: '1', langgraph_py_version: '1', flags: {} } };
    if (request.path !== '/threads/search') return runsOf(request);
    const { limit, offset } = JSON.parse(request.body) as { limit: number; offset: number };
    return { json: threads.slice(offset, offset + limit) };
  });
  cleanups.push(() => server.stop());
  const { calls } = createServerRuns({ clients: clientsFor(server.url, { retries: 0 }), runs: unused });
  return (limit: number, kind: 'active' | 'failed' = 'active') =>
    calls['serverRuns.list']({ connectionId: 'c', kind, threads: limit }, signal);
}

describe('runs of a server that can not be read', () => {
  it('keeps the thread with the reason, and the others', async () => {
    const list = await start([thread(1), thread(2)], ({ path, query }) =>
      path.startsWith('/threads/t1/')
        ? { status: 403, json: { detail: 'Not yours' } }
        : { json: query.get('status') === 'running' ? [run('r', 'running')] : [] },
    );
    const { threads } = await list(10);
    expect(threads.map(({ threadId, runs }) => [threadId, runs?.length ?? null])).toEqual([
      ['t1', null],
      ['t2', 1],
    ]);
    expect(threads[0]?.problem).toMatchObject({ code: 'forbidden' });
  });

  it('fails if the threads can not be searched', async () => {
    const server = await startFaultServer(() => ({ status: 500, json: { detail: 'down' } }));
    cleanups.push(() => server.stop());
    const { calls } = createServerRuns({
      clients: clientsFor(server.url, { retries: 0 }),
      runs: unused,
    });
    await expect(
      calls['serverRuns.list']({ connectionId: 'c', kind: 'active', threads: 5 }, signal),
    ).rejects.toMatchObject({ code: 'server-failed' });
  });

  it('reads no more threads than asked for, and says that there are more', async () => {
    const all = Array.from({ length: 102 }, (_, index) => thread(index, 'error'));
    const list = await start(all, ({ path }) => ({
      json: [run('r', 'error', path.split('/')[2])],
    }));
    expect(await list(3, 'failed')).toMatchObject({ hasMore: true, read: 3, threads: { length: 3 } });
    expect(await list(102, 'failed')).toMatchObject({ hasMore: false, threads: { length: 102 } });
  });

  it('drops what a server lists although it was not asked for', async () => {
    const list = await start([thread(1, 'idle'), thread(2)], () => ({
      json: [run('done', 'success'), run('a', 'running'), run('bb', 'pending'), run('ccc', 'pending')],
    }));
    const { threads } = await list(10);
    expect(threads.map(({ threadId }) => threadId)).toEqual(['t2']);
    expect(threads[0]?.runs?.map(({ runId }) => runId)).toEqual(['a', 'bb', 'ccc']);
  });
});

it('runs are cancelled in the given order, and each is reported, whatever becomes of the others', async () => {
  const asked: string[] = [];
  const { calls } = createServerRuns({
    clients: clientsFor('http://127.0.0.1:1'),
    runs: {
      ...unused,
      'runs.cancel': async ({ runId }) => {
        asked.push(runId);
        if (runId === 'b') throw new AppError('forbidden', 'Not yours');
        return { status: 'interrupted', stopped: true, threadStatus: 'idle', statePreserved: null };
      },
    },
  });
  const runs = ['c', 'b', 'a'].map((runId) => ({ threadId: 't', runId }));
  const results = await calls['serverRuns.cancel']({ connectionId: 'c', runs }, signal);
  expect(asked).toEqual(['c', 'b', 'a']);
  expect(results.map(({ runId, result, problem }) => [runId, result?.stopped, problem?.message])).toEqual([
    ['c', true, undefined],
    ['b', undefined, 'Not yours'],
    ['a', true, undefined],
  ]);
});

it('runs are deleted thread by thread in the given order, and one that fails does not stop the others', async () => {
  const deleted: string[] = [];
  let atOnce = 0;
  const { calls } = createServerRuns({
    clients: clientsFor('http://127.0.0.1:1', { retries: 0 }),
    runs: {
      ...unused,
      'runs.delete': async ({ threadId, runId }) => {
        if (threadId === 't') atOnce += 1;
        expect(atOnce).toBeLessThan(2);
        await Promise.resolve();
        if (threadId === 't') atOnce -= 1;
        if (runId === 'b') throw new AppError('thread-busy', 'Active');
        if (runId === 'gone') throw new AppError('not-found', 'No such run');
        deleted.push(runId);
        return {};
      },
    },
  });
  const runs = [
    { threadId: 't', runId: 'c' },
    { threadId: 'u', runId: 'gone' },
    { threadId: 't', runId: 'b' },
    { threadId: 't', runId: 'a' },
  ];
  const results = await calls['serverRuns.delete']({ connectionId: 'c', runs }, signal);
  expect(deleted).toEqual(['c', 'a']);
  expect(results.map(({ runId, problem }) => [runId, problem?.code ?? null])).toEqual([
    ['c', null],
    ['gone', null],
    ['b', 'thread-busy'],
    ['a', null],
  ]);
});
