import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { readState } from './read-state.ts';

const { signal } = new AbortController();
const task = { id: 't', name: 'tools', path: [], interrupts: [{ id: 'i', value: 'ok?' }] };
const state = { values: {}, next: ['tools'], tasks: [task], checkpoint: { checkpoint_id: 'c' } };

/** A client of a server that fails with this status at the state of a sub-agent. */
const clientOf = (status: number): GraphClient =>
  new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (url) => {
      const { pathname, searchParams } = new URL(String(url instanceof Request ? url.url : url));
      if (!pathname.endsWith('/state')) return Response.json({ langgraph_py_version: '1.2.12', flags: {} });
      if (searchParams.get('subgraphs') === 'true')
        return Response.json({ detail: 'Subgraph tools not found' }, { status });
      return Response.json(state);
    },
  });

it('a state whose sub-agents can not be read is read without them, with their interrupts', async () => {
  const { interrupts, next } = await readState(clientOf(500), 't', null, signal);
  expect(next).toEqual(['tools']);
  expect(interrupts).toMatchObject([{ id: 'i', nodeId: 'tools' }]);
});

it('a refusal is not asked again in another way', async () => {
  await expect(readState(clientOf(403), 't', null, signal)).rejects.toMatchObject({ status: 403 });
});
