import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WhatChanged } from '../../shared/model/comparison.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { createComparisons } from './create-comparisons.ts';

let demo: DemoServices;
let read: (threadId: string, runId: string) => Promise<WhatChanged>;
beforeAll(async () => {
  demo = await startDemoServices();
  const { calls } = createComparisons({ clients: demo.clients, prices: async () => emptyPriceTable });
  read = async (threadId, runId) =>
    WhatChanged.parse(await calls['compare.whatChanged']({ connectionId, threadId, runId }, signal));
});
afterAll(() => demo.stop());

const charge = async (threadId: string, input: object): Promise<string> =>
  (await demo.run('broken', threadId, instantInputTrigger(input))).runId;
const equals = ({ changes }: WhatChanged) =>
  Object.fromEntries(changes.map(({ kind, equal }) => [kind, equal]));

describe('what changed since the last good run', () => {
  it('names the input and the first node whose output differs, by the run before on the thread', async () => {
    const threadId = await demo.newThread('broken');
    const good = await charge(threadId, { how: 'none', amount: 10 });
    await charge(threadId, { how: 'throw', amount: 500 });
    const failed = await charge(threadId, { how: 'throw', amount: 500 });
    const comparison = await read(threadId, failed);
    expect(comparison.base).toEqual({ threadId, runId: good });
    expect(comparison.searched).toMatchObject({ threads: 1, isComplete: true, problem: null });
    expect(equals(comparison)).toMatchObject({
      input: false,
      'assistant-version': null,
      'code-version': null,
      graph: null,
      'first-node': false,
      error: false,
    });
    const first = comparison.changes.find(({ kind }) => kind === 'first-node');
    expect(first?.execution).toMatchObject({ node: 'prepare', mark: 'other-output' });
    expect(first?.before).toBe('{"log":"prepare: 10"}');
    expect(comparison.changes.at(-1)?.after).toContain('CardDeclinedError');
  });

  it('looks on other threads of the same graph, for a run that is older', async () => {
    await charge(await demo.newThread('broken'), { how: 'none', amount: 10 });
    const threadId = await demo.newThread('broken');
    const failed = await charge(threadId, { how: 'throw', amount: 10 });
    await charge(await demo.newThread('broken'), { how: 'none', amount: 10 });
    const comparison = await read(threadId, failed);
    // Other tests use this server, too, so it need not be the one of this test.
    const base = await demo.client.runs.get(comparison.base?.threadId ?? '', comparison.base?.runId ?? '');
    const run = await demo.client.runs.get(threadId, failed);
    expect(base).toMatchObject({ status: 'success', assistant_id: run.assistant_id });
    expect(Date.parse(base.created_at ?? '')).toBeLessThan(Date.parse(run.created_at ?? ''));
    expect(equals(comparison)).toMatchObject({ 'first-node': false, error: false });
  });
});
