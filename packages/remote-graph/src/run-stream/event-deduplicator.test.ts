import { expect, it } from 'vitest';
import { startFaultServer } from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient } from '../index.ts';

/** `id:content`, as the server sends them. */
async function joined(events: readonly string[]): Promise<readonly string[]> {
  const text = events.map((event) => {
    const [id, content] = event.split(':');
    return `id: ${id}\nevent: custom\ndata: ${JSON.stringify(content)}\n\n`;
  });
  const server = await startFaultServer(({ path }) =>
    path.includes('/stream')
      ? { headers: { 'content-type': 'text/event-stream' }, chunks: [text.join('')] }
      : { json: { thread_id: 't', run_id: 'r', status: 'success' } },
  );
  try {
    const contents: string[] = [];
    const client = new GraphClient({ url: server.url, apiKey: null });
    for await (const frame of client.runs.joinStream('t', 'r', { lastEventId: '-1' }))
      contents.push(`${frame.id}:${String(JSON.parse(frame.text))}`);
    return contents;
  } finally {
    await server.stop();
  }
}

const stored = ['100-0:a', '101-0:b', '101-0:c', '101-0:c', '103-0:d'];

it('drops what a server sends again between its stored and its live events', async () => {
  const live = ['103-0:e', '104-0:c', '104-0:c'];
  for (let start = 0; start < stored.length - 1; start += 1)
    expect(await joined([...stored, ...stored.slice(start), ...live])).toEqual([...stored, ...live]);
});

it('keeps equal events with one id, and different ones', async () => {
  const twins = ['100-0:a', '100-0:a', '100-0:b', '100-0:b', '101-0:b'];
  expect(await joined(twins)).toEqual(twins);
});

it('keeps an event that was not sent before, also where ids go back', async () => {
  const other = [...stored, '101-0:x', '102-0:b'];
  expect(await joined(other)).toEqual(other);
  // What is no repeat any more is new.
  const partly = [...stored, '101-0:b', '101-0:y', '103-0:d'];
  expect(await joined(partly)).toEqual([...stored, '101-0:y', '103-0:d']);
});

it('keeps all events of a server whose ids have no order', async () => {
  const named = ['b:1', 'a:2', 'b:1'];
  expect(await joined(named)).toEqual(named);
});
