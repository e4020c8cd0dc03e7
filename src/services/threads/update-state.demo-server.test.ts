import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { memberText } from 'exact-json';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

it('writes the first state of a thread that never ran, and not a second first one', async () => {
  const threadId = await demo.newThread('writer');
  const edit = { connectionId, threadId, checkpointId: null, expectedHeadId: null, asNode: '__start__' };
  const changes = [{ key: 'topic', valueText: '"first"' }];
  const { state, differences } = await demo.threads['threads.updateState']({ ...edit, changes }, signal);
  expect([state.source, state.next, memberText(state.valuesText, 'topic')]).toEqual([
    'update',
    ['plan'],
    '"first"',
  ]);
  expect(differences).toEqual([]);
  await expect(demo.threads['threads.updateState']({ ...edit, changes }, signal)).rejects.toMatchObject({
    code: 'thread-moved',
    details: { written: 'no' },
  });
});

it("writes and reads back a subgraph's state, and leaves the thread's own as it is", async () => {
  const threadId = await demo.newThread('writer');
  await demo.client.runs.wait(threadId, 'writer', { input: { topic: 'Outer', pace: 0 } }, { signal });
  const history = await demo.historyOf(threadId);
  const planned = history.find(({ next }) => next.includes('write'))?.checkpointId ?? '';
  const outer = await demo.stateAt(threadId, planned);
  const subgraph = outer.tasks.find(({ nodeId }) => nodeId === 'write')?.subgraph;
  if (!subgraph) throw new Error(`no subgraph in ${JSON.stringify(outer.tasks)}`);
  const inner = await demo.stateAt(threadId, subgraph.checkpointId, subgraph.checkpointNs);
  expect(memberText(inner.valuesText, 'topic')).toBe('"Outer"');
  const head = await demo.stateAt(threadId);

  const written = await demo.threads['threads.updateState'](
    {
      connectionId,
      threadId,
      checkpointId: inner.checkpointId,
      checkpointNs: subgraph.checkpointNs,
      expectedHeadId: null,
      asNode: null,
      changes: [{ key: 'topic', valueText: '"Inner"' }],
    },
    signal,
  );
  expect(written.state).toMatchObject({ source: 'update', parentId: inner.checkpointId });
  expect(memberText(written.state.valuesText, 'topic')).toBe('"Inner"');
  expect(written.changedKeys).toEqual(['topic']);
  const after = await demo.stateAt(threadId);
  expect([after.checkpointId, after.valuesText]).toEqual([head.checkpointId, head.valuesText]);
});

it('an edit of the head reads the state twice, once for the check and once for the result', async () => {
  const threadId = await demo.newThread('writer');
  await demo.client.runs.wait(threadId, 'writer', { input: { topic: 'Head', pace: 0 } }, { signal });
  const { checkpointId } = await demo.stateAt(threadId);
  const getState = vi.spyOn(demo.client.threads, 'getState');
  const changes = [{ key: 'topic', valueText: '"Changed"' }];
  const edit = { connectionId, threadId, checkpointId, asNode: null, changes };
  const update = demo.threads['threads.updateState'];

  const written = await update({ ...edit, expectedHeadId: checkpointId }, signal);
  expect(written.changedKeys).toEqual(['topic']);
  expect(getState).toHaveBeenCalledTimes(2);

  // A fork needs its base, and no check.
  getState.mockClear();
  const forked = await update({ ...edit, expectedHeadId: null }, signal);
  expect(forked.state.parentId).toBe(checkpointId);
  expect(getState).toHaveBeenCalledTimes(2);
  getState.mockRestore();
});
