import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRealServer, type RealServer } from '../../../../src/testing/real-server/real-server.ts';
import { GraphClient, type WireAssistant } from '../index.ts';

/**
 * The public server suite's cases about assistants (docs/protocol.md, Conformance suites), against the
 * open-source server.
 */
let server: RealServer;
let client: GraphClient;

beforeAll(async () => {
  server = await startRealServer({ suite: true, ui: true });
  client = new GraphClient({ url: server.url, apiKey: null });
});

afterAll(() => server.stop());

const listOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const missing = { status: 404 };

/** A config that no other assistant has: Aegra refuses a second assistant of a graph with the same one. */
const ownConfig = () => ({ tags: [crypto.randomUUID()] });

describe('assistants', () => {
  it('create, read, update, delete, and 404 afterwards', async () => {
    const { assistants } = client;
    const assistant = await assistants.create({
      graphId: 'agent',
      name: 'A',
      description: 'd',
      metadata: { a: 1 },
      config: ownConfig(),
    });
    expect(assistant).toMatchObject({
      graph_id: 'agent',
      name: 'A',
      description: 'd',
      version: 1,
      metadata: { a: 1 },
    });
    const id = assistant.assistant_id;
    expect(await assistants.get(id)).toEqual(assistant);
    await expect(assistants.create({ graphId: 'agent', assistantId: id })).rejects.toMatchObject({
      status: 409,
    });
    const again = await assistants.create({ graphId: 'agent', assistantId: id, ifExists: 'do_nothing' });
    expect(again.assistant_id).toBe(id);
    const patched = await assistants.update(id, { metadata: { b: 2 }, config: { tags: ['t'] } });
    expect(patched).toMatchObject({ version: 2, metadata: { a: 1, b: 2 }, config: { tags: ['t'] } });
    await assistants.delete(id);
    await expect(assistants.get(id)).rejects.toMatchObject(missing);
    await expect(assistants.delete(id)).rejects.toMatchObject(missing);
  });

  it('deleting with threads removes the threads', async () => {
    const { assistant_id: id } = await client.assistants.create({
      graphId: 'command',
      config: ownConfig(),
    });
    const thread = await client.threads.create();
    await client.runs.wait(thread.thread_id, id, { input: { text: 'x' } });
    await client.assistants.delete(id, { deleteThreads: true });
    await expect(client.threads.get(thread.thread_id)).rejects.toMatchObject(missing);
  });

  it('graph and schemas have their shapes', async () => {
    const graph = await client.assistants.getGraph('agent');
    expect(graph.nodes.map(({ id }) => id)).toEqual(['__start__', 'agent', 'tool', '__end__']);
    expect(graph.edges).toContainEqual({ source: 'agent', target: 'tool', conditional: true });
    expect(graph.edges).toContainEqual({ source: 'agent', target: '__end__', conditional: true });
    expect(graph.nodes.find(({ id }) => id === 'agent')).toMatchObject({ data: { name: 'agent' } });
  });

  it('schemas of three kinds of graphs: a state schema, annotated Zod, plain Zod', async () => {
    const schemasOf = (name: string) => client.assistants.getSchemas(name);
    expect(await schemasOf('command')).toMatchObject({
      graph_id: 'command',
      input_schema: { properties: { text: { type: 'string' }, log: { type: 'string' } } },
      output_schema: { properties: { log: { type: 'array', items: { type: 'string' } } } },
    });
    expect(await schemasOf('markedZod')).toMatchObject({
      input_schema: { properties: { messages: { type: 'string', langgraph_type: 'messages' } } },
      output_schema: {
        properties: {
          messages: { type: 'array', items: { type: 'string' }, langgraph_type: 'messages' },
          status: { enum: ['idle', 'done'] },
        },
      },
    });
    const plain = await schemasOf('plainZod');
    expect(plain).toMatchObject({
      input_schema: { properties: { items: { type: 'array' }, label: { type: 'string' } } },
      output_schema: { required: ['items'] },
      state_schema: { type: 'object' },
    });
    expect(plain.input_schema).not.toHaveProperty('required');
    expect(await schemasOf('context')).toMatchObject({
      config_schema: { properties: { model: { type: 'string', default: 'small' } } },
      context_schema: { properties: { model: { type: 'string', default: 'small' } } },
    });
  });

  it('subgraphs: direct ones, and nested ones', async () => {
    const { assistants } = client;
    expect(Object.keys(await assistants.getSubgraphs('threeLevels'))).toEqual(['outer']);
    const all = await assistants.getSubgraphs('threeLevels', { recurse: true });
    expect(Object.keys(all)).toEqual(['outer', 'outer|middle']);
    expect(all).toMatchObject({
      outer: { state: { properties: { ofMiddle: { type: 'string' } } } },
      'outer|middle': { state: { properties: { ofInner: { type: 'string' } } } },
    });
    expect(await assistants.getSubgraphs('threeLevels', { namespace: 'nosuch' })).toEqual({});
  });

  it('default assistants have the name of their graph, and the configuration of the environment', async () => {
    const filter = { metadata: { created_by: 'system' } };
    const [agent, ...others] = await client.assistants.search({ graphId: 'agent', ...filter });
    expect(others).toEqual([]);
    expect(agent).toMatchObject({ name: 'agent', config: { configurable: { model_name: 'openai' } } });
    expect(await client.assistants.search({ graphId: 'command', ...filter })).toMatchObject([
      { name: 'command', config: {} },
    ]);
    // The server knows them by their graph's name, too.
    expect(await client.assistants.get('agent')).toEqual(agent);
  });

  it('a graph with a UI component', async () => {
    const html = async (): Promise<string> => client.ui.getComponent('agent', 'card').catch(String);
    await expect.poll(html).toMatch(/<script src="[^"]+entrypoint\.js"/);
    expect(await html()).toContain('render("card", "{{shadowRootId}}")');
    const [, src = ''] = /src="([^"]+)"/.exec(await html()) ?? [];
    expect(await (await fetch(src)).text()).toContain('LGUI_REQUIRE');
    await expect(client.ui.getComponent('command', 'card')).rejects.toMatchObject(missing);
  });

  it('lists by graph, by metadata and by a part of the name in any case; counts; pages', async () => {
    const { assistants } = client;
    const names = ['One Alpha', 'Two alpha', 'Three beta'];
    for (const name of names)
      await assistants.create({ graphId: 'ask', name, metadata: { set: 'names' }, config: ownConfig() });
    const search = async (
      query: Parameters<typeof assistants.searchAll>[0],
    ): Promise<(string | null | undefined)[]> =>
      (await listOf(assistants.searchAll(query))).map(({ name }) => name).toSorted();
    expect(await search({ metadata: { set: 'names' } })).toEqual(names.toSorted());
    expect(await search({ name: 'ALPHA' })).toEqual(['One Alpha', 'Two alpha']);
    expect((await search({ graphId: 'ask' })).length).toBe(4);
    expect(await search({ metadata: { set: 'names' }, pageSize: 1 })).toEqual(names.toSorted());
    expect(await search({ metadata: { set: 'names' }, pageSize: 2, limit: 2 })).toHaveLength(2);
    expect(await assistants.count({ metadata: { set: 'names' } })).toBe(3);
    expect(await assistants.count({ name: 'alpha', graphId: 'ask' })).toBe(2);
    const page = await assistants.search({ metadata: { set: 'names' }, includePagination: true });
    expect(page.assistants).toHaveLength(3);
    expect(page.next === null || typeof page.next === 'string').toBe(true);
    expect(await assistants.search({ metadata: { set: 'names' }, select: ['name'], limit: 1 })).toEqual([
      { name: 'Three beta' },
    ]);
  });

  it('versions: newest first, limit, offset, metadata; a patch of nothing makes one; 404 after deletion', async () => {
    const { assistants } = client;
    const { assistant_id: id } = await assistants.create({
      graphId: 'agent',
      metadata: { step: 1 },
      config: ownConfig(),
    });
    await assistants.update(id, { metadata: { step: 2 } });
    await assistants.update(id);
    const versions = (list: readonly WireAssistant[]): (number | undefined)[] =>
      list.map(({ version }) => version);
    expect(versions(await assistants.getVersions(id))).toEqual([3, 2, 1]);
    expect(versions(await assistants.getVersions(id, { limit: 1, offset: 1 }))).toEqual([2]);
    expect(versions(await assistants.getVersions(id, { metadata: { step: 1 } }))).toEqual([1]);
    expect(versions(await listOf(assistants.versionsAll(id, { pageSize: 2 })))).toEqual([3, 2, 1]);
    await assistants.delete(id);
    await expect(assistants.getVersions(id)).rejects.toMatchObject(missing);
  });

  it('setLatest 1, then a patch creates 3; an unknown version fails', async () => {
    const { assistants } = client;
    const { assistant_id: id } = await assistants.create({
      graphId: 'agent',
      name: 'first',
      config: ownConfig(),
    });
    await assistants.update(id, { name: 'second' });
    expect(await assistants.setLatest(id, 1)).toMatchObject({ version: 1, name: 'first' });
    expect(await assistants.update(id, { name: 'third' })).toMatchObject({ version: 3 });
    await expect(assistants.setLatest(id, 9)).rejects.toMatchObject(missing);
  });

  it('config and context of an assistant are passed to its runs', async () => {
    const { assistant_id: id } = await client.assistants.create({
      graphId: 'dynamic',
      config: { configurable: { nodeName: 'fromAssistant' } },
    });
    expect(await client.runs.wait(null, id, { input: { text: '' } })).toMatchObject({
      log: ['fromAssistant'],
    });
    const withContext = await client.assistants.create({ graphId: 'context', context: { model: 'large' } });
    expect(await client.runs.wait(null, withContext.assistant_id, { input: {} })).toEqual({
      seen: { model: 'large' },
    });
  });
});
