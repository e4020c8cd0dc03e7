import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { defaultRunOptions } from '../shared/model/run-options.ts';
import type { StudioHandlers } from '../shared/contract.ts';
import { startRecordingProxy, type RecordingProxy } from '../testing/fault-servers/recording-proxy.ts';
import { isolateDataFolder } from '../testing/isolate-data-folder.ts';
import { sharedServer } from '../testing/shared-server.ts';
import { createNodePlatform } from '../web-host/node-platform.ts';
import { createServices, type StudioServices } from './create-services.ts';

const folder = isolateDataFolder();
const { signal } = new AbortController();

/** A real server whose answers to changes say no more than that they were made. */
let proxy: RecordingProxy;
let answer: { readonly status: number; readonly body: string; readonly type?: string };
let services: StudioServices;
let calls: StudioHandlers['calls'];
let connectionId: string;
let direct: GraphClient;

/** A change: not a read that is sent by POST. */
const isChange = (method: string, path: string): boolean =>
  method !== 'GET' && !/\/(?:search|count|history|checkpoint|namespaces)$/.test(path.replace(/\?.*$/, ''));

beforeAll(async () => {
  const { url } = await sharedServer('real');
  direct = new GraphClient({ url, apiKey: null });
  proxy = await startRecordingProxy(url, ({ method, path }) =>
    isChange(method, path) ? { replaced: answer } : undefined,
  );
  const { path } = folder;
  const place = { version: '0.0.0', dataFolder: path, resourcesFolder: path, demoServerFolder: path };
  services = createServices(createNodePlatform({ ...place, isOpenToNetwork: false, log: () => undefined }));
  ({ calls } = services.handlers);
  const draft = { id: null, name: 'terse', url: proxy.url, key: { change: 'keep' }, headers: [] } as const;
  ({ id: connectionId } = await calls['connections.save']({ ...draft, headers: [] }, signal));
});
afterAll(async () => {
  await services.stop();
  await proxy.stop();
});

const answers: readonly (readonly [name: string, answer: typeof answer])[] = [
  ['nothing', { status: 200, body: '' }],
  ['no content', { status: 204, body: '' }],
  ['a word', { status: 200, body: 'OK', type: 'text/plain' }],
  ['a page', { status: 200, body: '<!doctype html><p>Done</p>', type: 'text/html' }],
  ['another object', { status: 200, body: '{"ok":true}' }],
  ['broken JSON', { status: 200, body: '{"thread_id":' }],
];

const newThread = async (): Promise<string> =>
  (await direct.threads.create({ threadId: randomUUID(), graphId: 'talk' })).thread_id;
const newAssistant = async (): Promise<string> =>
  (await direct.assistants.create({ graphId: 'talk', name: 'first' })).assistant_id;

/** Each makes a change and resolves with what it did, as the server then has it. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a new assistant': async () => {
    const draft = { graphId: 'talk', name: 'new', description: null, configText: '{}', contextText: '{}' };
    const { assistantId } = await calls['assistants.create']({ connectionId, ...draft }, signal);
    return (await direct.assistants.get(assistantId)).name === 'new';
  },
  'a deleted assistant': async () => {
    const assistantId = await newAssistant();
    await calls['assistants.delete']({ connectionId, assistantId, deleteThreads: false }, signal);
    return direct.assistants.get(assistantId).then(
      () => false,
      () => true,
    );
  },
  'a new thread': async () => {
    const { threadId } = await calls['threads.create']({ connectionId, graphId: 'talk', name: 'N' }, signal);
    return (await direct.threads.get(threadId)).metadata?.['name'] === 'N';
  },
  'a renamed thread': async () => {
    const threadId = await newThread();
    const metadataText = '{"name":"R"}';
    const renamed = await calls['threads.update']({ connectionId, threadId, metadataText }, signal);
    return renamed.name === 'R' && (await direct.threads.get(threadId)).metadata?.['name'] === 'R';
  },
  'deleted threads': async () => {
    const threadIds = [await newThread(), await newThread()];
    const results = await calls['threads.delete']({ connectionId, threadIds }, signal);
    const reads = await Promise.allSettled(threadIds.map((id) => direct.threads.get(id)));
    const isGone = reads.every(({ status }) => status === 'rejected');
    return results.find(({ problem }) => problem !== null)?.problem?.message ?? isGone;
  },
  'an edited state': async () => {
    const threadId = await newThread();
    const head = { connectionId, threadId, checkpointId: null, expectedHeadId: null, asNode: '__start__' };
    const changed = [{ key: 'conversation', valueText: '[{"role":"user","content":"hi"}]' }];
    const { state } = await calls['threads.updateState']({ ...head, changes: changed }, signal);
    const now = await direct.threads.getState(threadId);
    return state.checkpointId !== null && now.checkpoint?.checkpoint_id === state.checkpointId;
  },
  'an item of the store': async () => {
    const item = { namespace: ['unreadable'], key: randomUUID() };
    const write = { ...item, valueText: '{"a":1}', ttlMinutes: null, expected: null };
    await calls['store.put']({ connectionId, ...write }, signal);
    return (await direct.store.getItem(item.namespace, item.key)) !== null;
  },
  'a deleted item': async () => {
    const item = { namespace: ['unreadable'], key: randomUUID() };
    await direct.store.putItem(item.namespace, item.key, { a: 1 });
    const results = await calls['store.delete']({ connectionId, items: [item] }, signal);
    const isGone = (await direct.store.getItem(item.namespace, item.key).catch(() => null)) === null;
    return results.find(({ problem }) => problem !== null)?.problem?.message ?? isGone;
  },
  'a run in the background': async () => {
    const threadId = await newThread();
    const [assistant] = await direct.assistants.search({ graphId: 'talk', limit: 1 });
    const run = await calls['runs.start'](
      {
        connectionId,
        assistantId: assistant?.assistant_id ?? '',
        threadId,
        checkpointId: null,
        checkpointNs: '',
        trigger: { kind: 'input', inputText: '{"conversation":[]}' },
        background: true,
        options: defaultRunOptions,
      },
      signal,
    );
    const listed = await direct.runs.list(threadId);
    return listed.length === 1 && listed[0]?.run_id === run.runId;
  },
};

/** Changes that a server answers with nothing: a page in its place may be that of a proxy, which did nothing. */
const answeredWithNothing = new Set([
  'a deleted assistant',
  'deleted threads',
  'an item of the store',
  'a deleted item',
]);

describe.each(answers)('a server that answers changes with %s', (answerName, badAnswer) => {
  it.each(Object.keys(changes))(
    'has made %s, and the studio says so, or that it is unknown',
    async (name) => {
      answer = badAnswer;
      const said = await changes[name]?.().catch((error: Error) => error.message);
      const isUnclear = answerName === 'a page' && answeredWithNothing.has(name);
      expect(said).toBe(isUnclear ? 'A web page answered, so nothing tells whether it was done.' : true);
    },
  );
});

it.each(answers)('a copy that is answered with %s is neither done nor failed', async (_name, badAnswer) => {
  answer = badAnswer;
  const threadId = await newThread();
  const copied = calls['threads.copy']({ connectionId, threadId }, signal);
  await expect(copied).rejects.toMatchObject({ hint: expect.stringMatching(/check whether it was created/) });
});
