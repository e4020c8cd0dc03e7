import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
  type ReadRun,
} from '../../../testing/services/demo-services.ts';
import { createRunModel, type RunModel } from './run-model.ts';
import { nodesOfRun } from '../../../testing/renderer/run-nodes.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const input = { topic: 'cats' };

function modelOf({ frames, end }: ReadRun): RunModel {
  const model = createRunModel();
  for (const frame of frames) model.add(frame);
  if (end !== null) model.end(end);
  return model;
}

/** Who wrote what, for how many tokens, in the order of appearance. */
function transcriptOf({ messages }: RunModel): unknown[] {
  return messages.keys().map((key) => {
    const message = messages.get(key);
    return [message?.type, message?.nodeId, message?.text, message?.usage?.total ?? null];
  });
}

it('a run of the event-streaming protocol, started by another client, reads as one of stream modes', async () => {
  const ownThread = await demo.newThread('writer');
  const ownRun = await demo.run('writer', ownThread, instantInputTrigger(input));
  const runModel = modelOf(ownRun);

  const threadId = await demo.newThread('writer');
  const assistant = (await demo.client.assistants.search({ graphId: 'writer' }))[0]?.assistant_id;
  const { result } = await demo.client.threads.command(threadId, 'run.start', {
    assistant_id: assistant,
    input: { pace: 0, ...input },
  });
  const runId = String(result['run_id']);
  await demo.runs.calls['runs.join']({ connectionId, threadId, runId }, signal);
  const foreign = modelOf(await demo.follow(threadId, runId));

  expect(transcriptOf(runModel)).not.toEqual([]);
  expect(transcriptOf(foreign)).toEqual(transcriptOf(runModel));
  expect(foreign.messages.usage()).toEqual(runModel.messages.usage());
  const statuses = (model: RunModel): unknown[] =>
    [...nodesOfRun(model)].map(([nodeId, { status, visits }]) => [nodeId, status, visits]).toSorted();
  expect(statuses(foreign)).toEqual(statuses(runModel));
  expect(foreign.nodeUpdates.of('plan')).toHaveLength(1);

  const tokensOf = async (thread: string, id: string): Promise<unknown> => {
    const [counted] = await demo.runs.calls['runs.tokens'](
      { connectionId, threadId: thread, runIds: [id] },
      signal,
    );
    return counted?.nodes.toSorted((a, b) => a.nodeId.localeCompare(b.nodeId));
  };
  expect(await tokensOf(threadId, runId)).toEqual(await tokensOf(ownThread, ownRun.runId));
});
