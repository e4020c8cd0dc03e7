import { expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createServerRuns } from './create-server-runs.ts';

const { signal } = new AbortController();
const unreachable = (): never => expect.unreachable();
const unused = { 'runs.cancel': unreachable, 'runs.delete': unreachable, 'runs.start': unreachable };

it('runs are cancelled in the given order, and each is reported, whatever becomes of the others', async () => {
  const cancelledIds: string[] = [];
  const { calls } = createServerRuns({
    clients: clientsFor('http://127.0.0.1:1'),
    runs: {
      ...unused,
      'runs.cancel': async ({ runId }) => {
        cancelledIds.push(runId);
        if (runId === 'b') throw new AppError('forbidden', 'Not yours');
        return { status: 'interrupted', stopped: true, threadStatus: 'idle', statePreserved: null };
      },
    },
  });
  const runs = ['c', 'b', 'a'].map((runId) => ({ threadId: 't', runId }));
  const results = await calls['serverRuns.cancel']({ connectionId: 'c', runs }, signal);
  expect(cancelledIds).toEqual(['c', 'b', 'a']);
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
