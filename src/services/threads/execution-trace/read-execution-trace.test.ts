import { expect, it } from 'vitest';
import { GraphClient } from '../../../remote-graph/client.ts';
import { readExecutionTrace } from './read-execution-trace.ts';
import { usualTraceLimits } from './read-levels.ts';

const { signal } = new AbortController();

/** A client whose threads have these checkpoints per namespace, newest first, each the child of the one after it. */
function clientWith(namespaces: Readonly<Record<string, readonly object[]>>) {
  const requested: string[] = [];
  const answer = (body: unknown): object[] => {
    const { limit, before, checkpoint } = body as Readonly<Record<string, unknown>>;
    const namespace = (checkpoint as { checkpoint_ns?: string } | undefined)?.checkpoint_ns ?? '';
    requested.push(`${namespace} ${before ?? 'newest'} ${limit}`);
    const rows = (namespaces[namespace] ?? []).map((row, at, all) => ({
      next: ['again'],
      tasks: [],
      metadata: { source: 'loop', run_id: 'r' },
      checkpoint: { checkpoint_id: String(all.length - at) },
      parent_checkpoint: at === all.length - 1 ? null : { checkpoint_id: String(all.length - at - 1) },
      ...row,
    }));
    const from =
      before === undefined ? 0 : rows.findIndex((row) => row.checkpoint.checkpoint_id === before) + 1;
    return rows.slice(from, from + Number(limit));
  };
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    // A request without a body asks for the server kind.
    fetch: async (_input, init) =>
      Response.json(
        typeof init?.body === 'string'
          ? answer(JSON.parse(init.body))
          : { langgraph_py_version: '1.2.12', flags: {} },
      ),
  });
  return { client, requested };
}

const task = (name: string, namespace: string | null = null) => ({
  id: name,
  name,
  error: null,
  interrupts: [],
  checkpoint: namespace === null ? null : { checkpoint_ns: namespace },
});

it('reads all pages, and the subgraphs of every task, innermost first', async () => {
  const { client } = clientWith({
    '': [{ next: [] }, { tasks: [task('write', 'write:1')] }],
    'write:1': [{ next: [] }, { tasks: [task('deep', 'write:1|deep:2')] }],
    'write:1|deep:2': [{ next: [] }, { tasks: [task('polish')] }],
  });
  const { steps, coverage } = await readExecutionTrace(client, 't', signal);
  expect(steps.map(({ container, tasks }) => [container, tasks[0]?.name])).toEqual([
    ['write:deep', 'polish'],
    ['write', 'deep'],
    ['', 'write'],
  ]);
  expect(coverage).toBe('whole');
});

it('stops at its limits and says so', async () => {
  const long = Array.from({ length: 7 }, () => ({ tasks: [task('sub', 'sub:1')] }));
  const { client, requested } = clientWith({ '': long, 'sub:1': [] });
  const few = await readExecutionTrace(client, 't', signal, {
    ...usualTraceLimits,
    checkpoints: 3,
    subgraphs: 5,
  });
  expect(few.coverage).toBe('limit');
  expect(requested).toEqual([' newest 3', 'sub:1 newest 3']);
  const flat = await readExecutionTrace(client, 't', signal, { ...usualTraceLimits, subgraphs: 0 });
  expect(flat.coverage).toBe('limit');
  expect(flat.steps).toHaveLength(6);
  const large = await readExecutionTrace(client, 't', signal, { checkpoints: 5, subgraphs: 9, text: 100 });
  expect(large.coverage).toBe('limit');
  expect(requested.at(-1)).toBe(' newest 5');
});

it('reports missing older checkpoints if the chain of parents is broken', async () => {
  const { client } = clientWith({
    '': [{ next: [] }, { tasks: [task('a')], parent_checkpoint: { checkpoint_id: 'gone' } }],
  });
  expect((await readExecutionTrace(client, 't', signal)).coverage).toBe('broken');
});

/** A call takes some 120,000 arguments. */
const moreThanArguments = 130_000;

it('U-7: reads a response with more items than a call can take arguments', async () => {
  const tasks = Array.from({ length: moreThanArguments }, (_, at) => task('write', `write:${at}`));
  const { client } = clientWith({ '': [{ tasks }] });
  const { coverage } = await readExecutionTrace(client, 't', signal, { ...usualTraceLimits, subgraphs: 2 });
  expect(coverage).toBe('limit');
});

it('U-7: reads the history of a server that ignores limits', async () => {
  const answer = Array.from({ length: moreThanArguments }, (_, at) => ({
    checkpoint: { checkpoint_id: `${at}` },
    metadata: { source: 'input' },
    next: [],
    tasks: [],
  }));
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (_input, init) =>
      Response.json(typeof init?.body === 'string' ? answer : { langgraph_py_version: '1.2.12', flags: {} }),
  });
  expect((await readExecutionTrace(client, 't', signal)).steps).toEqual([]);
});

it('keeps what the graphs around a sub-agent tell where its own history can not be read', async () => {
  const { client } = clientWith({
    '': [{ next: [] }, { tasks: [task('tools', 'tools:1')] }],
    'tools:1': [{ next: [] }, { tasks: [task('model')] }],
  });
  const broken = new GraphClient({
    url: 'http://127.0.0.1:1',
    reconnect: { attempts: 0 },
    fetch: async (_input, init) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      if (body.includes('tools:1'))
        return Response.json({ detail: 'Subgraph tools not found' }, { status: 500 });
      if (body === '') return Response.json({ langgraph_py_version: '1.2.12', flags: {} });
      return Response.json(await client.threads.getHistory('t', { limit: 100 }));
    },
  });
  const { steps, coverage } = await readExecutionTrace(broken, 't', signal);
  expect(steps.map(({ container, tasks }) => [container, tasks[0]?.name])).toEqual([['', 'tools']]);
  expect(coverage).not.toBe('whole');
});

it.each(['checkpoint', 'metadata', 'next', 'tasks'])(
  'is refused for checkpoints without %s, which would tell another order',
  async (member) => {
    const { client } = clientWith({ '': [{ [member]: undefined, created_at: 'now' }, {}] });
    await expect(readExecutionTrace(client, 't', signal)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(`have no ${member}`) as unknown,
    });
  },
);
