import { expect, it } from 'vitest';
import { GraphClient } from '../client.ts';

const refusal = {
  detail: [
    { type: 'value_error', loc: ['body', 'select'], msg: 'Value error, select projection is not supported' },
  ],
};

/** A server that refuses `select` for threads, and says what it was sent. */
function clientOf(version: { current: string }): { client: GraphClient; bodies: string[] } {
  const bodies: string[] = [];
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    apiKey: null,
    retries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (pathname === '/info') return Response.json({ version: version.current, flags: {} });
      const text = await request.text();
      bodies.push(text);
      if (text.includes('"select"')) return Response.json(refusal, { status: 422 });
      if (text.includes('"status":"busy"')) return Response.json({ detail: 'status' }, { status: 422 });
      return Response.json([{ thread_id: 't', values: null }]);
    },
  });
  return { client, bodies };
}

it('a list of threads is whole where its server refuses a selection, which is not sent again', async () => {
  const version = { current: '1' };
  const { client, bodies } = clientOf(version);
  const select = ['thread_id'];
  await client.meta.info();
  expect(await client.threads.search({ select })).toEqual([{ thread_id: 't', values: null }]);
  expect(await client.threads.search({ select })).toHaveLength(1);
  expect(bodies.map((text) => text.includes('"select"'))).toEqual([true, false, false]);
  // Another version may take it.
  version.current = '2';
  await client.meta.info();
  await client.threads.search({ select });
  expect(bodies).toHaveLength(5);
});

it('a refusal for another reason is reported, and nothing is sent again', async () => {
  const { client, bodies } = clientOf({ current: '1' });
  await expect(client.threads.search({ status: 'busy' })).rejects.toMatchObject({ status: 422 });
  expect(bodies).toHaveLength(1);
});
