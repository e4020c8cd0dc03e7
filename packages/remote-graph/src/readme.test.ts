import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createScriptedClient } from '../../../src/testing/remote-graph/scripted-client.ts';
import { RemoteGraph, type GraphClient } from './index.ts';

/** The README's tables against the rows of the description, and against what the client does. */
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The rows of the table under a heading, cell by cell. */
function table(heading: string): readonly (readonly string[])[] {
  const [, after = ''] = readme.split(`\n${heading}\n`);
  const [section = ''] = after.split('\n#');
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The text in backticks. */
const code = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
const first = (cell: string | undefined): string => code(cell)[0] ?? '';

/** Names of the description: of the constructor, the operations and the general methods of runnables. */
const described = `
  assistant_id url api_key headers client sync_client config name distributed_tracing get_graph
  get_state get_state_history update_state stream invoke get_name get_input_schema get_output_schema
  get_input_jsonschema get_output_jsonschema config_schema get_config_jsonschema get_prompts InputType
  OutputType input_schema output_schema config_specs pipe pick assign batch batch_as_completed
  astream_log transform bind with_listeners with_alisteners with_types with_retry map with_fallbacks
  as_tool
`
  .trim()
  .split(/\s+/);

describe('RemoteGraph', () => {
  const rows = table('### RemoteGraph');

  it('has a row for each name of the API description', () => {
    const documented = rows.flatMap(([left]) => code(left).flatMap((text) => text.match(/\w+/g) ?? []));
    expect(described.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('names only what exists', () => {
    const graph = new RemoteGraph('a', { url: 'http://h' });
    const named = rows
      .filter(([left]) => /^[`(]/.test(left ?? '') && !/InputType|operator|^`RemoteGraph\(/.test(left ?? ''))
      .flatMap(([left, here]) => (here === 'the same' ? code(left) : code(here)))
      .map((text) => /^\w+/.exec(text)?.[0] ?? text);
    // Of the constructor: members of its settings.
    const settings = ['url', 'headers', 'config', 'name', 'apiKey', 'client', 'distributedTracing'];
    const missing = named.filter((name) => !settings.includes(name) && !(name in graph));
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(35);
  });
});

describe('endpoints', () => {
  const [A, T] = ['a', 't'];
  /** The call of each row. */
  const calls: Record<string, (client: GraphClient) => Promise<unknown>> = {
    'assistants.getGraph(id, { xray })': ({ assistants }) => assistants.getGraph(A, { xray: true }),
    'threads.getState(id, null, { subgraphs })': ({ threads }) =>
      threads.getState(T, null, { subgraphs: true }),
    'threads.getState(id, checkpoint, { subgraphs })': ({ threads }) =>
      threads.getState(T, { checkpoint_id: 'c', checkpoint_ns: 'n' }, { subgraphs: true }),
    'threads.getHistory(id, { metadata, before, limit })': ({ threads }) =>
      threads.getHistory(T, { metadata: {}, before: 'c', limit: 1 }),
    'threads.updateState(id, { values, asNode })': ({ threads }) =>
      threads.updateState(T, { values: {}, asNode: 'n' }),
    'runs.stream(threadId, id, payload)': ({ runs }) => runs.stream(T, A, {}).runId,
    'runs.stream(null, id, payload)': ({ runs }) => runs.stream(null, A, {}).runId,
    'assistants.search({ limit, offset })': ({ assistants }) => assistants.search({ limit: 1, offset: 1 }),
    'threads.create()': ({ threads }) => threads.create(),
    'runs.create(threadId, id, { webhook })': ({ runs }) => runs.create(T, A, { webhook: 'http://h/' }),
    'crons.createForThread(threadId, id, { webhook })': ({ crons }) =>
      crons.createForThread(T, A, { schedule: '* * * * *', webhook: 'http://h/' }),
    'runs.wait(threadId, id, { webhook })': ({ runs }) => runs.wait(T, A, { webhook: 'http://h/' }),
    'crons.create(id, { webhook })': ({ crons }) =>
      crons.create(A, { schedule: '* * * * *', webhook: 'http://h/' }),
    'runs.wait(null, id, { webhook })': ({ runs }) => runs.wait(null, A, { webhook: 'http://h/' }),
  };
  const rows = table('### Endpoints').map(([left, here]) => [first(left), first(here)] as const);

  it('every endpoint of the API description has a row', () => {
    expect(rows.map(([, here]) => here).toSorted()).toEqual(Object.keys(calls).toSorted());
    expect(rows).toHaveLength(14);
  });

  it.each(rows)('%s is %s', async (endpoint, here) => {
    const to = createScriptedClient('hosted', ({ path }) =>
      path.endsWith('/stream')
        ? new Response('', {
            headers: { 'content-type': 'text/event-stream', 'content-location': '/runs/r' },
          })
        : {
            run_id: 'r',
            thread_id: T,
            nodes: [],
            edges: [],
            values: {},
            checkpoint: {},
            cron_id: 'c',
            status: 'idle',
          },
    );
    // The response is not checked: lists and records differ.
    await calls[here]?.(to.client).catch(() => null);
    const route = endpoint.replace('{assistant_id}', A).replace('{thread_id}', T);
    expect(to.sent.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)).toContain(route);
    const webhook = /webhook/.test(here) ? { webhook: 'http://h/' } : {};
    expect(to.sent.find(({ method }) => method === endpoint.split(' ')[0])?.body ?? {}).toMatchObject(
      webhook,
    );
  });
});

describe('members of a run payload', () => {
  const payload = {
    input: { n: 1 },
    metadata: { a: 1 },
    config: { configurable: { b: 2 } },
    multitaskStrategy: 'enqueue',
    streamMode: ['values', 'events'],
    interruptBefore: '*',
    interruptAfter: ['n'],
    streamSubgraphs: true,
    webhook: 'http://h/',
  } as const;
  const rows = table("### Members of a run's body");

  it('each has a row, our name, and the name in the API', async () => {
    const members = ['assistant_id', 'input', 'metadata', 'config', 'multitask_strategy', 'stream_mode'];
    members.push('interrupt_before', 'interrupt_after', 'subgraphs', 'webhook');
    expect(rows.map(([left]) => first(left))).toEqual(members);
    const to = createScriptedClient('hosted', () => ({ run_id: 'r', thread_id: 't' }));
    await to.client.runs.create('t', 'a', payload);
    const body = to.sent[0]?.body as Record<string, unknown>;
    for (const [left, here, wire] of rows.slice(1)) {
      expect([first(left), body[first(wire)]]).toMatchObject([
        first(left),
        (payload as Record<string, unknown>)[first(here)],
      ]);
    }
    expect(body['assistant_id']).toBe('a');
  });
});
