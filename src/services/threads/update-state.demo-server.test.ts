import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberText } from '../../exact-json/members.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { GraphClient } from '../../remote-graph/client.ts';
import { createLocalPlatform, type LocalPlatform } from '../../testing/local-platform.ts';
import { clientsFor } from '../../testing/stand-in-server-clients.ts';
import { createLocalServer } from '../local-server/create-local-server.ts';
import type { LocalServer } from '../local-server/local-server.ts';
import { askServer } from '../ask-server.ts';
import { createThreads, type Threads } from './create-threads.ts';

const { signal } = new AbortController();
const connectionId = 'demo';

let platform: LocalPlatform;
let server: LocalServer;
let clients: ReturnType<typeof clientsFor>;
let threads: Threads['calls'];

beforeAll(async () => {
  platform = await createLocalPlatform();
  server = createLocalServer({ platform });
  server.start();
  const access = await server.access();
  clients = clientsFor(access.url, { headers: { authorization: `Bearer ${access.token}` } });
  threads = createThreads({ clients }).calls;
});
afterAll(async () => {
  await server.stop();
  await platform.dispose();
});

const withClient = <T>(ask: (client: GraphClient) => Promise<T>) => askServer(clients, connectionId, ask);

async function newThread(): Promise<string> {
  return (await threads['threads.create']({ connectionId, graphId: 'writer', name: null }, signal)).threadId;
}

const read = (
  threadId: string,
  checkpointId: string | null = null,
  checkpointNs = '',
): Promise<ThreadState> =>
  threads['threads.state']({ connectionId, threadId, checkpointId, checkpointNs }, signal);

it('writes the first state of a thread that never ran, and not a second first one', async () => {
  const threadId = await newThread();
  const edit = { connectionId, threadId, checkpointId: null, expectedHeadId: null, asNode: '__start__' };
  const changes = [{ key: 'topic', valueText: '"first"' }];
  const { state, differences } = await threads['threads.updateState']({ ...edit, changes }, signal);
  expect([state.source, state.next, memberText(state.valuesText, 'topic')]).toEqual([
    'update',
    ['plan'],
    '"first"',
  ]);
  expect(differences).toEqual([]);
  await expect(threads['threads.updateState']({ ...edit, changes }, signal)).rejects.toMatchObject({
    code: 'thread-moved',
    details: { written: 'no' },
  });
});

it("writes and reads back a subgraph's state, and leaves the thread's own as it is", async () => {
  const threadId = await newThread();
  await withClient((client) =>
    client.runs.wait(threadId, 'writer', { input: { topic: 'Outer', pace: 0 } }, { signal }),
  );
  const { checkpoints } = await threads['threads.history'](
    { connectionId, threadId, before: null, limit: 50 },
    signal,
  );
  const planned = checkpoints.find(({ next }) => next.includes('write'))?.checkpointId ?? '';
  const outer = await read(threadId, planned);
  const place = outer.tasks.find(({ nodeId }) => nodeId === 'write')?.subgraph;
  if (!place) throw new Error(`no subgraph in ${JSON.stringify(outer.tasks)}`);
  const inner = await read(threadId, place.checkpointId, place.checkpointNs);
  expect(memberText(inner.valuesText, 'topic')).toBe('"Outer"');
  const head = await read(threadId);

  const written = await threads['threads.updateState'](
    {
      connectionId,
      threadId,
      checkpointId: inner.checkpointId,
      checkpointNs: place.checkpointNs,
      expectedHeadId: null,
      asNode: null,
      changes: [{ key: 'topic', valueText: '"Inner"' }],
    },
    signal,
  );
  expect(written.state).toMatchObject({ source: 'update', parentId: inner.checkpointId });
  expect(memberText(written.state.valuesText, 'topic')).toBe('"Inner"');
  expect(written.changedKeys).toEqual(['topic']);
  const after = await read(threadId);
  expect([after.checkpointId, after.valuesText]).toEqual([head.checkpointId, head.valuesText]);
});
