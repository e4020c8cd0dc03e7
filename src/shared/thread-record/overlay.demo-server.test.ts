import { afterAll, beforeAll, expect, it } from 'vitest';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import {
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import type { RunTrigger } from '../model/run-request.ts';
import { stepsIn, totalsIn } from './overlay.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

async function recordOf(graphId: string, trigger: RunTrigger) {
  const threadId = await demo.newThread(graphId);
  await demo.run(graphId, threadId, trigger);
  return readThreadRecord(demo.client, threadId, signal);
}

it('lists the steps of every level of subgraphs, with the waiting node', async () => {
  const steps = stepsIn(await recordOf('writer', instantInputTrigger({})), { kind: 'thread' });
  expect(
    steps.map(
      ({ container, executions }) => `${container}: ${executions.map(({ name }) => name).join(', ')}`,
    ),
  ).toEqual([
    ': plan',
    ': write',
    'write: draft',
    'write: deep',
    'write:deep: polish',
    'write:deep: check',
    ': review',
  ]);
});

it('has the jump of a graph that does not declare it', async () => {
  const steps = stepsIn(await recordOf('broken', instantInputTrigger({ how: 'jump' })), { kind: 'thread' });
  expect(steps.at(-1)).toMatchObject({ previousStep: 1, isLast: true });
  expect(
    steps
      .at(-1)
      ?.executions.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['notify', 'refund']);
});

it('has the tokens that the messages of a model report, and no others', async () => {
  const messages = [{ role: 'user', content: 'Where is order 4711?' }];
  const record = await recordOf('support', instantInputTrigger({ messages }));
  const totals = totalsIn(record, { kind: 'turn', checkpointId: null });
  const tokens = [...totals].map(([id, one]) => `${id} ${one.visits} ${(one.tokens ?? 0) > 0}`);
  expect(tokens).toEqual(['receive 1 false', 'model 2 true', 'tools 1 false']);
});
