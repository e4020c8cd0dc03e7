import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { signal, startDemoServices, type DemoServices } from '../../testing/services/demo-services.ts';
import { executionFacts } from './execution-facts.ts';
import { executionsOfNode } from './node.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const Message = z.looseObject({
  usage_metadata: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).nullish(),
});
/** A node returns one message, or a list of them. */
const Result = z.looseObject({ messages: z.union([z.array(Message), Message.transform((one) => [one])]) });

it('has the tokens of each execution of a run that nobody followed, by model, as the server’s messages report them', async () => {
  const threadId = await demo.newThread('support');
  const messages = [{ role: 'user', content: 'Where is order 4711?' }];
  await demo.client.runs.wait(threadId, 'support', { input: { messages, pace: 0 } }, { signal });
  const record = await readThreadRecord(demo.client, threadId, signal);
  const executions = executionsOfNode(record, 'model', null);
  expect(executions.length).toBeGreaterThan(1);
  for (const { execution } of executions) {
    const { taskId, before, namespace } = execution;
    const ref = { connectionId: 'demo', threadId, checkpointId: before ?? '', taskId };
    const detail = await demo.threads['threads.task'](ref, signal);
    const usages = Result.parse(JSON.parse(detail.resultText ?? '')).messages.flatMap(
      ({ usage_metadata: usage }) => usage ?? [],
    );
    const sum = (name: 'input_tokens' | 'output_tokens'): number =>
      usages.reduce((total, usage) => total + usage[name], 0);
    const { tokens, models } = executionFacts(record, execution);
    expect(namespace).toBe('');
    expect(usages.length).toBeGreaterThan(0);
    expect(tokens?.tokens).toBe(sum('input_tokens') + sum('output_tokens'));
    expect(models.map(({ input, output }) => [input, output])).toEqual([
      [sum('input_tokens'), sum('output_tokens')],
    ]);
  }
});
