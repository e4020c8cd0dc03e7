import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberText } from '../../exact-json/members.ts';
import { framesOfBlock } from '../../shared/model/block-frames.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import { usualRunOptions, type RunBegin, type RunRequest } from '../../shared/model/run-request.ts';
import { everyThread } from '../../shared/model/thread-query.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { createLocalPlatform, type LocalPlatform } from '../../testing/local-platform.ts';
import { clientsFor } from '../../testing/stand-in-server-clients.ts';
import { createAssistants } from '../assistants/create-assistants.ts';
import { createLocalServer } from '../local-server/create-local-server.ts';
import type { LocalServer } from '../local-server/local-server.ts';
import { createRuns, type Runs } from '../runs/create-runs.ts';
import type { ServerClients } from '../server-clients.ts';
import { createThreads } from './create-threads.ts';

const { signal } = new AbortController();
const connectionId = 'demo';

let platform: LocalPlatform;
let server: LocalServer;
let clients: ServerClients;
let assistants: ReturnType<typeof createAssistants>['calls'];
let threads: ReturnType<typeof createThreads>['calls'];
let runs: Runs;
beforeAll(async () => {
  platform = await createLocalPlatform();
  server = createLocalServer({ platform });
  server.start();
  const access = await server.access();
  clients = clientsFor(access.url, { headers: { authorization: `Bearer ${access.token}` } });
  assistants = createAssistants({ clients }).calls;
  threads = createThreads({ clients }).calls;
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  runs = createRuns({ clients, webhooks: { reserve }, platform });
});
afterAll(async () => {
  await runs.stop();
  await server.stop();
  await platform.dispose();
});

async function newThread(graphId: string): Promise<string> {
  return (await threads['threads.create']({ connectionId, graphId, name: null }, signal)).threadId;
}

const stateAt = (threadId: string, checkpointId: string | null = null) =>
  threads['threads.state']({ connectionId, threadId, checkpointId }, signal);
const stateAtNs = (threadId: string, checkpointNs: string, checkpointId: string) =>
  threads['threads.state']({ connectionId, threadId, checkpointId, checkpointNs }, signal);
/** The whole history: heavy checkpoints come in small pages. */
async function historyOf(threadId: string, before: string | null = null): Promise<CheckpointSummary[]> {
  const page = await threads['threads.history']({ connectionId, threadId, before, limit: 50 }, signal);
  return [...page.checkpoints, ...(page.before === null ? [] : await historyOf(threadId, page.before))];
}

function start(graphId: string, threadId: string, begin: RunBegin, rest: Partial<RunRequest> = {}) {
  const asked = { connectionId, assistantId: graphId, threadId, checkpointId: null, checkpointNs: '', begin };
  return runs.calls['runs.start']({ ...asked, background: false, options: usualRunOptions, ...rest }, signal);
}

/** Runs to the end and tells how it ended and what it sent. */
async function run(graphId: string, threadId: string, begin: RunBegin, rest: Partial<RunRequest> = {}) {
  const { runId } = await start(graphId, threadId, begin, rest);
  return follow(threadId, runId);
}

async function follow(threadId: string, runId: string, from: Runs = runs) {
  const frames = [];
  let end = null;
  for await (const batch of from.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
    frames.push(...framesOfBlock(batch));
    end = batch.end;
  }
  return { runId, frames, end };
}

const input = (value: object): RunBegin => ({
  kind: 'input',
  inputText: JSON.stringify({ pace: 0, ...value }),
});
const answer = (interruptId: string | null | undefined, valueText: string): RunBegin => ({
  kind: 'resume',
  answers: [{ interruptId: interruptId ?? '', valueText }],
  goto: [],
  updateText: null,
});

describe('what ran on a thread of the demo server', () => {
  const observed = (threadId: string) => threads['threads.observed']({ connectionId, threadId }, signal);

  it('is told for every level of subgraphs, with the node that waits', async () => {
    const threadId = await newThread('writer');
    await run('writer', threadId, input({}));
    const { steps, reach } = await observed(threadId);
    expect(reach).toBe('whole');
    expect(
      steps.map(({ container, tasks }) => `${container}: ${tasks.map(({ name }) => name).join(', ')}`),
    ).toEqual([
      'write:deep: polish',
      'write:deep: check',
      'write: draft',
      'write: deep',
      ': plan',
      ': write',
      ': review',
    ]);
  });

  it('holds the jump that broken does not declare, and the tokens of support', async () => {
    const jumped = await newThread('broken');
    await run('broken', jumped, input({ how: 'jump' }));
    const last = (await observed(jumped)).steps.at(-1);
    expect(last?.tasks.map(({ name }) => name).toSorted()).toEqual(['notify', 'refund']);
    expect(last).toMatchObject({ after: 1, ends: true });

    const asked = await newThread('support');
    await run('support', asked, input({ messages: [{ role: 'user', content: 'Where is order 4711?' }] }));
    const { steps } = await observed(asked);
    const tokens = steps.flatMap(({ tasks }) => tasks.map((task) => [task.name, (task.tokens ?? 0) > 0]));
    expect(tokens).toEqual([
      ['receive', false],
      ['model', true],
      ['tools', false],
      ['model', true],
    ]);
  });
});

describe('history of the demo server', () => {
  const page = (threadId: string, rest: { checkpointNs?: string; metadataText?: string; limit?: number }) =>
    threads['threads.history']({ connectionId, threadId, before: null, limit: 50, ...rest }, signal);

  it('has the checkpoints of subgraphs in their own namespaces, level by level', async () => {
    const threadId = await newThread('writer');
    await run('writer', threadId, input({}));
    const root = await historyOf(threadId);
    const above = root.find(({ subgraphs }) => subgraphs !== undefined);
    expect(above).toMatchObject({ writers: ['plan'], subgraphs: [{ nodeId: 'write' }] });
    const checkpointNs = above?.subgraphs?.[0]?.checkpointNs ?? '';
    const inner = (await page(threadId, { checkpointNs })).checkpoints;
    expect(inner.map(({ writers }) => writers.join())).toEqual(['deep', 'draft', '', '']);
    const deepNs = inner[1]?.subgraphs?.[0]?.checkpointNs ?? '';
    expect(deepNs.startsWith(`${checkpointNs}|deep:`)).toBe(true);
    const first = await page(threadId, { checkpointNs: deepNs, limit: 2 });
    const rest = await threads['threads.history'](
      { connectionId, threadId, before: first.before, limit: 50, checkpointNs: deepNs },
      signal,
    );
    const deep = [...first.checkpoints, ...rest.checkpoints];
    expect(deep.map(({ writers }) => writers.join())).toEqual(['check', 'polish', '', '']);
    expect(await stateAtNs(threadId, deepNs, deep[1]?.checkpointId ?? '')).toMatchObject({ next: ['check'] });
  });

  it('is filtered by metadata on the server, and a text that is no object is refused', async () => {
    const threadId = await newThread('broken');
    await run('broken', threadId, input({ how: 'none' }));
    const found = await page(threadId, { metadataText: '{"source":"loop","step":1}' });
    expect(found.checkpoints).toMatchObject([{ source: 'loop', step: 1 }]);
    expect((await page(threadId, { metadataText: '{"source":"fork"}' })).checkpoints).toEqual([]);
    await expect(page(threadId, { metadataText: '[1]' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('assistants of the demo server', () => {
  it('lists one for each graph, made by the system', async () => {
    const list = await assistants['assistants.list']({ connectionId }, signal);
    expect(list.map(({ graphId }) => graphId).toSorted()).toEqual([
      'broken',
      'desk',
      'fanout',
      'ledger',
      'support',
      'writer',
    ]);
    expect(list.every(({ bySystem }) => bySystem)).toBe(true);
  });

  const graphOf = (assistantId: string): Promise<GraphShape> =>
    assistants['assistants.graph']({ connectionId, assistantId }, signal) as Promise<GraphShape>;

  it('draws all three levels of the writer, with containers and labels', async () => {
    const { nodes, edges, depth } = await graphOf('writer');
    expect(depth).toBe(2);
    expect(nodes.filter(({ kind }) => kind === 'subgraph').map(({ id }) => id)).toEqual([
      'write',
      'write:deep',
    ]);
    expect(nodes.find(({ id }) => id === 'write:deep:polish')).toMatchObject({
      parent: 'write:deep',
      label: 'polish',
    });
    expect(edges.flatMap(({ label }) => label ?? []).toSorted()).toEqual(['again', 'approved']);
    const ids = new Set(nodes.map(({ id }) => id));
    expect(edges.every(({ source, target }) => ids.has(source) && ids.has(target))).toBe(true);
  });

  it('knows the tool node of the support graph', async () => {
    const { nodes } = await graphOf('support');
    expect(nodes.find(({ id }) => id === 'tools')?.kind).toBe('tool');
  });

  it('gives schemas as text, and nothing for what the server has not', async () => {
    const schemas = await assistants['assistants.schemas']({ connectionId, assistantId: 'writer' }, signal);
    expect(
      Object.keys(JSON.parse(memberText(schemas.inputText ?? '', 'properties') ?? '{}') as object),
    ).toEqual(['topic', 'changes', 'pace']);
    expect(schemas.contextText).toBeNull();
  });

  it('says that an assistant is not there', async () => {
    await expect(graphOf('nobody')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a thread of the writer', () => {
  it('runs, asks, takes the answer, and shows all of it in history and state', async () => {
    const threadId = await newThread('writer');
    const first = await run('writer', threadId, input({ topic: 'Notes' }));
    expect(first.end).toEqual({ outcome: 'interrupted', error: null, incomplete: false });
    expect(first.frames.some(({ namespace }) => namespace.length === 2)).toBe(true);

    const asked = await stateAt(threadId);
    expect(asked.next).toEqual(['review']);
    expect(asked.interrupts).toMatchObject([
      { nodeId: 'review', id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);

    const second = await run('writer', threadId, answer(asked.interrupts[0]?.id, 'true'));
    expect(second.end).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(await stateAt(threadId)).toMatchObject({ next: [], interrupts: [], tasks: [] });

    const history = await historyOf(threadId);
    expect(history.map(({ writers }) => writers.join())).toEqual([
      'publish',
      'review',
      'write',
      'plan',
      '',
      '',
    ]);
    expect(history.map(({ interrupts }) => interrupts)).toEqual([0, 0, 1, 0, 0, 0]);
    expect(history[0]?.changedKeys).toEqual(['log', 'published']);

    // At that point of the past the question is still open: it can be answered again from there.
    const past = await stateAt(threadId, history[2]?.checkpointId ?? '');
    expect(past).toMatchObject({ checkpointId: history[2]?.checkpointId, next: ['review'] });
    expect(past.interrupts).toEqual(asked.interrupts);

    const [listed] = (
      await threads['threads.list']({ connectionId, listing: everyThread, limit: 1, offset: 0 }, signal)
    ).threads;
    expect(listed).toMatchObject({ threadId, graphId: 'writer', status: 'idle' });
  });

  it('forks: an edit of an old checkpoint as a node is a new checkpoint, and a run goes on from it', async () => {
    const threadId = await newThread('writer');
    await run('writer', threadId, input({}));
    const history = await historyOf(threadId);
    const planned = history.find(({ writers }) => writers.includes('plan'))?.checkpointId ?? '';
    const edited = await threads['threads.updateState'](
      {
        connectionId,
        threadId,
        checkpointId: planned,
        expectedHeadId: history[0]?.checkpointId ?? '',
        asNode: 'write',
        changes: [
          { key: 'text', valueText: '"mine"' },
          { key: 'log', valueText: '"edited"' },
        ],
      },
      signal,
    );
    expect(edited.state).toMatchObject({ parentId: planned, source: 'update', next: ['review'] });
    expect(edited.changedKeys).toEqual(['text', 'log']);
    expect(edited.differences.map(({ key }) => key)).toEqual(['log']);

    const forked = await run(
      'writer',
      threadId,
      { kind: 'continue' },
      { checkpointId: edited.state.checkpointId },
    );
    expect(forked.end).toMatchObject({ outcome: 'interrupted' });
    const asked = await stateAt(threadId);
    expect(asked.interrupts[0]?.valueText).toContain('"text":"mine"');

    // The server remembers the checkpoint of a run; a later run without one must still start from the newest state.
    await run('writer', threadId, answer(asked.interrupts[0]?.id, 'true'));
    const done = await stateAt(threadId);
    expect(memberText(done.valuesText, 'published')).toContain('"revision":');
    const again = await run('writer', threadId, input({ topic: 'Second' }));
    expect(again.end).toMatchObject({ outcome: 'interrupted' });
    expect((await stateAt(threadId)).valuesText).toContain('"topic":"Second"');
  });

  it('D-8, C-15: refuses edits and a second run while one is active, then stops it', async () => {
    const threadId = await newThread('writer');
    await run('writer', threadId, input({}));
    const { checkpointId } = await stateAt(threadId);
    const { runId } = await start('writer', threadId, input({ pace: 60_000 }));
    const following = follow(threadId, runId);
    const edit = {
      connectionId,
      threadId,
      checkpointId: checkpointId ?? '',
      expectedHeadId: null,
      asNode: null,
    };
    await expect(threads['threads.updateState']({ ...edit, changes: [] }, signal)).rejects.toMatchObject({
      code: 'thread-busy',
    });
    await expect(start('writer', threadId, input({}))).rejects.toMatchObject({ code: 'thread-busy' });
    const cancelled = await runs.calls['runs.cancel'](
      { connectionId, threadId, runId, action: 'interrupt' },
      signal,
    );
    expect(cancelled).toMatchObject({ status: 'interrupted', stopped: true, threadStatus: 'idle' });
    expect((await following).end).toMatchObject({ outcome: 'cancelled' });
  });

  it('says that an edit as a node that is not there failed', async () => {
    const threadId = await newThread('writer');
    await run('writer', threadId, input({}));
    const { checkpointId } = await stateAt(threadId);
    const edit = {
      connectionId,
      threadId,
      checkpointId: checkpointId ?? '',
      expectedHeadId: null,
      changes: [],
    };
    await expect(threads['threads.updateState']({ ...edit, asNode: 'nobody' }, signal)).rejects.toMatchObject(
      { code: 'server-failed', message: expect.stringContaining('"nobody"') },
    );
  });

  it('says that the thread of a run is not there, though the server calls it busy', async () => {
    await expect(start('writer', '01a1faf6-6041-7141-8886-e92af3b04960', input({}))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('R-5, R-6: another studio reads a run from its first event, while it runs and after its end', async () => {
    const threadId = await newThread('writer');
    const { runId } = await start('writer', threadId, input({ pace: 200 }));
    const other = createRuns({
      clients,
      webhooks: { reserve: () => Promise.reject(new Error()) as never },
      platform: { ...platform, dataFolder: `${platform.dataFolder}/other` },
    });
    const own = follow(threadId, runId);
    const [mine, theirs] = await Promise.all([own, follow(threadId, runId, other)]);
    const texts = (frames: readonly { readonly text: string }[]) => frames.map(({ text }) => text);
    expect(mine.frames.length).toBeGreaterThan(10);
    expect(texts(theirs.frames)).toEqual(texts(mine.frames));
    await other.stop();
    expect(texts((await follow(threadId, runId)).frames)).toEqual(texts(mine.frames));
  });
});

describe('other graphs', () => {
  it('answers one of two pending questions, then the other', async () => {
    const threadId = await newThread('fanout');
    await run('fanout', threadId, input({}));
    const both = await stateAt(threadId);
    expect(both.interrupts.map(({ nodeId }) => nodeId)).toEqual(['legal', 'support_lead']);
    const half = await run('fanout', threadId, answer(both.interrupts[0]?.id, 'true'));
    expect(half.end).toMatchObject({ outcome: 'interrupted' });
    const left = await stateAt(threadId);
    expect(left.interrupts).toEqual([both.interrupts[1]]);
    // A falsy answer is refused by the server unless it is keyed by its interrupt.
    const last = await run('fanout', threadId, answer(left.interrupts[0]?.id, 'false'));
    expect(last.end).toMatchObject({ outcome: 'finished' });
    const { valuesText } = await stateAt(threadId);
    expect(memberText(valuesText, 'sent')).toBe('false');
  });

  it('stops before a node when asked to, without a question', async () => {
    const threadId = await newThread('ledger');
    const stopped = await run('ledger', threadId, input({}), {
      options: { ...usualRunOptions, interruptBefore: ['close'] },
    });
    expect(stopped.end).toMatchObject({ outcome: 'interrupted' });
    expect(await stateAt(threadId)).toMatchObject({ next: ['close'], interrupts: [] });
    const { end } = await run('ledger', threadId, { kind: 'continue' });
    expect(end).toMatchObject({ outcome: 'finished' });
  });

  it('shows a failure in the end of the run, in the state and in the history', async () => {
    const threadId = await newThread('broken');
    const words = 'CardDeclinedError: The card was declined: 129.9 is more than its limit of 100.';
    const { end } = await run('broken', threadId, input({}));
    expect(end).toEqual({ outcome: 'failed', error: words, incomplete: false });
    expect((await stateAt(threadId)).tasks).toMatchObject([{ nodeId: 'charge_card', error: words }]);
    expect((await historyOf(threadId))[0]).toMatchObject({ failed: true });
  });

  it('reads a state of two million characters and its history', async () => {
    const threadId = await newThread('ledger');
    const { end } = await run('ledger', threadId, input({ big: true }));
    expect(end).toMatchObject({ outcome: 'finished' });
    const { valuesText } = await stateAt(threadId);
    expect(valuesText.length).toBeGreaterThan(2_000_000);
    const history = await historyOf(threadId);
    expect(history.map(({ writers }) => writers.join())).toEqual(['close', 'post', 'open', '', '']);
  });

  it('names a thread by the first words of a person', async () => {
    const threadId = await newThread('support');
    await run('support', threadId, input({ messages: [{ role: 'user', content: 'Where is order 4711?' }] }));
    const thread = await threads['threads.get']({ connectionId, threadId }, signal);
    expect(thread).toMatchObject({ name: 'Where is order 4711?', graphId: 'support' });
  });
});
