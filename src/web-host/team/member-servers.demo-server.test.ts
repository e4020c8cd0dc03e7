import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServices, type StudioServices } from '../../services/create-services.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import { ownerOfConnection } from '../../shared/model/team.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { instantInputTrigger } from '../../testing/services/demo-services.ts';
import { createLocalPlatform, type LocalPlatform } from '../../testing/services/local-platform.ts';
import { slowness } from '../../testing/slowness.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { startSignInProxy } from '../../testing/team/sign-in-proxy.ts';
import { createTokenIssuer } from '../../testing/team/token-issuer.ts';
import { startNotingServer, type NotingServer } from '../../testing/team/noting-server.ts';
import { header, startTestTeam, type TestTeam, type TestWindow } from './test-team.ts';

const issuer = await createTokenIssuer();
const keyOfAll = 'key-of-all-members-1111';
const keyOfAda = 'key-of-ada-alone-222222';

/** A host for a team, with the real services. */
interface Host extends AsyncDisposable {
  readonly team: TestTeam;
  open(user: string, group: string): Promise<TestWindow['rpc']>;
}

let folder: string;
let server: NotingServer;
let platform: LocalPlatform;
let host: Host;

async function startHost(): Promise<Host> {
  const services: StudioServices = createServices({
    ...platform,
    dataFolder: join(folder, 'data'),
    isOpenToNetwork: true,
  });
  const team = await startTestTeam({
    proxy: await startSignInProxy(header),
    issuer,
    folder: join(folder, 'data'),
    handlers: services.handlers,
    servicesOf: (owner, newConnectionId) =>
      createServices(
        { ...platform, dataFolder: join(folder, 'data', 'members', owner, 'servers'), isOpenToNetwork: true },
        { ofMember: { newConnectionId, prices: services.handlers.calls } },
      ),
  });
  return {
    team,
    async open(user, group) {
      await team.signIn(user, group);
      return (await team.openWindow(user)).rpc;
    },
    async [Symbol.asyncDispose]() {
      await team[Symbol.asyncDispose]();
      await services.stop();
    },
  };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'member-servers-'));
  server = await startNotingServer(await sharedServer('demo'));
  platform = await createLocalPlatform();
  host = await startHost();
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await platform.dispose();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The first item of a stream that is accepted. */
async function firstOf<T>(items: AsyncIterable<T>, accept: (item: T) => boolean = () => true): Promise<T> {
  for await (const item of items) if (accept(item)) return item;
  throw new Error('The stream has ended.');
}

const serversOf = async (rpc: TestWindow['rpc']): Promise<readonly Connection[]> =>
  (await firstOf(rpc.open('connections.watch', {}))).connections;

const addServer = (rpc: TestWindow['rpc']): Promise<Connection> =>
  rpc.call('connections.save', {
    id: null,
    name: 'Staging',
    url: server.url,
    key: { change: 'set', value: keyOfAll, storage: 'plain' },
    headers: [],
  });

const setKey = (rpc: TestWindow['rpc'], connectionId: string, value = keyOfAda): Promise<Connection> =>
  rpc.call('team.setKey', {
    connectionId,
    key: { change: 'set', value, storage: 'plain' },
    headers: [],
  });

/** Keys that were sent since the last call of this, with this in the path. */
function takeKeys(part = ''): readonly (string | null)[] {
  const requests = server.take().filter(({ path }) => path.includes(part));
  return [...new Set(requests.map(({ key }) => key))].toSorted();
}

/** Waits until no request was sent for a second and none is open: what was started has been read to its end. */
async function untilQuiet(): Promise<void> {
  takeKeys();
  do await pause(1_000);
  while (takeKeys().length > 0 || server.isBusy());
}

/** Starts a run on a new thread, which the host reads to its end. */
async function run(rpc: TestWindow['rpc'], connectionId: string): Promise<string> {
  const assistants = await rpc.call('assistants.list', { connectionId });
  const writer = assistants.find(({ graphId }) => graphId === 'writer');
  if (writer === undefined) throw new Error('The server has no writer.');
  const { assistantId, graphId } = writer;
  const { threadId } = await rpc.call('threads.create', { connectionId, graphId, name: 'Of a member' });
  await rpc.call('runs.start', {
    connectionId,
    threadId,
    assistantId,
    checkpointId: null,
    checkpointNs: '',
    trigger: instantInputTrigger({}),
    background: false,
    options: defaultRunOptions,
  });
  await expect
    .poll(async () => (await rpc.call('runs.list', { connectionId, threadId })).map(({ status }) => status))
    .toEqual(['success']);
  return threadId;
}

/** All that is watched without naming a server, as text. */
function watchAll(rpc: TestWindow['rpc']): { readonly text: () => string; readonly leave: () => void } {
  const leave = new AbortController();
  const items: string[] = [];
  const [windowId, { signal }] = [randomUUID(), leave];
  const watch = async (stream: AsyncIterable<unknown>): Promise<void> => {
    for await (const item of stream) items.push(JSON.stringify(item));
  };
  for (const stream of [
    rpc.open('connections.watch', {}, signal),
    rpc.open('inbox.watch', {}, signal),
    rpc.open('requests.watch', {}, signal),
    rpc.open('webhooks.watch', {}, signal),
    rpc.open('webhooks.deliveries', {}, signal),
    rpc.open('notifications.show', { windowId }, signal),
    rpc.open('app.presence', {}, signal),
  ])
    void watch(stream).catch(() => undefined);
  return { text: () => items.join('\n'), leave: () => leave.abort() };
}

/** All files of the data folder, but for the audit log, which names servers. */
async function storedText(part = ''): Promise<string> {
  const entries = await readdir(join(folder, 'data', part), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('audit.jsonl'));
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

it(
  'what a member reads and runs with their own key is sent with it, and nobody else’s requests are',
  { timeout: 60_000 * slowness() },
  async () => {
    const ada = await host.open('ada', 'agents');
    const bob = await host.open('bob', 'owners');
    const shared = await addServer(bob);
    const own = await setKey(ada, shared.id);
    expect(own).toMatchObject({
      name: 'Staging (key of Name of ada)',
      url: server.url,
      key: { storage: 'plain', last4: '2222' },
    });
    expect(ownerOfConnection(own.id)).not.toBe(null);
    expect(ownerOfConnection(shared.id)).toBe(null);
    expect((await ada.call('connections.check', { connectionId: own.id })).state).toBe('connected');
    expect((await bob.call('connections.check', { connectionId: shared.id })).state).toBe('connected');
    await untilQuiet();

    const threadId = await run(ada, own.id);
    await ada.call('threads.state', { connectionId: own.id, threadId, checkpointId: null });
    await firstOf(ada.open('runIndex.watch', { connectionId: own.id }), ({ runs }) => runs > 0);
    expect(takeKeys()).toEqual([keyOfAda]);

    // Ada's index may still be reading.
    const threadOfBob = await run(bob, shared.id);
    const page = { listing: defaultThreadListing, limit: 10, offset: 0 };
    const { threads } = await ada.call('threads.list', { connectionId: shared.id, ...page });
    expect(threads.map((thread) => thread.threadId)).toContain(threadOfBob);
    expect(takeKeys(threadOfBob)).toEqual([keyOfAll]);
  },
);

it('another member sees nothing of it, and is refused whatever names it', async () => {
  const ada = await host.open('ada', 'owners');
  const bob = await host.open('bob', 'owners');
  const shared = await addServer(bob);
  const watched = watchAll(bob);
  const ofAda = watchAll(ada);
  const own = await setKey(ada, shared.id);
  const threadId = await run(ada, own.id);
  await expect.poll(() => ofAda.text()).toContain(threadId);
  ofAda.leave();
  await run(bob, shared.id);
  await expect.poll(() => watched.text()).toContain('runs.start');
  // The thread itself is on the server, where the shared key finds it, too.
  for (const secret of [own.id, own.name, keyOfAda]) expect(watched.text()).not.toContain(secret);
  expect((await serversOf(bob)).map(({ id }) => id)).toEqual(['demo', shared.id]);
  expect((await serversOf(ada)).map(({ id }) => id)).toEqual(['demo', shared.id, own.id]);
  const report = { connectionId: null, threadId: null, hideHosts: false, window: [] };
  const { text } = await bob.call('bugReport.create', report);
  for (const secret of [own.id, own.name, keyOfAda]) expect(text).not.toContain(secret);
  await untilQuiet();

  const refusal = { code: 'forbidden', message: 'This server is used with another member’s own key.' };
  await expect(bob.call('assistants.list', { connectionId: own.id })).rejects.toMatchObject(refusal);
  await expect(bob.call('connections.duplicate', { connectionId: own.id })).rejects.toMatchObject(refusal);
  await expect(bob.call('connections.remove', { connectionId: own.id })).rejects.toMatchObject(refusal);
  await expect(setKey(bob, own.id)).rejects.toMatchObject(refusal);
  for (const stream of ['threads.record', 'team.viewers'] as const) {
    const items = bob.open(stream, { connectionId: own.id, threadId }) as AsyncIterable<unknown>;
    await expect(firstOf(items)).rejects.toMatchObject(refusal);
  }
  // Also while somebody else keeps watch over all servers.
  await bob.call('inbox.refresh', {});
  expect(takeKeys()).not.toContain(keyOfAda);
  watched.leave();
});

it('requests of both are one list for their member, and lead to their responses', async () => {
  const ada = await host.open('ada', 'owners');
  const shared = await addServer(ada);
  const own = await setKey(ada, shared.id);
  await ada.call('assistants.list', { connectionId: own.id });
  await ada.call('assistants.list', { connectionId: shared.id });
  const { entries } = await firstOf(ada.open('requests.watch', {}), (change) =>
    change.entries.some(({ connectionId }) => connectionId === own.id),
  );
  const entry = entries.find(
    ({ connectionId, purpose }) => connectionId === own.id && purpose === 'assistants.list',
  );
  const { response } = await ada.call('requests.response', { id: entry?.id ?? 0 });
  expect(response?.body).toContain('assistant_id');
  await untilQuiet();
  await ada.call('requests.replay', { id: entry?.id ?? 0 });
  expect(takeKeys()).toEqual([keyOfAda]);
});

it('a member may change the key with any role, but neither the address nor a shared server', async () => {
  const bob = await host.open('bob', 'owners');
  const shared = await addServer(bob);
  const eve = await host.open('eve', 'others');
  const own = await setKey(eve, shared.id, 'first-key-of-eve-3333');
  const changed = await setKey(eve, own.id, 'other-key-of-eve-4444');
  expect(changed).toMatchObject({ id: own.id, name: own.name, key: { last4: '4444' } });
  await untilQuiet();
  await eve.call('assistants.list', { connectionId: own.id });
  expect(takeKeys()).toEqual(['other-key-of-eve-4444']);
  const moved = {
    id: own.id,
    name: 'Moved',
    url: 'http://127.0.0.1:1',
    key: { change: 'keep' as const },
    headers: [],
  };
  await expect(eve.call('connections.save', moved)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(eve.call('connections.remove', { connectionId: shared.id })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(setKey(eve, 'demo')).rejects.toMatchObject({ code: 'unsupported' });
  await expect(setKey(eve, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  // One that somebody else enters later does not get the key.
  const address = { id: shared.id, name: 'Staging', url: 'http://127.0.0.1:1', headers: [] };
  await bob.call('connections.save', { ...address, key: { change: 'remove' } });
  expect((await serversOf(eve)).find(({ id }) => id === own.id)?.url).toBe(server.url);
});

it('a restart of the host keeps it for its member alone, and its removal forgets it', async () => {
  const ada = await host.open('ada', 'agents');
  const bob = await host.open('bob', 'owners');
  const shared = await addServer(bob);
  const own = await setKey(ada, shared.id);
  const threadId = await run(ada, own.id);
  await host[Symbol.asyncDispose]();
  host = await startHost();

  const again = await host.open('ada', 'agents');
  const other = await host.open('bob', 'owners');
  expect((await serversOf(other)).map(({ id }) => id)).toEqual(['demo', shared.id]);
  expect((await serversOf(again)).map(({ id }) => id)).toEqual(['demo', shared.id, own.id]);
  takeKeys();
  await again.call('threads.state', { connectionId: own.id, threadId, checkpointId: null });
  expect(takeKeys(threadId)).toEqual([keyOfAda]);
  expect(await storedText()).toContain(keyOfAda);

  await again.call('connections.remove', { connectionId: own.id });
  expect((await serversOf(again)).map(({ id }) => id)).toEqual(['demo', shared.id]);
  await expect(again.call('assistants.list', { connectionId: own.id })).rejects.toMatchObject({
    code: 'not-found',
  });
  await host[Symbol.asyncDispose]();
  const stored = await storedText();
  for (const text of [keyOfAda, own.id]) expect(stored).not.toContain(text);
  expect(await storedText('members')).not.toContain(threadId);

  const audit = await readFile(join(folder, 'data', 'logs', 'audit.jsonl'), 'utf8');
  expect(audit).not.toContain(keyOfAda);
  const lines = audit
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject: 'ada', call: 'team.setKey', outcome: 'done' }),
      expect.objectContaining({ subject: 'ada', call: 'connections.remove', outcome: 'done' }),
    ]),
  );
  host = await startHost();
});
