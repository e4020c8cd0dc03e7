import { beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';
import { sharedServer, type SharedServer } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { exitCodes } from './exit-codes.ts';
import { runMain } from './testing/run-main.ts';

isolateDataFolder();

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer('real');
});

const run = (...args: readonly string[]) =>
  runMain([
    'run',
    'panel',
    '--input',
    '{"topic":"x"}',
    ...args,
    '--server',
    server.url,
    '--no-key',
    '--json',
  ]);

it.each(['--interrupt-before', '--interrupt-after'])(
  '%s refuses a node that the graph does not have, with those that it has, and sends nothing',
  async (option) => {
    const client = new GraphClient({ url: server.url, apiKey: null });
    const { thread_id: threadId } = await client.threads.create({ graphId: 'panel' });
    const { code, err } = await run(option, 'reviw', '--thread', threadId);
    expect(code).toBe(exitCodes.usage);
    expect(JSON.parse(err).error).toMatchObject({
      message: 'The graph has no node "reviw" to stop at.',
      hint: expect.stringContaining('prepare, review, check, close') as string,
    });
    expect(await client.runs.list(threadId)).toEqual([]);
  },
  60_000 * slowness(),
);

it('stops before a node that the graph has', { timeout: 60_000 * slowness() }, async () => {
  const { code, out } = await run('--interrupt-before', 'review');
  expect(code).toBe(exitCodes.waiting);
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'interrupted',
    interrupts: [],
    values: { log: ['prepare'] },
  });
});
