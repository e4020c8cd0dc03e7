import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { findLastSuccess } from './find-last-success.ts';

const { signal } = new AbortController();
const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

interface StoredRun {
  readonly id: string;
  readonly at: number;
  readonly status?: string;
  readonly resume?: true;
  readonly graph?: string;
}

/** A client of a server with these threads and runs. */
function clientOf(threads: Readonly<Record<string, readonly StoredRun[]>>) {
  const requested: string[] = [];
  const runs = (threadId: string) =>
    (threads[threadId] ?? []).map(({ id, at, status = 'success', resume, graph = 'g' }) => ({
      run_id: id,
      thread_id: threadId,
      assistant_id: 'a',
      status,
      created_at: time(at),
      updated_at: time(at),
      metadata: { graph_id: graph },
      kwargs: resume ? { command: { resume: 1 } } : { input: {} },
    }));
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (pathname === '/info') return Response.json({ langgraph_py_version: '1', flags: {} });
    if (pathname === '/threads/search') {
      const { offset = 0, limit = 10 } = JSON.parse(String(init?.body)) as {
        offset?: number;
        limit?: number;
      };
      const matches = Object.entries(threads)
        .map(([threadId, storedRuns]) => ({
          thread_id: threadId,
          status: 'idle',
          metadata: { graph_id: 'g' },
          updated_at: time(Math.max(...storedRuns.map(({ at }) => at))),
        }))
        .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
      return Response.json(matches.slice(offset, offset + limit));
    }
    const threadId = pathname.split('/')[2] ?? '';
    requested.push(threadId);
    const newestFirst = runs(threadId).toSorted((a, b) => b.created_at.localeCompare(a.created_at));
    const offset = Number(searchParams.get('offset') ?? 0);
    return Response.json(newestFirst.slice(offset, offset + Number(searchParams.get('limit') ?? 10)));
  };
  return { client: new GraphClient({ url: 'http://127.0.0.1:1', fetch }), requested };
}

const find = (client: GraphClient, runId: string, limits?: { runsPerThread: number; threads: number }) =>
  findLastSuccess(client, { threadId: 'own', runId, graphId: 'g', assistantId: 'a' }, signal, limits);

it('takes no run of the same turn, and none that another one continued', async () => {
  const { client } = clientOf({
    own: [
      { id: 'good', at: 1 },
      { id: 'asked', at: 2 },
      { id: 'failed', at: 3, status: 'error', resume: true },
    ],
  });
  expect(await find(client, 'failed')).toMatchObject({
    base: { threadId: 'own', runId: 'good' },
    searched: { threads: 1, runs: 3 },
  });
});

it('takes the newest run of other threads that is older, and asks no more threads than needed', async () => {
  const { client, requested } = clientOf({
    own: [{ id: 'failed', at: 50, status: 'error' }],
    later: [
      { id: 'after', at: 60 },
      { id: 'long before', at: 2 },
    ],
    before: [{ id: 'before', at: 40 }],
    old: [{ id: 'old', at: 1 }],
  });
  const { base, searched } = await find(client, 'failed');
  expect(base).toEqual({ threadId: 'before', runId: 'before' });
  expect(requested).not.toContain('old');
  expect(searched).toMatchObject({ threads: 3, isComplete: true });
});

it('says how far it has looked if there is none', async () => {
  const other = Array.from(
    { length: 5 },
    (_, index) => [`t${index}`, [{ id: `r${index}`, at: index, graph: 'other' }]] as const,
  );
  const { client } = clientOf({
    own: [{ id: 'failed', at: 50, status: 'error' }],
    ...Object.fromEntries(other),
  });
  expect(await find(client, 'failed')).toEqual({
    base: null,
    searched: { runs: 6, threads: 6, isComplete: true, problem: null },
  });
  const limited = await find(client, 'failed', { runsPerThread: 10, threads: 2 });
  expect(limited).toMatchObject({ base: null, searched: { threads: 3, isComplete: false } });
});

it('says why it could not look further', async () => {
  const { client } = clientOf({ own: [{ id: 'failed', at: 50, status: 'error' }] });
  client.threads.search = () => Promise.reject(new Error('down'));
  const { base, searched } = await find(client, 'failed');
  expect(base).toBeNull();
  expect(searched).toMatchObject({ runs: 1, threads: 1, isComplete: false });
  expect(searched.problem).not.toBeNull();
});
