import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { GraphClient, rawTextOf } from 'remote-graph-client/client';
import { RemoteGraph } from 'remote-graph-client';
import { defaultThreadListing } from '../shared/model/thread-listing.ts';
import { assistantId as fakeAssistantId } from '../testing/fake-server/graph.ts';
import { committedProfiles } from '../testing/fake-server/committed-profiles.ts';
import { replayProfile } from '../testing/fake-server/replay-profile.ts';
import { refusedByProfile } from '../testing/fake-server/profile-responses.ts';
import { offers, serverProfiles } from '../testing/fake-server/server-profiles.ts';
import { clientsFor } from '../testing/services/clients-for.ts';
import {
  fakeConnectionId,
  endOf,
  signal,
  startFakeServerRuns,
  type FakeServerRuns,
} from '../testing/services/fake-server-runs.ts';
import { inFull } from '../testing/test-scale.ts';
import { createAssistants } from './assistants/create-assistants.ts';
import { checkServer } from './connections/server-facts/health-check.ts';
import { listInterruptedThreads } from './interrupted-threads.ts';

/** The response; `null` if the call failed as unsupported, as it must on this server. */
async function whereOffered<T>(isOffered: boolean, answer: Promise<T>): Promise<T | null> {
  if (isOffered) return answer;
  await expect(answer).rejects.toMatchObject({ code: 'unsupported' });
  return null;
}

/** The edit; `null` if it failed because the server named no checkpoint, as it must on this server. */
async function whereKept<T>(isKept: boolean, edit: Promise<T>): Promise<T | null> {
  if (isKept) return edit;
  await expect(edit).rejects.toThrow('did not report which checkpoint');
  return null;
}

async function collect(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/** Every server of which a profile is committed, and every third other kind; all of them in full runs. */
const profiles = [
  ...committedProfiles.map(replayProfile),
  ...serverProfiles.filter((_profile, index) => inFull || index % 3 === 0),
];

/** Every kind of server passes the same tests; what it does not support is reported as such. */
describe.each(profiles)('on a server of kind $name', (profile) => {
  const has = (request: string): boolean => offers(profile, request);
  const hasState = has('GET /threads/t/state');
  const hasHistory = has('GET /threads/t/history');
  const hasCheckpoints = profile.checkpoints === 'kept';

  let studio: FakeServerRuns;
  beforeEach(async () => {
    studio = await startFakeServerRuns(profile);
  });
  afterEach(() => studio.stop());

  const stateOf = (checkpointId: string | null = null) =>
    studio.threads['threads.state'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, checkpointId },
      signal,
    );
  it('connects, and reports what is unsupported', async () => {
    const health = await checkServer(studio.client, { url: studio.server.url }, 'test');
    expect(health).toMatchObject({ state: 'connected', problem: null });
    const { assistants, prune, webhooks } = health.server?.capabilities ?? {};
    expect(assistants?.available).toBe(profile.agents || has('POST /assistants/search'));
    // Capabilities that were neither reported nor tried are unknown.
    const isJs = profile.name.startsWith('langgraph-api (JavaScript)');
    const expected = profile.openApi
      ? [has('POST /threads/prune'), false]
      : isJs
        ? [false, true]
        : [null, null];
    expect([prune?.available, webhooks?.available]).toEqual(expected);
  });

  it('lists every waiting thread in the inbox, and reports if there are more', async () => {
    const { threads, runs } = studio.client;
    const { thread_id: threadId } = await threads.create();
    await runs.create(threadId, 'exact', { input: { ask: true } });
    await expect.poll(async () => (await threads.get(threadId)).status).toBe('interrupted');
    studio.server.copyThread(threadId, 100);
    const inbox = await listInterruptedThreads(studio.client, signal);
    expect([inbox.threads.length, inbox.more]).toEqual([100, true]);
  });

  it('reads everything that is requested, whatever the page size', async () => {
    const threads = await studio.client.threads.search({ limit: 1000 });
    expect(threads).toHaveLength(1);
    expect(await studio.client.runs.list(studio.threadId, { limit: 1000 })).toEqual([]);
    expect(
      await studio.runs.calls['runs.list'](
        { connectionId: fakeConnectionId, threadId: studio.threadId },
        signal,
      ),
    ).toEqual([]);
  });

  it('reads everything in a store, and every cron, whatever the page size', async () => {
    const { store, crons } = studio.client;
    const storeItems = await store.searchItems(['n'], { limit: 1000 });
    expect(storeItems.items.map(({ key }) => key)).toEqual(
      Array.from({ length: 150 }, (_, index) => `k${index}`),
    );
    expect(memberText(rawTextOf(storeItems), 'items')).toContain('"key":"k149"');
    expect(rawTextOf(storeItems.items[149] ?? {})).toContain('"key":"k149"');
    expect((await store.searchItems(['n'], { limit: 120, offset: 10 })).items).toHaveLength(120);
    expect((await store.listNamespaces({ limit: 1000 })).namespaces).toHaveLength(150);
    if (!has('POST /runs/crons/search')) return;
    expect(await crons.search({ limit: 1000 })).toHaveLength(150);
  });

  it('changes the metadata of a thread, and nothing else', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const before = await studio.client.threads.get(studio.threadId);
    const changed = await studio.client.threads.update(studio.threadId, { metadata: { label: 'a' } });
    expect(changed.metadata).toMatchObject({ ...before.metadata, label: 'a' });
    expect((await studio.client.threads.get(studio.threadId)).values).toEqual(before.values);
  });

  it('reads when a thread and a run were created, in any time format', async () => {
    const startedAt = Date.now() - 1000;
    const { runId } = await studio.start();
    await studio.everything(runId);
    const { threads } = await studio.threads['threads.list'](
      { connectionId: fakeConnectionId, listing: defaultThreadListing, limit: 10, offset: 0 },
      signal,
    );
    const [run] = await studio.runs.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    for (const time of [threads[0]?.createdAt, threads[0]?.updatedAt, run?.createdAt]) {
      expect(Date.parse(time ?? '')).toBeGreaterThan(startedAt - 60_000);
      expect(Date.parse(time ?? '')).toBeLessThan(Date.now() + 1000);
    }
    if (!hasState || !hasCheckpoints) return;
    expect(Date.parse((await stateOf()).createdAt ?? '')).toBeGreaterThan(startedAt);
  });

  it('reads the whole history, or reports that it is unsupported', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const reading = studio.threads['threads.history'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, before: null, limit: 100 },
      signal,
    );
    const page = await whereOffered(hasHistory, reading);
    if (page === null) return;
    const { checkpoints } = page;
    expect(checkpoints).toHaveLength(hasCheckpoints ? 4 : 0);
    const all: unknown[] = [];
    for await (const state of studio.client.threads.historyAll(studio.threadId, { pageSize: 1 }))
      all.push(state);
    expect(all).toHaveLength(hasCheckpoints ? 4 : 0);
    expect(studio.server.createdByReads).toEqual([]);
  });

  it('reads and edits the newest state and an older one, or reports that it is unsupported', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const newest = await whereOffered(hasState, stateOf());
    if (newest === null) return;
    const { checkpointId, parentId } = newest;
    expect((await stateOf(parentId)).checkpointId).toBe(parentId);
    const editing = studio.threads['threads.updateState'](
      {
        connectionId: fakeConnectionId,
        threadId: studio.threadId,
        checkpointId,
        expectedHeadId: checkpointId,
        asNode: null,
        changes: [{ key: 'id', valueText: '12345678901234567890' }],
      },
      signal,
    );
    const edited = await whereKept(hasCheckpoints, editing);
    if (edited === null) return;
    expect(edited.changedKeys).toEqual(['id']);
    expect(studio.server.createdByReads).toEqual([]);
  });

  it('finds threads by their values, also where the server ignores that filter', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const { threadId: other } = await studio.threads['threads.create'](
      { connectionId: fakeConnectionId, graphId: 'exact', name: null },
      signal,
    );
    const second = await studio.start({
      threadId: other,
      trigger: { kind: 'input', inputText: '{"id":2}' },
    });
    await collect(
      studio.runs.streams['runs.follow'](
        { connectionId: fakeConnectionId, threadId: other, runId: second.runId },
        signal,
      ),
    );
    const list = async (valuesText: string) => {
      const listing = {
        ...defaultThreadListing,
        filter: { ...defaultThreadListing.filter, valuesText },
      };
      const page = await studio.threads['threads.list'](
        { connectionId: fakeConnectionId, listing, limit: 10, offset: 0 },
        signal,
      );
      return page.threads.map(({ threadId }) => threadId);
    };
    expect(await list('{"id":3}')).toEqual([]);
    expect(await list('{"id":2}')).toEqual([other]);
    expect(await list('{"id":1}')).toEqual([studio.threadId]);
  });

  it('reads the graph of a name, and its schemas', async () => {
    const { calls } = createAssistants({ clients: clientsFor(studio.server.url) });
    const exact = { connectionId: fakeConnectionId, assistantId: 'exact' };
    const drawing = calls['assistants.graph'](exact, signal);
    const drawn = await whereOffered(has('GET /assistants/a/graph'), drawing);
    if (drawn === null) return;
    expect(drawn.nodes.map(({ id }) => id)).toContain('confirm');
    await calls['assistants.schemas'](exact, signal);
    const searches = studio.server.requests.filter(({ path }) => path === '/assistants/search');
    expect(searches).toHaveLength(profile.graphNames ? 0 : 1);
  });

  it('lists graphs to run, also without assistants', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const { calls } = createAssistants({ clients: clientsFor(studio.server.url) });
    expect(
      (await calls['assistants.list']({ connectionId: fakeConnectionId }, signal)).map(
        ({ graphId }) => graphId,
      ),
    ).toEqual(profile.agents ? ['default', 'exact'] : ['exact']);
  });

  it('runs the chosen agent, not the default one of the server', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const named = profile.agents ? 'exact' : fakeAssistantId;
    const [run] = await studio.runs.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    expect(run?.assistantId).toBe(named);
    const graph = new RemoteGraph('exact', { url: studio.server.url, apiKey: null });
    expect(await graph.invoke({ id: 3 })).toMatchObject({ done: true });
    const bodies = studio.server.requests
      .filter(({ method, path }) => method === 'POST' && /\/runs(\/stream|\/wait)?$/.test(path))
      .filter((request) => refusedByProfile(profile, request) === null)
      .map(({ bodyText }) => memberText(bodyText, profile.agents ? 'agent_id' : 'assistant_id'));
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies)).toEqual(new Set(['"exact"']));
  });

  it('reads the schemas of an agent, also of one without a graph', async () => {
    const { calls } = createAssistants({ clients: clientsFor(studio.server.url) });
    const exact = { connectionId: fakeConnectionId, assistantId: 'exact' };
    const isOffered = profile.agents || has('GET /assistants/a/schemas');
    const schemas = await whereOffered(isOffered, calls['assistants.schemas'](exact, signal));
    expect(schemas?.inputText?.includes('"title"') ?? null).toBe(isOffered ? true : null);
  });

  it('reports that a breakpoint was passed', async () => {
    const { runId } = await studio.start({ options: { interruptBefore: ['confirm'] } });
    const end = endOf(await studio.everything(runId));
    expect(end?.outcome).toBe(profile.breakpoints ? 'interrupted' : 'finished');
    expect(end?.passedBreakpoints ?? []).toEqual(profile.breakpoints ? [] : ['confirm']);
  });

  it('stops a stateless run at the location that the server names', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start({ threadId: null });
    await waiting;
    const stopping = studio.runs.calls['runs.cancel'](
      { connectionId: fakeConnectionId, threadId: null, runId, action: 'interrupt' },
      signal,
    );
    // Found by its mark in the thread's metadata if the server names only the run.
    // A run that is said to have succeeded may have ended by itself.
    const stopped = profile.cancelledRun === 'success' ? null : true;
    await expect(stopping).resolves.toMatchObject({ stopped });
    const searches = studio.server.requests.filter(({ path }) => path === '/threads/search');
    expect(searches.length > 0).toBe(profile.statelessLocation === 'run');
  });

  it('reads versions without creating one', async () => {
    if (!has('POST /assistants/a/versions')) return;
    const client = new GraphClient({ url: studio.server.url, apiKey: null });
    expect(await client.assistants.getVersions('exact')).toHaveLength(1);
    expect(studio.server.createdByReads).toEqual([]);
  });
});
