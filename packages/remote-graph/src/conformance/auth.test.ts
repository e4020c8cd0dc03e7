import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { startRealServer, type RealServer } from '../../../../src/testing/real-server/real-server.ts';
import { GraphClient, RemoteGraph } from '../index.ts';

/**
 * The public suite's cases about users (docs/protocol.md, Conformance suites), against the open-source server
 * with an auth file.
 */
let server: RealServer;
let john: GraphClient;
let jane: GraphClient;
let reader: GraphClient;

beforeAll(async () => {
  server = await startRealServer({ suite: true, auth: true });
  const as = (apiKey: string | null): GraphClient => new GraphClient({ url: server.url, apiKey });
  john = as('johndoe');
  jane = as('janedoe');
  reader = as('reader');
});

afterAll(() => server.stop());

const notFound = { status: 404 };
const forbidden = { status: 403 };
const input = { text: 'x' };

describe.concurrent('users', () => {
  it('401 without a user, with the error of the server; /info is public', async () => {
    for (const apiKey of [null, 'nobody']) {
      const stranger = new GraphClient({ url: server.url, apiKey });
      const refused = { status: 401, serverText: 'Who are you?' };
      await expect(stranger.threads.create()).rejects.toMatchObject(refused);
      await expect(stranger.assistants.search()).rejects.toMatchObject(refused);
      const ok = await stranger.meta.ok().catch(({ status }: { readonly status: unknown }) => status);
      expect(ok).toBe(differing('okWithoutUser'));
      const run = stranger.runs.stream(null, 'command', { input });
      await expect(collectFrames(run)).rejects.toMatchObject(refused);
      await expect(run.end).rejects.toMatchObject(refused);
      expect(await stranger.meta.info()).toMatchObject(differing('identity'));
    }
  });

  it('403 without the scope, with the error of the server', async () => {
    const refused = { ...forbidden, serverText: 'Not allowed' };
    await expect(reader.threads.create()).rejects.toMatchObject(refused);
    await expect(reader.assistants.create({ graphId: 'command' })).rejects.toMatchObject(refused);
  });

  it('copying: 409 without read access, 403 with read access only', async () => {
    const { thread_id: id } = await john.threads.create();
    await expect(reader.threads.copy(id)).rejects.toMatchObject({ status: differing('copyWithoutAccess') });
    const readingJohn = new GraphClient({ url: server.url, apiKey: 'johndoe:read' });
    expect(await readingJohn.threads.get(id)).toMatchObject({ thread_id: id });
    await expect(readingJohn.threads.copy(id)).rejects.toMatchObject({
      ...forbidden,
      serverText: 'Not allowed',
    });
    expect(await john.threads.copy(id)).toMatchObject({ metadata: { owner: 'johndoe' } });
  });

  it('what a user creates has its owner', async () => {
    const thread = await john.threads.create({ metadata: { a: 1 } });
    expect(thread.metadata).toEqual({ a: 1, owner: 'johndoe' });
    const assistant = await john.assistants.create({ graphId: 'command' });
    expect(assistant.metadata).toMatchObject({ owner: 'johndoe' });
  });

  it('404 for threads of another user: get, state, history, update, delete, and copy', async () => {
    const { thread_id: id } = await john.threads.create();
    await john.runs.wait(id, 'command', { input });
    const [newest] = await john.threads.getHistory(id);
    const attempts = [
      () => jane.threads.get(id),
      () => jane.threads.getState(id),
      () => jane.threads.getState(id, newest?.checkpoint?.checkpoint_id),
      () => jane.threads.getState(id, newest?.checkpoint),
      () => jane.threads.getHistory(id),
      () => jane.threads.updateState(id, { values: input, asNode: 'first' }),
      () => jane.threads.update(id, { metadata: { a: 2 } }),
      () => jane.threads.delete(id),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(notFound);
    await expect(jane.threads.copy(id)).rejects.toMatchObject({ status: 409 });
    expect(await jane.threads.search({ ids: [id] })).toEqual([]);
    expect(await john.threads.search({ ids: [id] })).toHaveLength(1);
    expect((await john.threads.get(id)).metadata).not.toHaveProperty('a');
  });

  it('404 for runs of another user: list, get, create, wait, join, cancel, delete', async () => {
    const { thread_id: id } = await john.threads.create();
    const run = await john.runs.create(id, 'command', { input });
    await john.runs.join(id, run.run_id);
    const attempts = [
      () => jane.runs.list(id),
      () => jane.runs.get(id, run.run_id),
      () => jane.runs.create(id, 'command', { input }),
      () => jane.runs.wait(id, 'command', { input }),
      () => jane.runs.join(id, run.run_id),
      () => jane.runs.cancel(id, run.run_id),
      () => jane.runs.delete(id, run.run_id),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(notFound);
    expect(await john.runs.list(id)).toHaveLength(1);
  });

  it("joining the stream of another user's run: no events, and an end as not found", async () => {
    const { thread_id: id } = await john.threads.create();
    const run = await john.runs.create(id, 'command', { input });
    const joined = jane.runs.joinStream(id, run.run_id);
    expect(await collectFrames(joined)).toEqual([]);
    expect(await joined.end).toMatchObject({
      outcome: 'lost',
      error: { message: expect.stringContaining('404') as string },
    });
  });

  it('404 for assistants of another user: get, update, delete, graph, versions, latest; search omits them', async () => {
    const { assistant_id: id } = await john.assistants.create({
      graphId: 'command',
      metadata: { set: 'johns' },
    });
    const attempts = [
      () => jane.assistants.get(id),
      () => jane.assistants.update(id, { name: 'mine' }),
      () => jane.assistants.delete(id),
      () => jane.assistants.getGraph(id),
      () => jane.assistants.getVersions(id),
      () => jane.assistants.setLatest(id, 1),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(notFound);
    const query = { metadata: { set: 'johns' } };
    expect(await jane.assistants.search(query)).toEqual([]);
    expect(await john.assistants.search(query)).toHaveLength(1);
  });

  it('filters: a list that contains a name, all names of a list, or an unknown name', async () => {
    const threadIds: string[] = [];
    for (const shared of ['one', 'listOfOne', 'both', 'nobody']) {
      for (const team of [['janedoe', 'x'], ['johndoe'], ['janedoe', 'johndoe'], undefined]) {
        const metadata = { shared, ...(team ? { team } : {}) };
        threadIds.push((await john.threads.create({ metadata })).thread_id);
      }
    }
    const counts = async (client: GraphClient, shared: string): Promise<number[]> =>
      (await client.threads.search({ metadata: { shared } }))
        .map(({ thread_id }) => threadIds.indexOf(thread_id) % 4)
        .toSorted((one, other) => one - other);
    expect(await counts(jane, 'one')).toEqual([0, 2]);
    expect(await counts(john, 'one')).toEqual([1, 2]);
    expect(await counts(jane, 'listOfOne')).toEqual([0, 2]);
    expect(await counts(jane, 'both')).toEqual([2]);
    expect(await counts(jane, 'nobody')).toEqual([]);
  });

  it('store: the own namespace, and 403 for those of others', async () => {
    await john.store.putItem(['johndoe', 'notes'], 'k', { v: 1 });
    expect(await john.store.getItem(['johndoe', 'notes'], 'k')).toMatchObject({ value: { v: 1 } });
    const refused = { ...forbidden, serverText: 'Not your namespace' };
    await expect(jane.store.getItem(['johndoe', 'notes'], 'k')).rejects.toMatchObject(refused);
    await expect(jane.store.putItem(['johndoe'], 'k', {})).rejects.toMatchObject(refused);
    await expect(jane.store.searchItems(['johndoe'])).rejects.toMatchObject(refused);
    await expect(jane.store.deleteItem(['johndoe', 'notes'], 'k')).rejects.toMatchObject(refused);
    await expect(jane.store.listNamespaces({ prefix: ['johndoe'] })).rejects.toMatchObject(refused);
    expect((await john.store.listNamespaces({ prefix: ['johndoe'] })).namespaces).toEqual([
      ['johndoe', 'notes'],
    ]);
  });

  it('stateless runs work for users with permission', async () => {
    expect(await john.runs.wait(null, 'command', { input })).toMatchObject({ text: 'x' });
    const run = john.runs.stream(null, 'command', { input });
    expect((await collectFrames(run)).at(-1)?.json()).toMatchObject({ text: 'x' });
    expect(await run.end).toMatchObject({ outcome: 'finished' });
    await expect(reader.runs.wait(null, 'command', { input })).rejects.toMatchObject(forbidden);
  });

  it('user and x-headers of a request are passed to its run, the key is not', async () => {
    const { thread_id: id } = await john.threads.create();
    const options = { headers: { 'x-team': 'blue', 'user-agent': 'test/1' } };
    const run = await john.runs.create(id, 'command', { input }, options);
    const config = run.kwargs?.['config'] as { readonly configurable: Readonly<Record<string, unknown>> };
    expect(config.configurable).toMatchObject({
      ...differing('copiedHeaders'),
      langgraph_auth_user_id: 'johndoe',
      langgraph_auth_user: { identity: 'johndoe' },
    });
    expect(JSON.stringify(run.kwargs)).not.toContain('x-api-key');
  });

  it('a remote graph runs as its user, and finds no data of others', async () => {
    const as = (apiKey: string | null) => new RemoteGraph('command', { url: server.url, apiKey });
    const config = { configurable: { thread_id: randomUUID() } };
    expect(await as('johndoe').invoke(input, config)).toMatchObject({ log: ['first', 'second with x'] });
    expect((await as('johndoe').getState(config)).values).toMatchObject({ text: 'x' });
    await expect(as('janedoe').getState(config)).rejects.toMatchObject(notFound);
    await expect(as('janedoe').updateState(config, input, 'first')).rejects.toMatchObject(notFound);
    await expect(as('janedoe').invoke(input, config)).rejects.toMatchObject(notFound);
    await expect(as(null).invoke(input)).rejects.toMatchObject({ status: 401 });
    await expect(as('reader').invoke(input)).rejects.toMatchObject(forbidden);
    expect(await john.runs.list(config.configurable.thread_id)).toHaveLength(1);
  });
});
