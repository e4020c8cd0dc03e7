import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ConnectionDraft } from '../shared/model/connection.ts';
import { createServices, type StudioServices } from '../services/create-services.ts';
import { missingFeature, missingFeatureText, type CallName } from '../shared/model/missing-feature.ts';
import { startRecordingProxy, type RecordingProxy } from '../testing/fault-servers/recording-proxy.ts';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';
import { sharedServer } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { createNodePlatform } from '../web-host/node-platform.ts';
import { connectMcp, type McpTestClient } from './testing/connect-mcp.ts';
import { runMain } from './testing/run-main.ts';

const folder = isolateDataFolder();
const { signal } = new AbortController();

let proxy: RecordingProxy;
let missing: RegExp | null = null;
let version: string | null = null;
let client: GraphClient;
let threadId: string;

beforeAll(async () => {
  const { url } = await sharedServer('real');
  proxy = await startRecordingProxy(url, ({ method, path }) => {
    if (version !== null && path === '/info')
      return { status: 200, body: JSON.stringify({ version, flags: { assistants: true } }) };
    return missing?.test(`${method} ${path}`) ? { status: 404, body: '{"detail":"Not Found"}' } : undefined;
  });
  client = new GraphClient({ url: proxy.url, apiKey: null });
  ({ thread_id: threadId } = await client.threads.create({ graphId: 'talk' }));
  await client.threads
    .updateState(threadId, { values: { conversation: ['a'] }, asNode: 'talk' })
    .catch(() => undefined);
});
afterAll(() => proxy.stop());
afterEach(() => {
  missing = null;
  version = null;
});

/** What reached the server of one route. */
const sentTo = (route: RegExp): number =>
  proxy.requests.filter(({ method, path }) => route.test(`${method} ${path}`)).length;

interface Studio {
  readonly services: StudioServices;
  readonly connectionId: string;
  /** The sentence that menus have for a call; `null` if it can be used. */
  menuText(call: CallName): Promise<string | null>;
}

async function openStudio(): Promise<Studio> {
  const place = {
    version: '0.0.0',
    dataFolder: folder.path,
    resourcesFolder: folder.path,
    demoServerFolder: folder.path,
  };
  const services = createServices(
    createNodePlatform({ ...place, isOpenToNetwork: false, log: () => undefined }),
  );
  const { calls, streams } = services.handlers;
  const draft: ConnectionDraft = {
    id: null,
    name: 'behind',
    url: proxy.url,
    key: { change: 'keep' },
    headers: [],
  };
  const { id: connectionId } = await calls['connections.save'](draft, signal);
  return {
    services,
    connectionId,
    async menuText(call) {
      for await (const { health } of streams['connections.watch']({}, signal)) {
        const server = health.find((one) => one.connectionId === connectionId)?.server;
        if (!server) continue;
        const lack = missingFeature(server.capabilities, call);
        return lack && missingFeatureText(lack);
      }
      throw new Error('The list of servers has ended.');
    },
  };
}

const stateRoute = /^POST \/threads\/[^/]+\/state$/;
const edit = 'This server does not accept edits of states.';
const run = 'This server does not stream runs.';

describe('a route that a server lacks', { timeout: 120_000 * slowness() }, () => {
  it('is named by the command line', async () => {
    const onServer = (...args: readonly string[]) => runMain([...args, '--server', proxy.url, '--no-key']);
    missing = stateRoute;
    const set = await onServer(
      'state',
      'set',
      threadId,
      '--values',
      '{"conversation":[]}',
      '--as-node',
      'talk',
    );
    expect([set.code, set.err]).toEqual([1, expect.stringContaining(edit)]);
    expect(set.err).toContain('Known from the server’s answers.');
    const json = await onServer(
      'state',
      'set',
      threadId,
      '--values',
      '{"conversation":[]}',
      '--as-node',
      'talk',
      '--json',
    );
    expect(JSON.parse(json.out || json.err)).toMatchObject({ error: { code: 'unsupported', message: edit } });
    missing = /^POST \/threads\/[^/]+\/runs\/stream$/;
    const ran = await onServer('run', 'talk', '--thread', threadId, '--input', '{"conversation":[]}');
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(run)]);
    missing = /^DELETE \/threads\//;
    const deleted = await onServer('threads', 'delete', threadId);
    expect([deleted.code, deleted.out, deleted.err]).toEqual([
      1,
      '',
      expect.stringContaining('This server does not delete threads.'),
    ]);
    await expect(client.threads.get(threadId)).resolves.toMatchObject({ thread_id: threadId });
  });

  it('is named by the tools of the MCP server, which ask for it once', async () => {
    missing = stateRoute;
    const mcp: McpTestClient = await connectMcp(proxy.url);
    const before = sentTo(stateRoute);
    const answers = [];
    for (let round = 0; round < 2; round += 1) {
      // Sequential on purpose: the second one is to know what the first has learned.
      answers.push(
        await mcp.call('edit_state', { thread: threadId, values: '{"conversation":[]}', as_node: 'repeat' }),
      );
    }
    await mcp.close();
    for (const { failed, data } of answers) {
      expect(failed).toBe(true);
      expect(JSON.parse(data)).toMatchObject({ error: { code: 'unsupported', message: edit } });
    }
    expect(sentTo(stateRoute) - before).toBe(1);
  });

  it('is named by the menus of the window after the first answer, and asked for again when it is checked', async () => {
    const { services, connectionId, menuText } = await openStudio();
    const { calls } = services.handlers;
    await calls['connections.check']({ connectionId }, signal);
    expect(await menuText('threads.updateState')).toBe(null);
    missing = stateRoute;
    const input = {
      connectionId,
      threadId,
      checkpointId: null,
      expectedHeadId: null,
      asNode: 'talk',
      changes: [{ key: 'conversation', valueText: '[]' }],
    };
    const refusal = { code: 'unsupported', message: edit, hint: 'Known from the server’s answers.' };
    const before = sentTo(stateRoute);
    await expect(calls['threads.updateState'](input, signal)).rejects.toMatchObject(refusal);
    expect(await menuText('threads.updateState')).toBe(`${edit} ${refusal.hint}`);
    await expect(calls['threads.updateState'](input, signal)).rejects.toMatchObject(refusal);
    expect(sentTo(stateRoute) - before).toBe(1);
    missing = null;
    await calls['connections.check']({ connectionId }, signal);
    expect(await menuText('threads.updateState')).toBe(null);
    await services.stop();
  });

  it('is not a thread that is missing', async () => {
    const { services, connectionId, menuText } = await openStudio();
    const { calls } = services.handlers;
    await calls['connections.check']({ connectionId }, signal);
    missing = /nothing-00000000-0000-4000-8000-00000000dead/;
    const gone = '00000000-0000-4000-8000-00000000dead';
    await expect(calls['threads.copy']({ connectionId, threadId: gone }, signal)).rejects.not.toMatchObject({
      code: 'unsupported',
    });
    expect(await menuText('threads.copy')).toBe(null);
    await services.stop();
  });

  it('is forgotten with all else when the server has another version, whose routes are read again', async () => {
    const { services, connectionId } = await openStudio();
    const { calls } = services.handlers;
    version = '7.0.0';
    const copies = async () =>
      (await calls['connections.check']({ connectionId }, signal)).server?.capabilities.threadCopy;
    expect(await copies()).toMatchObject({ available: null });
    await calls['threads.copy']({ connectionId, threadId }, signal);
    const described = sentTo(/^GET \/openapi\.json$/);
    expect(await copies()).toMatchObject({ available: true, source: 'answer' });
    expect(sentTo(/^GET \/openapi\.json$/)).toBe(described);
    version = '7.1.0';
    expect(await copies()).toMatchObject({ available: null });
    expect(sentTo(/^GET \/openapi\.json$/)).toBe(described + 1);
    await services.stop();
  });
});
