import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Comparison, type CompareSide } from '../../shared/model/comparison.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { createComparisons } from './create-comparisons.ts';

const prices: PriceTable = {
  currency: '$',
  savedAt: null,
  prices: [{ model: '*', input: '1', cached: null, output: '2' }],
};

let demo: DemoServices;
let read: (left: CompareSide, right: CompareSide) => Promise<Comparison>;
beforeAll(async () => {
  demo = await startDemoServices();
  const { calls } = createComparisons({
    clients: demo.clients,
    prices: async () => prices,
    loggedTokens: async (from, runIds, until) =>
      demo.runs.calls['runs.tokens']({ ...from, runIds: [...runIds] }, until),
  });
  read = async (left, right) => Comparison.parse(await calls['compare.read']({ left, right }, signal));
});
afterAll(() => demo.stop());

const thread = (threadId: string): CompareSide => ({ kind: 'thread', connectionId, threadId });
const topic = { topic: 'Tides' };

/** A draft that waits for its review. */
async function draft(): Promise<string> {
  const threadId = await demo.newThread('writer');
  await demo.run('writer', threadId, instantInputTrigger(topic));
  return threadId;
}

describe('comparisons on a real server', () => {
  it('says what ran in another order, with the same outputs', async () => {
    const usual = await draft();
    await demo.client.runs.wait(usual, 'writer', { command: { resume: true } });
    const other = await demo.newThread('writer');
    // As if it had been approved before it was planned.
    const values = { ...topic, pace: 0, approved: true, revision: 1 };
    await demo.client.threads.updateState(other, { values, asNode: 'review' });
    await demo.run('writer', other, { kind: 'continue' });
    await demo.run('writer', other, instantInputTrigger(topic));
    const { executions } = await read(thread(usual), thread(other));
    const marks = Object.fromEntries(executions?.nodes.map(({ nodeId, mark }) => [nodeId, mark]) ?? []);
    expect(marks).toMatchObject({ plan: 'both', publish: 'other-order', review: 'other-output' });
    const moved = executions?.rows.filter((row) => row.moved).map(({ node, mark }) => [node, mark]);
    expect(moved).toEqual([['publish', 'other-input']]);
  });

  it('ends a turn where an older state was edited, and says so', async () => {
    const threadId = await draft();
    const history = await demo.historyOf(threadId);
    const planned = history.find(({ next }) => next.includes('write'))?.checkpointId ?? '';
    await demo.client.threads.updateState(threadId, {
      checkpointId: planned,
      values: { topic: 'Winds' },
      asNode: 'plan',
    });
    await demo.run('writer', threadId, { kind: 'continue' });
    const [last, first] = await demo.client.runs.list(threadId);
    const turn = (runId = ''): CompareSide => ({ kind: 'turn', connectionId, threadId, runId });
    const { left, right, executions } = await read(turn(first?.run_id), turn(last?.run_id));
    expect(left.remark).toBe(
      'An older state was edited after these runs. What continued from there is a separate turn.',
    );
    expect(right.remark).toContain('An older state was edited before these runs,');
    expect([left.incomplete, right.incomplete]).toEqual([null, null]);
    expect(executions?.nodes.filter(({ rightVisits }) => rightVisits > 1)).toEqual([]);
    expect(executions?.nodes.find(({ nodeId }) => nodeId === 'plan')?.mark).toBe('only-left');
  });

  it('names the side that is gone', async () => {
    const [here, gone] = await Promise.all([draft(), draft()]);
    await demo.client.threads.delete(gone);
    await expect(read(thread(here), thread(gone))).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^Right side: /),
    });
    expect((await read(thread(here), thread(await demo.newThread('writer')))).executions?.rows[0]?.mark).toBe(
      'only-left',
    );
  });

  it('counts the tokens of a run as the list of runs does, also those that are streamed and not stored', async () => {
    const threadId = await demo.newThread('writer');
    const { runId } = await demo.run('writer', threadId, instantInputTrigger(topic));
    const [logged] = await demo.runs.calls['runs.tokens'](
      { connectionId, threadId, runIds: [runId] },
      signal,
    );
    const [model] = logged?.models ?? [];
    const run: CompareSide = { kind: 'run', connectionId, threadId, runId };
    const { left } = await read(run, run);
    expect(left.tokens).toBeGreaterThan(0);
    expect(left.tokens).toBe((model?.input ?? 0) + (model?.output ?? 0));
    expect(BigInt(left.exactCost?.units ?? 0)).toBeGreaterThan(0n);
  });

  it('reads time, tokens and cost of runs, and of what one node did', async () => {
    const threadId = await demo.newThread('support');
    const messages = [{ type: 'human', content: 'Where is order 4711?' }];
    await demo.run('support', threadId, instantInputTrigger({ messages }));
    const { left } = await read(thread(threadId), thread(threadId));
    expect(left.tokens).toBeGreaterThan(0);
    expect(BigInt(left.exactCost?.units ?? 0)).toBeGreaterThan(0n);
    const history = await demo.historyOf(threadId);
    const nodes = history.flatMap(({ checkpointId, tasks = [] }) =>
      tasks.map(({ id }): CompareSide => ({
        kind: 'execution',
        connectionId,
        threadId,
        checkpointId,
        taskId: id,
      })),
    );
    const facts = await Promise.all(nodes.map(async (side) => (await read(side, side)).left));
    for (const { durationMs } of facts) expect(durationMs).toBeGreaterThanOrEqual(0);
    // Each message counts once, where it was written.
    expect(facts.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)).toBe(left.tokens);
  });

  it('says when a node started, and not when the state was edited that it read', async () => {
    const threadId = await demo.newThread('writer');
    await demo.client.threads.updateState(threadId, {
      values: { ...topic, pace: 0, approved: true, revision: 1 },
      asNode: 'review',
    });
    await demo.run('writer', threadId, { kind: 'continue' });
    const startOf = async (ofThread: string, node: string) => {
      const found = (await demo.historyOf(ofThread)).flatMap(({ checkpointId, tasks = [] }) =>
        tasks.filter(({ name }) => name === node).map(({ id }) => ({ checkpointId, taskId: id })),
      );
      const [{ checkpointId, taskId } = { checkpointId: '', taskId: '' }] = found;
      const side = { kind: 'execution', connectionId, threadId: ofThread, checkpointId, taskId } as const;
      return (await read(side, side)).left.startedAt;
    };
    expect(await startOf(threadId, 'publish')).toBeNull();
    expect(await startOf(await draft(), 'plan')).not.toBeNull();
  });
});
