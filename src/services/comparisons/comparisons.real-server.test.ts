import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { Comparison, WhatChanged, type CompareSide } from '../../shared/model/comparison.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createComparisons } from './create-comparisons.ts';

const connectionId = 'real';
const { signal } = new AbortController();
let client: GraphClient;
let calls: ReturnType<typeof createComparisons>['calls'];
beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
  ({ calls } = createComparisons({ clients: clientsFor(url), prices: async () => emptyPriceTable }));
});

const read = async (left: CompareSide, right: CompareSide): Promise<Comparison> =>
  Comparison.parse(await calls['compare.read']({ left, right }, signal));
const partsOf = ({ parts }: Comparison) => Object.fromEntries(parts.map(({ part, equal }) => [part, equal]));

/** A run of `writer` on a thread of its own, answered. */
async function write(answer: string, text = 'A poem') {
  const { thread_id: threadId } = await client.threads.create();
  await client.runs.wait(threadId, 'writer', { input: { text } });
  await client.runs.wait(threadId, 'writer', { command: { resume: answer } });
  const [last, first] = await client.runs.list(threadId);
  return { connectionId, threadId, first: first?.run_id ?? '', last: last?.run_id ?? '' };
}

describe('compares what ran', () => {
  it('names the node that differs between two turns with different answers', async () => {
    const [left, right] = await Promise.all([write('approve'), write('respond')]);
    const turn = ({ threadId, last }: typeof left): CompareSide => ({
      kind: 'turn',
      connectionId,
      threadId,
      runId: last,
    });
    const compared = await read(turn(left), turn(right));
    expect(
      compared.executions?.rows.map(({ path, node, mark }) => [[...path, node].join(':'), mark]),
    ).toEqual([
      ['plan', 'same'],
      ['write', 'same'],
      ['write:draft', 'same'],
      ['write:polish', 'same'],
      ['ask', 'other-output'],
      ['publish', 'other-input'],
    ]);
    expect(partsOf(compared)).toMatchObject({ input: true, command: false, state: false, graph: true });
    expect(compared.parts.find(({ part }) => part === 'command')?.left.text).toBe('[{"resume":"approve"}]');
    expect(compared.left).toMatchObject({ graphId: 'writer', status: 'success', codeVersion: null });
    expect(compared.left.incomplete).toBeNull();
  });

  it('distinguishes different answers also after different inputs', async () => {
    const sides = await Promise.all([
      write('approve', 'Tides'),
      write('approve', 'Winds'),
      write('respond', 'Winds'),
    ]);
    const [tides, winds, other] = sides.map(({ threadId }) => ({
      kind: 'thread' as const,
      connectionId,
      threadId,
    }));
    if (!tides || !winds || !other) throw new Error('There are three.');
    const markOf = async (left: CompareSide, right: CompareSide) =>
      (await read(left, right)).executions?.nodes.find(({ nodeId }) => nodeId === 'ask')?.mark;
    expect(await markOf(tides, winds)).toBe('both');
    expect(await markOf(tides, other)).toBe('other-output');
  });

  it('finds nothing but times between a thread and its copy', async () => {
    const { threadId } = await write('approve');
    const copy = await client.threads.copy(threadId);
    const compared = await read(
      { kind: 'thread', connectionId, threadId },
      { kind: 'thread', connectionId, threadId: copy.thread_id },
    );
    expect(partsOf(compared)).toMatchObject({ state: true });
    expect(compared.executions?.rows.map(({ mark }) => mark)).not.toContain('other-output');
  });

  it('compares the first run with the one that got the answer', async () => {
    const { threadId, first, last } = await write('approve');
    const compared = await read(
      { kind: 'run', connectionId, threadId, runId: first },
      { kind: 'run', connectionId, threadId, runId: last },
    );
    expect(compared.executions?.rows.map(({ node, mark }) => `${node} ${mark}`)).toEqual([
      'plan only-left',
      'write only-left',
      'draft only-left',
      'polish only-left',
      'ask other-output',
      'publish only-right',
    ]);
    expect(compared.executions?.rows[4]?.left?.status).toBe('interrupted');
    expect(partsOf(compared)).toMatchObject({ input: false, interrupts: false });
  });

  it('does not call answered questions the same that differed, whether the server still reports them or not', async () => {
    const offer = async (topic: string) => {
      const { thread_id: threadId } = await client.threads.create();
      await client.runs.wait(threadId, 'offer', { input: { topic } });
      for (const resume of ['A title', 5]) await client.runs.wait(threadId, 'offer', { command: { resume } });
      const runIds = (await client.runs.list(threadId)).map(({ run_id: runId }) => runId).toReversed();
      return { threadId, runIds };
    };
    const [left, right] = await Promise.all([offer('Tides'), offer('Winds')]);
    const runOf = ({ threadId, runIds }: typeof left, index: number): CompareSide => ({
      kind: 'run',
      connectionId,
      threadId,
      runId: runIds[index] ?? '',
    });
    // The task has only its last questions: those of the run before were other ones.
    const first = await read(runOf(left, 0), runOf(right, 0));
    expect(first.executions?.rows.map(({ node, mark }) => [node, mark])).toEqual([['ask', 'unknown']]);
    expect(partsOf(first)['interrupts']).toBeNull();
    const history = await client.threads.getHistory(left.threadId, { limit: 20 });
    const ask = history.flatMap(({ tasks }) => tasks ?? []).find(({ name }) => name === 'ask');
    const hasInterrupts = (ask?.interrupts?.length ?? 0) > 0;
    const compared = await read(runOf(left, 1), runOf(right, 1));
    const row = compared.executions?.rows.find(({ node }) => node === 'ask');
    expect(row?.mark).toBe(hasInterrupts ? 'other-output' : 'unknown');
    expect(row?.left?.status).toBe('interrupted');
    expect(partsOf(compared)['interrupts']).not.toBe(true);
    expect(compared.left.statusText).toBe('interrupted in ask');
    const step = (side: typeof left, taskId = '', checkpointId = ''): CompareSide => ({
      kind: 'execution',
      connectionId,
      threadId: side.threadId,
      checkpointId,
      taskId,
    });
    const steps = await read(
      step(left, row?.left?.taskId, row?.left?.checkpointId),
      step(right, row?.right?.taskId, row?.right?.checkpointId),
    );
    expect(partsOf(steps)['interrupts']).toBe(hasInterrupts ? false : null);
    // The answer is known by now.
    expect(steps.left.status).toBe('finished');
  });
});

describe('compares what is stored', () => {
  it('two checkpoints of a thread, and the executions between them', async () => {
    const { threadId } = await write('approve');
    const history = await client.threads.getHistory(threadId, { limit: 20 });
    const [newest, older] = history.map(({ checkpoint }) => checkpoint?.checkpoint_id ?? '');
    const at = (checkpointId = ''): CompareSide => ({
      kind: 'checkpoint',
      connectionId,
      threadId,
      checkpointId,
    });
    const compared = await read(at(older), at(newest));
    expect(partsOf(compared)).toEqual({ metadata: false, state: false });
    expect(compared.executions).toBeNull();
    expect(partsOf(await read(at(newest), at(newest)))).toEqual({ metadata: true, state: true });
    await expect(read(at(newest), at(randomUUID()))).rejects.toMatchObject({ code: 'not-found' });

    const before = history[1];
    const execution: CompareSide = {
      kind: 'execution',
      connectionId,
      threadId,
      checkpointId: before?.checkpoint?.checkpoint_id ?? '',
      taskId: before?.tasks?.[0]?.id ?? '',
    };
    const { left, parts } = await read(execution, execution);
    expect(left).toMatchObject({ name: 'publish', status: 'finished', graphId: 'writer' });
    expect(parts.map(({ part, equal }) => [part, equal])).toEqual([
      ['input', true],
      ['output', true],
    ]);
    expect(parts[1]?.left.text).toBe('{"log":"publish"}');
  });

  it('two versions of an assistant', async () => {
    const assistant = await client.assistants.create({ graphId: 'writer', context: { tone: 'calm' } });
    const assistantId = assistant.assistant_id;
    await client.assistants.update(assistantId, { context: { tone: 'loud' }, name: 'Loud one' });
    const version = (number: number | null): CompareSide => ({
      kind: 'assistant',
      connectionId,
      assistantId,
      version: number,
    });
    const compared = await read(version(1), version(null));
    expect(partsOf(compared)).toMatchObject({ context: false, graph: true });
    expect(compared.parts.find(({ part }) => part === 'context')?.left.text).toBe('{"tone":"calm"}');
    expect([compared.left.assistantVersion, compared.right.assistantVersion]).toEqual([1, 2]);
    await expect(read(version(1), version(9))).rejects.toMatchObject({ code: 'not-found' });
    await client.assistants.setLatest(assistantId, 1);
    // This server moves the number and leaves the context.
    const moved = await read(version(1), version(null));
    expect(partsOf(moved)).toMatchObject({ context: false });
    expect(moved.right.remark).toBe('Its context is not that of version 1, which the server names.');
    expect(compared.right.remark).toBeNull();
    await client.assistants.delete(assistantId);
  });

  it('runs of two servers', async () => {
    const { url, token } = await sharedServer('demo');
    const other = new GraphClient({ url, apiKey: null, headers: { authorization: `Bearer ${token}` } });
    const here = await write('approve');
    const { thread_id: threadId } = await other.threads.create();
    await other.runs.wait(threadId, 'broken', { input: { how: 'none', pace: 0 } });
    const [run] = await other.runs.list(threadId);
    const both = createComparisons({
      clients: { get: async (id) => (id === 'other' ? other : client) },
      prices: async () => emptyPriceTable,
    });
    const compared = await both.calls['compare.read'](
      {
        left: { kind: 'run', connectionId, threadId: here.threadId, runId: here.last },
        right: { kind: 'run', connectionId: 'other', threadId, runId: run?.run_id ?? '' },
      },
      signal,
    );
    expect([compared.left.graphId, compared.right.graphId]).toEqual(['writer', 'broken']);
    expect(partsOf(Comparison.parse(compared))).toMatchObject({ input: false, graph: false });
    const marks = new Set(compared.executions?.rows.map(({ mark }) => mark));
    expect(marks).toEqual(new Set(['only-left', 'only-right']));
  });

  it('reads the text of a part again as it was compared', async () => {
    const { threadId } = await write('approve');
    const side: CompareSide = { kind: 'thread', connectionId, threadId };
    const [state] = (await read(side, side)).parts.filter(({ part }) => part === 'state');
    await client.threads.updateState(threadId, { values: { text: 'changed' } });
    const { text } = await calls['compare.text']({ side, part: 'state' }, signal);
    expect(text).toBe(state?.left.text);
    expect(await calls['compare.text']({ side, part: 'output' }, signal)).toEqual({ text: null });
  });
});

describe('compares runs of a thread on which another graph has run since', () => {
  it('names none of that graph’s nodes as those that ran before, and does not say that all is known', async () => {
    const { threadId, first, last } = await write('approve');
    const run = (runId: string): CompareSide => ({ kind: 'run', connectionId, threadId, runId });
    await client.runs.wait(threadId, 'panel', { input: { topic: 'x' } });
    const [newest] = await client.runs.list(threadId);
    const compared = await read(run(last), run(newest?.run_id ?? ''));
    const names = (compared.executions?.rows ?? []).flatMap(({ node, left }) => (left === null ? [] : node));
    expect(names.filter((name) => ['prepare', 'review', 'check', 'close'].includes(name))).toEqual([]);
    expect(compared.executions?.isCut).toBe(true);
    expect(compared.left.incomplete).toContain('Another graph has run on the thread since');
    expect(compared.left.statusText).toMatch(/^unknown: /);
    expect(compared.right.statusText).toBe('interrupted in review');
    // Only an answer shows that the first one asked.
    expect((await read(run(first), run(first))).left.statusText).toBe('interrupted');
  });
});

it('what changed is not compared with a run that still asks, although the server calls it successful', async () => {
  const { thread_id: threadId } = await client.threads.create();
  await client.runs.wait(threadId, 'writer', { input: { text: 'a' }, interruptBefore: ['plan'] });
  const paused = await client.runs.list(threadId);
  await client.runs.wait(threadId, 'writer', { input: { text: 'b' } });
  await client.runs.wait(threadId, 'writer', { input: { text: 'c' } });
  const [newest, interrupted] = await client.runs.list(threadId);
  expect([interrupted?.status, paused[0]?.status]).toEqual(['success', 'success']);
  const run = { connectionId, threadId, runId: newest?.run_id ?? '' };
  const { base, searched } = WhatChanged.parse(await calls['compare.whatChanged'](run, signal));
  expect(base?.threadId).not.toBe(threadId);
  expect(searched.problem).toBeNull();
});
