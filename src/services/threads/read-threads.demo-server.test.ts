import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

describe('what ran on a thread of the demo server', () => {
  const observed = (threadId: string) =>
    demo.threads['threads.executionTrace']({ connectionId, threadId }, signal);

  it('is reported for every level of subgraphs, with the waiting node', async () => {
    const threadId = await demo.newThread('writer');
    await demo.run('writer', threadId, instantInputTrigger({}));
    const { steps, coverage } = await observed(threadId);
    expect(coverage).toBe('whole');
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

  it('includes the undeclared jump of the broken graph, and the tokens of the support graph', async () => {
    const jumped = await demo.newThread('broken');
    await demo.run('broken', jumped, instantInputTrigger({ how: 'jump' }));
    const last = (await observed(jumped)).steps.at(-1);
    expect(last?.tasks.map(({ name }) => name).toSorted()).toEqual(['notify', 'refund']);
    expect(last).toMatchObject({ previousStep: 1, isLast: true });

    const interruptedId = await demo.newThread('support');
    await demo.run(
      'support',
      interruptedId,
      instantInputTrigger({ messages: [{ role: 'user', content: 'Where is order 4711?' }] }),
    );
    const { steps } = await observed(interruptedId);
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
    demo.threads['threads.history']({ connectionId, threadId, before: null, limit: 50, ...rest }, signal);

  it('has the checkpoints of subgraphs in their own namespaces, level by level', async () => {
    const threadId = await demo.newThread('writer');
    await demo.run('writer', threadId, instantInputTrigger({}));
    const root = await demo.historyOf(threadId);
    const above = root.find(({ subgraphs }) => subgraphs !== undefined);
    expect(above).toMatchObject({ writers: ['plan'], subgraphs: [{ nodeId: 'write' }] });
    const checkpointNs = above?.subgraphs?.[0]?.checkpointNs ?? '';
    const inner = (await page(threadId, { checkpointNs })).checkpoints;
    expect(inner.map(({ writers }) => writers.join())).toEqual(['deep', 'draft', '', '']);
    const deepNs = inner[1]?.subgraphs?.[0]?.checkpointNs ?? '';
    expect(deepNs.startsWith(`${checkpointNs}|deep:`)).toBe(true);
    const first = await page(threadId, { checkpointNs: deepNs, limit: 2 });
    const rest = await demo.threads['threads.history'](
      { connectionId, threadId, before: first.before, limit: 50, checkpointNs: deepNs },
      signal,
    );
    const deep = [...first.checkpoints, ...rest.checkpoints];
    expect(deep.map(({ writers }) => writers.join())).toEqual(['check', 'polish', '', '']);
    expect(await demo.stateAt(threadId, deep[1]?.checkpointId ?? '', deepNs)).toMatchObject({
      next: ['check'],
    });
  });

  it('is filtered by metadata on the server, which must be an object', async () => {
    const threadId = await demo.newThread('broken');
    await demo.run('broken', threadId, instantInputTrigger({ how: 'none' }));
    const found = await page(threadId, { metadataText: '{"source":"loop","step":1}' });
    expect(found.checkpoints).toMatchObject([{ source: 'loop', step: 1 }]);
    expect((await page(threadId, { metadataText: '{"source":"fork"}' })).checkpoints).toEqual([]);
    await expect(page(threadId, { metadataText: '[1]' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
