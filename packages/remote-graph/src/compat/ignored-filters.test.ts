import { expect, it } from 'vitest';
import { GraphClient } from '../client.ts';

const assistants = Array.from({ length: 30 }, (_, index) => ({
  assistant_id: `a${index}`,
  graph_id: index % 3 === 0 ? 'g' : 'other',
  name: index % 2 === 0 ? 'Writer' : 'Reader',
  metadata: { team: { name: index < 10 ? 'red' : 'blue' } },
}));
const crons = Array.from({ length: 30 }, (_, index) => ({
  cron_id: `c${index}`,
  assistant_id: `00000000-0000-4000-8000-${String(index % 2).padStart(12, '0')}`,
  thread_id: index % 3 === 0 ? 't' : 'other',
  enabled: index % 5 !== 0,
}));
const runs = Array.from({ length: 30 }, (_, index) => ({
  run_id: `r${index}`,
  thread_id: 't',
  status: index % 3 === 0 ? 'running' : 'success',
}));
const items = Array.from({ length: 30 }, (_, index) => ({
  namespace: index % 3 === 0 ? ['users', 'ada'] : ['users', 'bob'],
  key: `k${index}`,
  value: { kind: index % 2 === 0 ? 'even' : 'odd', big: 12345678901234567890n.toString() },
}));

/** A server that answers each list with a page of everything, whatever the filter. */
function clientOf(context = 'python'): GraphClient {
  return new GraphClient({
    url: 'http://127.0.0.1:1',
    apiKey: null,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/info') return Response.json({ version: '1.0.0', flags: {}, context });
      const body = request.method === 'GET' ? {} : ((await request.json()) as Record<string, number>);
      const limit = body['limit'] ?? Number(searchParams.get('limit'));
      const offset = body['offset'] ?? Number(searchParams.get('offset'));
      if (limit > 10)
        return Response.json({ detail: 'limit must be less than or equal to 10' }, { status: 422 });
      const page = <T>(list: readonly T[]): readonly T[] => list.slice(offset, offset + limit);
      if (pathname === '/assistants/search') return Response.json(page(assistants));
      if (pathname === '/runs/crons/search') return Response.json(page(crons));
      if (pathname === '/store/items/search') return Response.json({ items: page(items) });
      if (pathname === '/store/namespaces')
        return Response.json({ namespaces: page(items.map(({ namespace }) => namespace)) });
      return Response.json(page(runs));
    },
  });
}

const assistant1 = '00000000-0000-4000-8000-000000000001';

it.each<
  [
    string,
    'assistants' | 'crons' | 'runs' | 'store',
    number,
    (client: GraphClient) => Promise<readonly unknown[]>,
  ]
>([
  [
    'assistants by graph',
    'assistants',
    10,
    (client) => client.assistants.search({ graphId: 'g', limit: 100 }),
  ],
  [
    'assistants by name',
    'assistants',
    15,
    (client) => client.assistants.search({ name: 'READ', limit: 100 }),
  ],
  [
    'assistants by metadata',
    'assistants',
    10,
    (client) => client.assistants.search({ metadata: { team: { name: 'red' } }, limit: 100 }),
  ],
  [
    'a page of assistants',
    'assistants',
    3,
    (client) => client.assistants.search({ graphId: 'g', limit: 5, offset: 7 }),
  ],
  [
    'crons of an assistant',
    'crons',
    15,
    (client) => client.crons.search({ assistantId: assistant1, limit: 100 }),
  ],
  ['crons of a thread', 'crons', 10, (client) => client.crons.search({ threadId: 't', limit: 100 })],
  ['crons that are enabled', 'crons', 24, (client) => client.crons.search({ enabled: true, limit: 100 })],
  ['runs by status', 'runs', 10, (client) => client.runs.list('t', { status: 'running', limit: 100 })],
  [
    'items below a namespace',
    'store',
    10,
    async (client) => (await client.store.searchItems(['users', 'ada'], { limit: 100 })).items,
  ],
  [
    'items with a value',
    'store',
    15,
    async (client) => (await client.store.searchItems([], { filter: { kind: 'odd' }, limit: 100 })).items,
  ],
  [
    'namespaces below another',
    'store',
    10,
    async (client) =>
      (await client.store.listNamespaces({ prefix: ['users', 'ada'], limit: 100 })).namespaces,
  ],
])('applies a filter that the server ignores to %s, and remembers it', async (_name, list, count, read) => {
  const client = clientOf();
  expect(client.ignoredFilters.has(list)).toBe(false);
  expect(await read(client)).toHaveLength(count);
  expect([...client.ignoredFilters]).toEqual([list]);
  expect(await read(client)).toHaveLength(count);
});

it('trusts a server whose pages fit the filter', async () => {
  const client = clientOf();
  expect(await client.assistants.search({ limit: 5 })).toHaveLength(5);
  expect(await client.runs.list('t', { limit: 5 })).toHaveLength(5);
  expect(client.ignoredFilters.size).toBe(0);
});

it('counts the runs of other threads until a list has none', async () => {
  const client = clientOf();
  await client.runs.list('u', { limit: 5 });
  expect([client.runs.foreignRunsOf('u'), client.runs.foreignRunsOf('t')]).toEqual([30, 0]);
});
