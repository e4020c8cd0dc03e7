import { randomUUID } from 'node:crypto';
import { Client } from '@langchain/langgraph-sdk';
import { Command } from '@langchain/langgraph';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { RemoteGraph } from 'remote-graph-client';
import { createRuns, type Runs } from '../../services/runs/create-runs.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { startRealServer, type RealServer } from './real-server.ts';
import { differing } from './server-differences.ts';
import { readState } from '../../services/threads/read-state.ts';
import { toolsRunAgain } from '../../shared/tools-run-again.ts';
import { clientsFor } from '../services/clients-for.ts';
import { createLocalPlatform, type LocalPlatform } from '../services/local-platform.ts';
import type { RunModel } from '../../renderer/runs/model/run-model.ts';
import { createRunLogStore, type RunLogSnapshot } from '../../renderer/runs/model/run-log-store.ts';
import { nodesOfRun } from '../renderer/run-nodes.ts';
import { slowness } from '../slowness.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let server: RealServer;
let platform: LocalPlatform;
let newcomerPlatform: LocalPlatform;
let runs: Runs;
/** The runs of a studio that sees them later. */
let newcomer: Runs;
let client: GraphClient;
let app: Client;
beforeAll(async () => {
  server = await startRealServer({ deep: true });
  platform = await createLocalPlatform();
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  const clients = clientsFor(server.url);
  runs = createRuns({ clients, platform, webhooks: { reserve } });
  newcomerPlatform = await createLocalPlatform();
  newcomer = createRuns({ clients, platform: newcomerPlatform, webhooks: { reserve } });
  client = new GraphClient({ url: server.url, apiKey: null });
  app = new Client({ apiUrl: server.url, apiKey: null });
});
afterAll(async () => {
  await Promise.all([runs.stop(), newcomer.stop()]);
  await Promise.all([platform.dispose(), newcomerPlatform.dispose()]);
  await server.stop();
});

/** Follows a run to its end, as a window does. */
async function follow(threadId: string, runId: string, reader = runs): Promise<RunLogSnapshot> {
  const key = { connectionId, threadId, runId };
  const store = createRunLogStore(key);
  for await (const batch of reader.streams['runs.follow'](key, signal)) store.take(batch);
  return store.get();
}

/** The run that an application starts with the official SDK. */
async function startByApp(): Promise<{ readonly threadId: string; readonly runId: string }> {
  const { thread_id: threadId } = await app.threads.create();
  const thread = app.threads.stream(threadId, { assistantId: 'deep' });
  const { run_id: runId } = await thread.submitRun({ input });
  await thread.close();
  return { threadId, runId: String(runId) };
}

const input = { messages: [{ role: 'user', content: 'What is the answer?' }] };
const approval = { decisions: [{ type: 'approve' }] };

async function pendingInterrupt(threadId: string): Promise<string> {
  const { tasks = [] } = await client.threads.getState(threadId);
  return String(tasks.flatMap(({ interrupts = [] }) => interrupts)[0]?.id);
}

/** Who said what, for how many tokens. */
function transcriptOf({ messages }: RunModel): readonly unknown[][] {
  return messages.keys().map((key) => {
    const message = messages.get(key);
    const { type, text, toolCalls, usage } = message ?? {};
    return [type, text, toolCalls?.map(({ name }) => name).join(' '), usage?.total ?? null];
  });
}

const research = [
  ['ai', 'I look it up.', 'look_up', 15],
  ['tool', 'the answer: 42', '', null],
  ['ai', 'It is 42.', '', 15],
];
const files = differing('deepAgentFile');
const transcript = [
  ['human', 'What is the answer?', '', null],
  ['ai', 'I make a plan.', 'write_todos', 15],
  ['ai', 'I ask two researchers.', 'task task', 15],
  ...research,
  ...research,
  ['tool', 'It is 42.', '', null],
  ['tool', 'It is 42.', '', null],
  ['ai', 'The clerk sends it, and I note it.', 'task write_file', 15],
  ['tool', files, '', null],
  ['ai', 'I weigh it.', 'weigh', 15],
  ['tool', '20 g', '', null],
  ['ai', 'I send it.', 'send_letter', 15],
];
const sorted = (list: readonly unknown[]): string[] => list.map((each) => JSON.stringify(each)).toSorted();

/** Milliseconds from the first values of a thread's only run to the last ones, by the server's clock. */
async function spanOf(threadId: string): Promise<number> {
  const stop = new AbortController();
  // All of a run that has ended comes at once.
  const stopAfter = (ms: number): NodeJS.Timeout => setTimeout(() => stop.abort(), ms);
  let timer = stopAfter(10_000 * slowness());
  const times: number[] = [];
  try {
    // The Python server gives events that it makes itself the time of their replay.
    const query = { channels: ['values'] };
    for await (const { params } of client.threads.events(threadId, query, { signal: stop.signal })) {
      clearTimeout(timer);
      timer = stopAfter(500 * slowness());
      if (params.timestamp !== undefined) times.push(params.timestamp);
    }
  } catch {
    // The stream never ends by itself.
  }
  clearTimeout(timer);
  return Math.max(...times) - Math.min(...times);
}

it('a run that an application starts with the official SDK is followed with its messages, tools, tokens and sub-agents', async () => {
  const { threadId, runId } = await startByApp();
  const { model, end } = await follow(threadId, runId);
  expect(end).toMatchObject({ outcome: 'interrupted', incomplete: false });
  // The order of what happens at the same time differs.
  expect(sorted(transcriptOf(model).filter(([, text]) => !isAboutTodos(text)))).toEqual(sorted(transcript));
  expect(model.messages.usage()?.total).toBe(9 * 15);
  expect(nodesOfRun(model).get('tools')?.status).toBe(differing('nodeThatAsks'));
  const agents = model.agents
    .snapshot()
    .subgraphs.map(({ name, callerId, status }) => [name, callerId, status]);
  expect(agents).toEqual([
    ['researcher', 'tools', 'finished'],
    ['researcher', 'tools', 'finished'],
    ['clerk', 'tools', 'stopped'],
  ]);
});

it('a replay of such a run takes as long as the run did, by the clock of its server', async () => {
  const { threadId, runId } = await startByApp();
  await expect.poll(async () => (await client.runs.get(threadId, runId)).status).toBe('success');
  const { model } = await follow(threadId, runId, newcomer);
  const spanMs = await spanOf(threadId);
  expect(spanMs).toBeGreaterThan(50);
  expect(model.lastMs()).toBeGreaterThan(spanMs * 0.8);
  expect(model.lastMs()).toBeLessThan(spanMs * 1.2 + 100);
});

it('an answer of the application, and one of the studio, continue the run', async () => {
  const byApp = await startByApp();
  await follow(byApp.threadId, byApp.runId);
  const thread = app.threads.stream(byApp.threadId, { assistantId: 'deep' });
  const interruptId = await pendingInterrupt(byApp.threadId);
  await thread.respondInput({ namespace: [], interrupt_id: interruptId, response: approval });
  await thread.close();
  await expect.poll(async () => (await client.runs.list(byApp.threadId)).length).toBe(2);
  const newest = (await client.runs.list(byApp.threadId, { limit: 1 }))[0]?.run_id ?? '';
  const answered = await follow(byApp.threadId, newest);
  expect(answered.end?.outcome).toBe('finished');
  expect(JSON.stringify(transcriptOf(answered.model))).toContain('All is done.');

  const byStudio = await startByApp();
  await follow(byStudio.threadId, byStudio.runId);
  const trigger: RunTrigger = {
    kind: 'resume',
    answers: [
      { interruptId: await pendingInterrupt(byStudio.threadId), valueText: JSON.stringify(approval) },
    ],
    goto: [],
    updateText: null,
  };
  const { model, end } = await runHere(byStudio.threadId, 'deep', trigger);
  expect(end?.outcome).toBe('finished');
  expect(JSON.stringify(transcriptOf(model))).toContain('The letter is sent.');
});

/** Starts a run of stream modes in the studio and follows it. */
async function runHere(threadId: string, assistantId: string, trigger: RunTrigger): Promise<RunLogSnapshot> {
  const run = { connectionId, assistantId, threadId, checkpointId: null, checkpointNs: '', trigger };
  const request = { ...run, background: false, options: defaultRunOptions };
  const { runId } = await runs.calls['runs.start'](request, signal);
  return follow(threadId, runId);
}

it('the timeline draws a sub-agent inside the tool call that started it, also after an answer', async () => {
  const { thread_id: threadId } = await client.threads.create();
  const { model } = await runHere(threadId, 'deep', { kind: 'input', inputText: JSON.stringify(input) });
  const rows = model.timeline.rows();
  const called = rows
    .filter(({ nodeId }) => nodeId === 'tools')
    .map(({ calls, status }) => `${calls} ${status}`);
  expect(called.toSorted()).toEqual([
    'clerk waiting',
    'researcher finished',
    'researcher finished',
    'write_file finished',
    'write_todos finished',
  ]);
  for (const { taskId } of rows.filter(({ calls }) => calls === 'researcher')) {
    const inside = rows.filter(({ parentId }) => parentId === taskId);
    expect(inside.map(({ calls }) => calls)).toContain('look_up');
    expect(model.messages.usageOf(taskId)?.total).toBe(30);
  }
  const { interrupts } = await readState(client, threadId, null, signal);
  expect(interrupts).toMatchObject([{ nodeId: 'tools', toolCalls: [{ tool: 'task', agent: 'clerk' }] }]);
  const answered = await runHere(threadId, 'deep', {
    kind: 'resume',
    answers: [{ interruptId: interrupts[0]?.id ?? null, valueText: JSON.stringify(approval) }],
    goto: [],
    updateText: null,
  });
  expect(answered.end?.outcome).toBe('finished');
  const after = answered.model.timeline.rows().filter(({ nodeId }) => nodeId === 'tools');
  expect(after.map(({ calls, status }) => `${calls} ${status}`)).toEqual(['clerk finished']);
});

it('an answer to a tool that shares its task runs the finished tools of this task again, as was said', async () => {
  const { thread_id: threadId } = await client.threads.create();
  const chargesOf = async (): Promise<number> => {
    const { values } = await client.threads.getState(threadId);
    const [, times = '0'] = /charged (\d+)/.exec(JSON.stringify(values)) ?? [];
    return Number(times);
  };
  await runHere(threadId, 'toolbox', { kind: 'input', inputText: JSON.stringify(input) });
  const { interrupts } = await readState(client, threadId, null, signal);
  expect(interrupts.map(toolsRunAgain)).toEqual([
    'An answer runs these tools again from the start: charge, confirm.',
  ]);
  const answers = [{ interruptId: interrupts[0]?.id ?? null, valueText: 'true' }];
  await runHere(threadId, 'toolbox', { kind: 'resume', answers, goto: [], updateText: null });
  expect(await chargesOf()).toBe(2);
});

it('v3 events of a resumed run are those of this run, and end with its own end', async () => {
  const threadId = randomUUID();
  const events: string[] = [];
  const remote = new RemoteGraph('deep', { url: server.url, apiKey: null });
  const config = { version: 'v3', configurable: { thread_id: threadId } } as const;
  const namesOf = async (value: unknown): Promise<string> => {
    events.length = 0;
    for await (const { method, params } of await remote.streamEvents(value, config)) {
      const name = method === 'lifecycle' && params.namespace.length === 0 ? params.data : null;
      if (name !== null) events.push(String((name as { readonly event: unknown }).event));
    }
    return events.join(' ');
  };
  expect(await namesOf(input)).toBe('running interrupted');
  const resume = { [await pendingInterrupt(threadId)]: approval };
  expect(await namesOf(new Command({ resume }))).toBe('running completed');
});

function isAboutTodos(text: unknown): boolean {
  return String(text).startsWith('Updated todo list');
}
