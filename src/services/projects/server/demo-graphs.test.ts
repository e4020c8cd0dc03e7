import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { createTestDemoServer } from '../../../testing/services/demo-server.ts';
import type { LocalServer, LocalServerAccess } from './local-server.ts';
import { slowness } from '../../../testing/slowness.ts';

let platform: LocalPlatform;
let server: LocalServer;
let access: LocalServerAccess;

beforeAll(async () => {
  platform = await createLocalPlatform();
  server = createTestDemoServer(platform);
  server.start();
  access = await server.access();
});
afterAll(async () => {
  await server.stop();
  await platform.dispose();
});

const Interrupt = z.object({ id: z.string(), value: z.looseObject({}) });
const State = z.object({
  values: z.record(z.string(), z.unknown()),
  next: z.array(z.string()),
  tasks: z.array(
    z.object({ name: z.string(), error: z.unknown().nullable(), interrupts: z.array(Interrupt) }),
  ),
});
const Drawn = z.object({
  nodes: z.array(z.object({ id: z.string() })),
  edges: z.array(
    z.object({
      source: z.string(),
      target: z.string(),
      conditional: z.boolean(),
      data: z.string().optional(),
    }),
  ),
});
/** A task with its interrupts, and the tasks of its subgraph. */
interface InterruptedTask {
  readonly name: string;
  readonly interrupts: readonly {
    readonly id: string;
    readonly value?: unknown;
    readonly response_schema?: unknown;
  }[];
  readonly state?: { readonly tasks: readonly InterruptedTask[] } | null | undefined;
}
const Schema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.looseObject({ description: z.string(), default: z.unknown() })),
});

async function request(path: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${access.url}${path}`, {
    headers: {
      authorization: `Bearer ${access.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text;
}

async function newThread(): Promise<string> {
  return z.object({ thread_id: z.string() }).parse(JSON.parse(await request('/threads', {}))).thread_id;
}

async function run(threadId: string, graph: string, body: object): Promise<void> {
  await request(`/threads/${threadId}/runs/wait`, { assistant_id: graph, ...body });
}

const stateOf = async (threadId: string): Promise<z.output<typeof State>> =>
  State.parse(JSON.parse(await request(`/threads/${threadId}/state`)));

const drawn = async (graph: string, xray: boolean): Promise<z.output<typeof Drawn>> =>
  Drawn.parse(JSON.parse(await request(`/assistants/${graph}/graph?xray=${xray}`)));

async function settledWith(graph: string, input: object): Promise<z.output<typeof State>> {
  const threadId = await newThread();
  await run(threadId, graph, { input: { pace: 0, ...input } });
  return stateOf(threadId);
}

describe.concurrent('every graph', { timeout: 30_000 * slowness() }, () => {
  const graphs = ['writer', 'support', 'agent', 'fanout', 'survey', 'broken', 'ledger', 'judge', 'desk'];

  it('is registered, and no other one', async () => {
    const parsed = z
      .array(z.object({ name: z.string() }))
      .parse(JSON.parse(await request('/assistants/search', {})));
    expect(parsed.map(({ name }) => name).toSorted()).toEqual(graphs.toSorted());
  });

  it.each(graphs)('%s: its input has a description and a default for each key', async (graph) => {
    const schemas = z
      .object({ input_schema: Schema, state_schema: z.looseObject({ type: z.literal('object') }) })
      .parse(JSON.parse(await request(`/assistants/${graph}/schemas`)));
    const { properties } = schemas.input_schema;
    expect(properties['pace']).toMatchObject({ type: 'integer', minimum: 0 });
    for (const property of Object.values(properties)) {
      expect(property.description).not.toBe('');
      expect(property.default).toBeDefined();
    }
  });
});

describe.concurrent('writer', { timeout: 30_000 * slowness() }, () => {
  it('has three levels, and a loop with labels', async () => {
    const flat = await drawn('writer', false);
    expect(flat.nodes.map(({ id }) => id)).toEqual([
      '__start__',
      'plan',
      'write',
      'review',
      'publish',
      '__end__',
    ]);
    const whole = await drawn('writer', true);
    expect(whole.nodes.map(({ id }) => id)).toEqual([
      '__start__',
      'plan',
      'write:draft',
      'write:deep:polish',
      'write:deep:check',
      'review',
      'publish',
      '__end__',
    ]);
    expect(whole.edges.filter(({ conditional }) => conditional)).toEqual([
      { source: 'review', target: 'plan', data: 'again', conditional: true },
      { source: 'review', target: 'publish', data: 'approved', conditional: true },
    ]);
  });

  it('publishes after each answer that the documentation gives', async () => {
    const docs = join(import.meta.dirname, '../../../../docs');
    const answers = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => [
        ...readFileSync(join(docs, path), 'utf8').matchAll(/ run writer .*--resume '([^']+)'/g),
      ])
      .map(([, answer = '']) => answer);
    expect(answers.length).toBeGreaterThan(1);
    for (const resume of new Set(answers)) {
      const threadId = await newThread();
      await run(threadId, 'writer', { input: { pace: 0 } });
      await run(threadId, 'writer', { command: { resume: JSON.parse(resume) } });
      expect({ resume, next: (await stateOf(threadId)).next }).toEqual({ resume, next: [] });
    }
  });

  it('asks for approval, loops on request, and publishes', async () => {
    const threadId = await newThread();
    await run(threadId, 'writer', { input: { pace: 0 } });
    const first = await stateOf(threadId);
    expect(first.next).toEqual(['review']);
    const [interrupted] = first.tasks.flatMap(({ interrupts }) => interrupts);
    expect(interrupted?.value).toMatchObject({
      question: 'Publish "November release"?',
      text: expect.stringContaining('## Highlights'),
      checks: [expect.stringContaining('words'), 'every change is mentioned'],
      revision: 1,
    });

    const answer = (value: unknown, id = interrupted?.id ?? ''): object => ({
      command: { resume: { [id]: value } },
    });
    await run(threadId, 'writer', answer({ approved: false, note: 'mention the speed' }));
    const second = await stateOf(threadId);
    expect(second.next).toEqual(['review']);
    expect(second.values).toMatchObject({ revision: 2, text: expect.stringContaining('mention the speed') });

    const [interruptedAgain] = second.tasks.flatMap(({ interrupts }) => interrupts);
    await run(threadId, 'writer', answer({ approved: true }, interruptedAgain?.id));
    const last = await stateOf(threadId);
    expect(last.next).toEqual([]);
    expect(last.values).toMatchObject({
      approved: true,
      published: { address: 'https://example.com/releases/november-release', revision: 2 },
    });
    // Lines of the subgraphs are in the outer log once each.
    expect(
      z
        .array(z.string())
        .parse(last.values['log'])
        .map((line) => line.split(':')[0]),
    ).toEqual([
      'plan',
      'draft',
      'polish',
      'check',
      'review',
      'plan',
      'draft',
      'polish',
      'check',
      'review',
      'publish',
    ]);
  });

  it('a cancelled run ends in the middle of a slow node', async () => {
    const threadId = await newThread();
    const response = await request(`/threads/${threadId}/runs`, {
      assistant_id: 'writer',
      input: { pace: 60_000 },
    });
    const { run_id: runId } = z.object({ run_id: z.string() }).parse(JSON.parse(response));
    await request(`/threads/${threadId}/runs/${runId}/cancel?wait=1`, {});
    const read = z
      .object({ status: z.string() })
      .parse(JSON.parse(await request(`/threads/${threadId}/runs/${runId}`)));
    expect(read.status).toBe('interrupted');
  });
});

describe.concurrent('support', { timeout: 30_000 * slowness() }, () => {
  it('streams tokens with their usage, calls its tool once, and answers from its result', async () => {
    const threadId = await newThread();
    const text = await request(`/threads/${threadId}/runs/stream`, {
      assistant_id: 'support',
      input: { pace: 0 },
      stream_mode: ['messages-tuple'],
    });
    const chunks = [...text.matchAll(/^data: (\[.*)$/gm)].map(([, data = '[]']) =>
      z
        .looseObject({ type: z.string(), content: z.unknown() })
        .parse(z.array(z.unknown()).parse(JSON.parse(data))[0]),
    );
    expect(chunks.filter(({ type }) => type === 'ai').length).toBeGreaterThan(40);
    const usage = chunks.flatMap((chunk) => (chunk['usage_metadata'] ? [chunk['usage_metadata']] : []));
    expect(usage).toHaveLength(2);
    expect(usage[1]).toMatchObject({ total_tokens: expect.any(Number) });

    const { values } = await stateOf(threadId);
    const messages = z
      .array(z.looseObject({ type: z.string(), content: z.string() }))
      .parse(values['messages']);
    expect(messages.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'ai']);
    expect(messages[1]?.['tool_calls']).toMatchObject([
      { name: 'look_up_order', args: { order_id: '4711' } },
    ]);
    expect(messages[3]?.content).toContain('Order 4711 (Walnut desk, 140 cm)');
  });

  it('continues the conversation', async () => {
    const threadId = await newThread();
    await run(threadId, 'support', {
      input: { pace: 0, messages: [{ type: 'human', content: 'Where is my order?' }] },
    });
    await run(threadId, 'support', {
      input: { pace: 0, messages: [{ type: 'human', content: 'It is 4712.' }] },
    });
    const { values } = await stateOf(threadId);
    const messages = z
      .array(z.looseObject({ type: z.string(), content: z.string() }))
      .parse(values['messages']);
    expect(messages.map(({ type }) => type)).toEqual(['human', 'ai', 'human', 'ai', 'tool', 'ai']);
    expect(messages.at(-1)?.content).toContain('delivered order 4712');
  });
});

describe.concurrent('fanout', { timeout: 30_000 * slowness() }, () => {
  it('runs a branch for each language and waits for two people at once', async () => {
    const threadId = await newThread();
    await run(threadId, 'fanout', { input: { pace: 0 } });
    const waiting = await stateOf(threadId);
    expect(Object.keys(z.looseObject({}).parse(waiting.values['translations']))).toHaveLength(4);
    expect(waiting.next.toSorted()).toEqual(['legal', 'support_lead']);
    const pending = waiting.tasks.flatMap(({ interrupts }) => interrupts);
    expect(pending).toHaveLength(2);

    const [first, second] = pending;
    await run(threadId, 'fanout', { command: { resume: { [first?.id ?? '']: { approved: true } } } });
    // The server still lists the answered interrupt among the tasks; only `next` shows that it was answered.
    expect(await stateOf(threadId)).toMatchObject({ next: ['support_lead'], values: { sent: false } });
    await run(threadId, 'fanout', {
      command: { resume: { [second?.id ?? '']: { approved: true, note: 'fine' } } },
    });
    const done = await stateOf(threadId);
    expect(done.next).toEqual([]);
    expect(done.values).toMatchObject({
      sent: true,
      answers: { legal: { approved: true }, support_lead: { approved: true } },
    });
  });
});

describe.concurrent('desk', { timeout: 30_000 * slowness() }, () => {
  it('raises every kind of interrupt at once, at three levels, and stores each answer unchanged', async () => {
    const threadId = await newThread();
    await run(threadId, 'desk', { input: { pace: 0 } });
    const Nested: z.ZodType<InterruptedTask> = z.lazy(() =>
      z.object({
        name: z.string(),
        interrupts: z.array(
          z.looseObject({ id: z.string(), value: z.unknown(), response_schema: z.unknown().optional() }),
        ),
        state: z.object({ tasks: z.array(Nested) }).nullish(),
      }),
    );
    const { tasks } = z
      .object({ tasks: z.array(Nested) })
      .parse(JSON.parse(await request(`/threads/${threadId}/state?subgraphs=true`)));
    const leaves = (level: readonly InterruptedTask[]): InterruptedTask[] =>
      level.flatMap((task) => (task.state ? leaves(task.state.tasks) : [task]));
    const interrupted = new Map(leaves(tasks).map(({ name, interrupts }) => [name, interrupts[0]]));
    expect([...interrupted.keys()].toSorted()).toEqual(['law', 'mail', 'payment', 'remark', 'tax', 'trip']);
    expect(interrupted.get('payment')?.value).toMatchObject([
      { action_request: { action: 'pay_invoice' } },
      { action_request: { action: 'close_order' } },
    ]);
    expect(interrupted.get('mail')?.value).toMatchObject({
      action_requests: [{}, {}],
      review_configs: [{}, {}],
    });
    expect(interrupted.get('trip')?.response_schema).toMatchObject({
      properties: { days: { type: 'integer' } },
    });

    const input = {
      payment: [{ type: 'accept', args: null }],
      mail: false,
      trip: { city: 'Oslo', days: 3, insured: false, speed: 'fast' },
      remark: 0,
      tax: '',
      law: null,
    };
    const resume = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [interrupted.get(name)?.id, value]),
    );
    await run(threadId, 'desk', { command: { resume } });
    expect(await stateOf(threadId)).toMatchObject({ next: [], values: { answers: input } });
  });
});

describe.concurrent('broken', { timeout: 30_000 * slowness() }, () => {
  it('has a node that fails', async () => {
    const { next, tasks } = await settledWith('broken', {});
    expect(next).toEqual(['charge_card']);
    expect(JSON.stringify(tasks[0]?.error)).toContain('The card was declined');
  });

  it('has a router that names an edge that it did not declare', async () => {
    const { tasks } = await settledWith('broken', { how: 'stray' });
    expect(tasks.map(({ name }) => name)).toEqual(['sort_out']);
    expect(JSON.stringify(tasks[0]?.error)).toContain('unknown or null destination');
  });

  it('can follow an edge that is not in its drawing', async () => {
    const { edges } = await drawn('broken', true);
    expect(edges.filter(({ source, target }) => source === 'sort_out' && target === 'notify')).toEqual([]);
    const { values } = await settledWith('broken', { how: 'jump' });
    expect(values['log']).toContain('notify: told the customer');
  });
});

describe.concurrent('agent', { timeout: 30_000 * slowness() }, () => {
  const Message = z.looseObject({
    type: z.string(),
    tool_calls: z.array(z.object({ name: z.string() })).optional(),
  });

  it('plans, hands work to two sub-agents at once, and writes a file', async () => {
    const { values } = await settledWith('agent', {});
    const messages = z.array(Message).parse(values['messages']);
    expect(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ name }) => name))).toEqual([
      'write_todos',
      'task',
      'task',
      'write_file',
      'write_todos',
    ]);
    expect(values['todos']).toEqual(
      ['Find out about labels', 'Find out about parcels', 'Write the answer'].map((content) => ({
        content,
        status: 'completed',
      })),
    );
    expect(values['files']).toEqual({
      'bread-online.md': expect.stringContaining('# Bread online') as string,
    });
  });

  it('streams the steps of its sub-agents', async () => {
    const threadId = await newThread();
    const stream = await request(`/threads/${threadId}/runs/stream`, {
      assistant_id: 'agent',
      input: { pace: 0 },
      stream_mode: ['updates'],
      stream_subgraphs: true,
    });
    const namespaces = stream.match(/^event: updates\|tools:[^\s|]+(?:\|1)?$/gm) ?? [];
    expect(new Set(namespaces).size).toBe(2);
    expect(namespaces).toHaveLength(6);
  });
});

describe.concurrent('survey', { timeout: 30_000 * slowness() }, () => {
  it('asks forty households at once, and asks the absent ones again', async () => {
    const threadId = await newThread();
    const stream = await request(`/threads/${threadId}/runs/stream`, {
      assistant_id: 'survey',
      input: { pace: 0 },
      stream_mode: ['tasks'],
    });
    expect(stream.match(/"name":"ask"/g)).toHaveLength(80);
    const { values } = await stateOf(threadId);
    expect(values).toMatchObject({ total: 100 });
    expect(Object.keys(values['loaves'] as object)).toHaveLength(40);
  });
});

describe.concurrent('ledger', { timeout: 30_000 * slowness() }, () => {
  it('appends entries, keeps every script, and orders numeric keys as its server does', async () => {
    const threadId = await newThread();
    await run(threadId, 'ledger', { input: { pace: 0, count: 2 } });
    await run(threadId, 'ledger', { input: { pace: 0, count: 3, depth: 24 } });
    const { values } = await stateOf(threadId);
    expect(
      z
        .array(z.object({ no: z.int() }))
        .parse(values['entries'])
        .map(({ no }) => no),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(Object.keys(z.looseObject({}).parse(values['accounts']))).toEqual([
      '2',
      '10',
      '1001',
      '4000',
      'a-1',
      '007',
    ]);
    expect(values['names']).toMatchObject({
      ключ: 'Наталья',
      名前: '花子',
      '': 'the empty key',
      family: '👨‍👩‍👧‍👦',
    });
    expect(JSON.stringify(values['tree']).split('"level"')).toHaveLength(25);
    expect(values['text']).toBe('');
  });

  it('stores two million characters on request', async () => {
    const { values } = await settledWith('ledger', { big: true });
    expect(String(values['text'])).toHaveLength(2_000_000);
  });
});

describe('a restart of the server', () => {
  it('keeps every character', { timeout: 30_000 * slowness() }, async () => {
    const threadId = await newThread();
    await run(threadId, 'ledger', { input: { pace: 0, big: true, depth: 24 } });
    const before = await request(`/threads/${threadId}/state`);
    await server.restart();
    access = await server.access();
    expect(await request(`/threads/${threadId}/state`)).toBe(before);
  });

  it('loses no other thread when one state is unreadable', { timeout: 30_000 * slowness() }, async () => {
    const unaffectedId = await newThread();
    await server.restart();
    access = await server.access();
    const deepId = await newThread();
    await run(deepId, 'ledger', { input: { pace: 0 } });
    const tree = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown;
    await request(`/threads/${deepId}/state`, { values: { tree }, as_node: 'close' });

    await server.restart();
    access = await server.access();
    expect(JSON.parse(await request(`/threads/${unaffectedId}`))).toMatchObject({
      thread_id: unaffectedId,
    });
    const leave = new AbortController();
    for await (const { lines } of server.watch(leave.signal)) {
      const log = lines.map(({ text }) => text).join('\n');
      expect(log).toContain('.langgraphjs_ops.json could not be read (Maximum recursion depth');
      break;
    }
  });
});
