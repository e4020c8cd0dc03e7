import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient, type WireObject } from 'remote-graph-client/client';
import { createRunLogStore } from '../../renderer/runs/model/run-log-store.ts';
import { createRuns, type Runs } from '../../services/runs/create-runs.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import { clientsFor } from '../services/clients-for.ts';
import { createLocalPlatform, type LocalPlatform } from '../services/local-platform.ts';
import { startRealServer, type RealServer } from './real-server.ts';
import type { TestServer } from './test-server.ts';
import { slowness } from '../slowness.ts';

const { signal } = new AbortController();

interface Side {
  readonly server: RealServer;
  readonly client: GraphClient;
  readonly platform: LocalPlatform;
  readonly runs: Runs;
}

let sides: readonly [Side, Side];

async function startSide(kind: TestServer): Promise<Side> {
  const server = await startRealServer({ all: true, server: kind });
  const platform = await createLocalPlatform();
  const clients = clientsFor(server.url);
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  const runs = createRuns({ clients, platform, webhooks: { reserve } });
  return { server, platform, runs, client: new GraphClient({ url: server.url, apiKey: null }) };
}

beforeAll(async () => {
  sides = await Promise.all([startSide('javascript'), startSide('python')]);
});

afterAll(async () => {
  for (const { runs, platform, server } of sides) {
    await runs.stop();
    await platform.dispose();
    await server.stop();
  }
});

interface Case {
  readonly graph: string;
  readonly input: WireObject;
  /** What interrupts are answered with; each run answers all that wait. */
  readonly answer?: unknown;
}

const instant = { pace: 0 };
const cases: readonly Case[] = [
  { graph: 'writer', input: { text: 'a' }, answer: true },
  { graph: 'broken', input: {} },
  { graph: 'slow', input: { waitMs: 10 } },
  { graph: 'talk', input: { conversation: [{ type: 'human', content: 'Hi', id: 'm1' }] } },
  {
    graph: 'helpdesk',
    input: { messages: [{ type: 'human', content: 'Hi', id: 'm1' }], ask: true },
    answer: 'go',
  },
  { graph: 'panel', input: { topic: 'x' }, answer: 'yes' },
  { graph: 'board', input: { topic: 'x' }, answer: 'yes' },
  { graph: 'retried', input: { id: 'parity', failures: 1 } },
  { graph: 'calledTwice', input: {} },
  { graph: 'offer', input: { topic: 'x' }, answer: 1 },
  { graph: 'contract', input: { topic: 'x' }, answer: 1 },
  { graph: 'bids', input: {}, answer: 1 },
  { graph: 'cached', input: { text: 'a' } },
  { graph: 'ownCheckpointer', input: { text: 'a' } },
  { graph: 'demo-writer', input: { ...instant, topic: 'Notes' }, answer: { approved: true } },
  {
    graph: 'demo-support',
    input: { ...instant, messages: [{ type: 'human', content: 'Order 4712?', id: 'm1' }] },
  },
  { graph: 'demo-fanout', input: instant, answer: { approved: true, note: 'ok' } },
  { graph: 'demo-broken', input: instant },
  { graph: 'demo-broken', input: { ...instant, how: 'jump' } },
  { graph: 'demo-ledger', input: instant },
  { graph: 'demo-desk', input: instant, answer: 'fine' },
  { graph: 'demo-agent', input: { ...instant, messages: [{ type: 'human', content: 'Bread?', id: 'm1' }] } },
  { graph: 'demo-judge', input: instant },
  { graph: 'demo-judge', input: { ...instant, reference: null }, answer: 0.5 },
  { graph: 'demo-survey', input: { ...instant, households: 5, absent: 2 } },
];

const allParts = ['picture', 'history', 'timeline', 'answers'] as const;
type Part = (typeof allParts)[number];

interface KnownDifference {
  readonly graph: string;
  /** Of these inputs of the graph; all if it is left out. */
  readonly input?: WireObject;
  readonly parts: readonly Part[];
  readonly why: string;
}

/** What the servers do differently with a graph, and why. Such a part has to be different: one that is equal again fails. */
const differences: readonly KnownDifference[] = [
  {
    graph: 'broken',
    parts: ['timeline'],
    why: 'A failed task has its error in the events of the Python server, and none in those of the JavaScript server.',
  },
  { graph: 'demo-broken', input: instant, parts: ['timeline'], why: 'The same.' },
  {
    graph: 'board',
    parts: ['timeline', 'answers'],
    why: 'The JavaScript server needs a run for each answer to a subgraph, the Python server takes all at once.',
  },
  {
    graph: 'demo-desk',
    parts: ['picture', 'history', 'timeline', 'answers'],
    why: 'The same, and the JavaScript server never opens a subgraph with a single node.',
  },
  {
    graph: 'calledTwice',
    parts: ['picture'],
    why: 'Python finds the subgraph that a function of the node calls, and draws it.',
  },
  { graph: 'ownCheckpointer', parts: ['picture'], why: 'The same.' },
  {
    graph: 'contract',
    parts: ['picture'],
    why: 'The JavaScript server never opens a subgraph with a single node.',
  },
  {
    graph: 'demo-fanout',
    parts: ['history'],
    why: 'Before a node that waits for several others, next is empty in the history of the Python server.',
  },
];

/** What was seen of one graph on one server, without what differs at every run. */
type Seen = Readonly<Record<Part, unknown>>;

async function see({ client, runs }: Side, { graph, input, answer }: Case): Promise<Seen> {
  const { thread_id: threadId } = await client.threads.create({ graphId: graph });
  const timeline: unknown[] = [];
  const answers: unknown[] = [];
  let trigger: RunTrigger = { kind: 'input', inputText: JSON.stringify(input) };
  // A graph that asks again and again would not end.
  for (let round = 0; round < 4; round += 1) {
    timeline.push(await timelineOf(runs, graph, threadId, trigger));
    const { tasks = [] } = await client.threads.getState(threadId, { subgraphs: true });
    const waiting = tasks.flatMap((task) => task.interrupts ?? []);
    answers.push(sorted(waiting.map(({ value }) => plain(value))));
    const ids = new Set(waiting.flatMap(({ id }) => id ?? []));
    if (ids.size === 0 || answer === undefined) break;
    trigger = {
      kind: 'resume',
      answers: [...ids].map((interruptId) => ({ interruptId, valueText: JSON.stringify(answer) })),
      goto: [],
      updateText: null,
    };
  }
  const history = await client.threads.getHistory(threadId, { limit: 50 });
  return {
    picture: pictureOf(await client.assistants.getGraph(graph, { xray: true })),
    history: history.map(({ values, next, metadata, tasks = [] }) => ({
      values: plain(values),
      next: sorted(next ?? []),
      source: metadata?.['source'],
      step: metadata?.['step'],
      tasks: sorted(tasks.map(({ name }) => name)),
    })),
    timeline,
    answers,
  };
}

/** The rows of a run, with what each task read and wrote. */
async function timelineOf(
  runs: Runs,
  assistantId: string,
  threadId: string,
  trigger: RunTrigger,
): Promise<unknown> {
  const run = { connectionId: 'real', assistantId, threadId, checkpointId: null, checkpointNs: '', trigger };
  const request = { ...run, background: false, options: defaultRunOptions };
  const { runId } = await runs.calls['runs.start'](request, signal);
  const key = { connectionId: 'real', threadId, runId };
  const store = createRunLogStore(key);
  for await (const batch of runs.streams['runs.follow'](key, signal)) store.take(batch);
  const { model, end, frames } = store.get();
  const memberAt = (seq: number | null, member: string): unknown => {
    const text = seq === null ? undefined : frames.frame(seq)?.text;
    return text === undefined ? null : plain((JSON.parse(text) as WireObject)[member]);
  };
  const rows = model.timeline.rows().map(({ nodeId, status, superstep, error, startSeq, resultSeq }) => ({
    nodeId,
    status,
    superstep,
    error,
    input: memberAt(startSeq, 'input'),
    result: status === 'finished' ? memberAt(resultSeq, 'result') : null,
  }));
  return { outcome: end?.outcome, error: end?.error, rows: sorted(rows) };
}

function pictureOf({
  nodes,
  edges,
}: Awaited<ReturnType<GraphClient['assistants']['getGraph']>>): Readonly<Record<'nodes' | 'edges', unknown>> {
  return {
    nodes: nodes.map(({ id }) => String(id)).toSorted(),
    edges: edges
      .map(({ source, target, conditional, data }) =>
        [source, target, conditional === true, data ?? null].join(' '),
      )
      .toSorted(),
  };
}

/** Members that each server adds on its own, and that say the same when they are empty. */
const ownNames = new Set([
  'metadata',
  'additional_kwargs',
  'response_metadata',
  'usage_metadata',
  'tool_call_chunks',
  'remaining_steps',
]);

/** A value without generated ids, empty members and members of the server. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'string') {
    return value
      .replace(/^(lc_)?run-.*|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'id')
      .replace(/\([0-9a-f]{6}\)/, '');
  }
  if (typeof value !== 'object' || value === null) return value;
  const isMessage = 'content' in value && 'type' in value;
  const members = Object.entries(value).filter(([key, member]) => {
    if (!isMessage) return !ownNames.has(key);
    const isEmpty = member === null || (Array.isArray(member) && member.length === 0);
    return (
      !ownNames.has(key) &&
      key !== 'id' &&
      key !== 'name' &&
      key !== 'status' &&
      key !== 'artifact' &&
      !isEmpty
    );
  });
  return Object.fromEntries(
    members.map(([key, member]) => [key, plain(member)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Tasks of one superstep end in any order. */
function sorted(list: readonly unknown[]): unknown[] {
  return list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

describe('the servers of both languages', () => {
  it.each(cases)('show the same of $graph with $input', { timeout: 40_000 * slowness() }, async (each) => {
    const [javascript, python] = await Promise.all([see(sides[0], each), see(sides[1], each)]);
    const knownDifferences = differences
      .filter(({ graph, input = each.input }) => graph === each.graph && input === each.input)
      .flatMap(({ parts }) => parts);
    const equalParts = allParts.filter((part) => !knownDifferences.includes(part));
    const pick = (actual: Seen): unknown =>
      Object.fromEntries(equalParts.map((part) => [part, actual[part]]));
    expect(pick(python)).toEqual(pick(javascript));
    expect(knownDifferences.filter((part) => isDeepStrictEqual(python[part], javascript[part]))).toEqual([]);
  });
});
