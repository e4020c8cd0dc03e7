import { expect, it } from 'vitest';
import { GraphClient } from '../index.ts';

/** A server that lists the runs of all threads whichever is asked for. */
function clientOf(context: string): GraphClient {
  const runs = Array.from({ length: 30 }, (_, index) => ({
    run_id: `r${index}`,
    thread_id: index % 3 === 0 ? 't' : 'other',
    status: 'success',
  }));
  return new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (input) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input));
      if (pathname === '/info') return Response.json({ version: '1.0.0', flags: {}, context });
      const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
      return Response.json(runs.slice(offset, offset + limit));
    },
  });
}

it.each([
  ['python', ['r0', 'r3', 'r6', 'r9']],
  ['js', ['r27', 'r24', 'r21', 'r18']],
])('runs of other threads are dropped from the list of a %s server', async (context, first) => {
  const client = clientOf(context);
  const idsOf = (runs: readonly { readonly run_id: string }[]): string[] => runs.map(({ run_id }) => run_id);
  expect(idsOf(await client.runs.list('t', { limit: 4 }))).toEqual(first);
  expect(idsOf(await client.runs.list('t', { limit: 4, offset: 1 })).slice(0, 3)).toEqual(first.slice(1));
  const all: string[] = [];
  for await (const run of client.runs.listAll('t', { pageSize: 4 })) all.push(run.run_id);
  expect(all).toHaveLength(10);
});
