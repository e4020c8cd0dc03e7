import { expect, it } from 'vitest';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createExperimentTable } from './experiment-table.ts';
import { createLikelyEnded } from './likely-ended.ts';

const { signal } = new AbortController();
const target = {
  connectionId: 'c',
  serverName: 'Real',
  assistantId: 'a',
  assistantName: 'a',
  graphId: 'a',
  version: null,
  isPinned: false,
};

/** Three open rows, the threads of which this server lists; or it answers with this status. */
function open(answer: readonly object[] | number) {
  const paths = ['#1', '#2', '#3'];
  const sent = { revision: null, problem: null, result: null };
  const states = paths.map(
    (_, index) => [index, { ...sent, threadId: `t${index}`, runId: `r${index}` }] as const,
  );
  const table = createExperimentTable({
    head: { experimentId: 'e', name: '', createdAt: '', inputsConnectionId: null, checks: [], atOnce: null },
    parts: [{ target, paths, settings: null }],
    states: new Map(states),
  });
  const asked: unknown[] = [];
  let response = answer;
  const clients = clientsFor('http://127.0.0.1:9', {
    retries: 0,
    fetch: async (_input, init) => {
      asked.push(JSON.parse(String(init?.body)));
      return typeof response === 'number'
        ? Response.json({ detail: 'no' }, { status: response })
        : Response.json(response);
    },
  });
  const likelyEnded = createLikelyEnded({ table, connectionId: 'c', clients });
  const change = (next: readonly object[] | number): void => {
    response = next;
  };
  return { table, likelyEnded, asked, change, ask: () => likelyEnded.of([0, 1, 2], signal) };
}

it('rows whose threads are not busy have probably ended, which one request tells', async () => {
  const { ask, asked, likelyEnded } = open([
    { thread_id: 't2', status: 'error' },
    { thread_id: 't1', status: 'busy' },
    { thread_id: 't0', status: 'idle' },
    { thread_id: 'of somebody else', status: 'idle' },
  ]);
  expect(await ask()).toEqual([0, 2]);
  expect(asked).toMatchObject([{ ids: ['t0', 't1', 't2'], metadata: { experiment_id: 'e' }, limit: 3 }]);
  expect(await likelyEnded.of([], signal)).toEqual([]);
  expect(asked).toHaveLength(1);
});

it('a row whose run goes on on an idle thread is not named again before it has another run', async () => {
  const { ask, likelyEnded, table } = open([
    { thread_id: 't0', status: 'idle' },
    { thread_id: 't1', status: 'idle' },
  ]);
  likelyEnded.isActive(0);
  expect(await ask()).toEqual([1]);
  table.change(0, { ...table.stateOf(0), runId: 'next turn' });
  expect(await ask()).toEqual([0, 1]);
});

it('a server that lists none of the threads does not tell, and is asked again', async () => {
  const { ask, change } = open([{ thread_id: 'other', status: 'idle' }]);
  expect(await ask()).toBeNull();
  change([{ thread_id: 't1', status: 'idle' }]);
  expect(await ask()).toEqual([1]);
});

it('a server that refuses the search is not asked again, but one that was away is', async () => {
  const refusing = open(404);
  expect([await refusing.ask(), await refusing.ask()]).toEqual([null, null]);
  expect(refusing.asked).toHaveLength(1);
  const away = open(503);
  expect(await away.ask()).toBeNull();
  away.change([{ thread_id: 't1', status: 'idle' }]);
  expect(await away.ask()).toEqual([1]);
});
