import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunTokens } from '../../../shared/model/run-tokens.ts';
import {
  connectionId,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../../testing/services/demo-services.ts';
import { createRuns, type Runs } from '../create-runs.ts';
import { buildFrameBatch } from '../../../testing/frame-batches.ts';
import { createRunLog } from './run-log.ts';
import { createRunTokenCounts } from './run-tokens.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const total = ({ nodes }: RunTokens): number => nodes.reduce((sum, { tokens }) => sum + tokens, 0);

describe('tokens of the runs of a thread, by node', () => {
  it('come from stored logs, now and after a restart', async () => {
    const threadId = await demo.newThread('support');
    const { runId: first } = await demo.run('support', threadId, instantInputTrigger({}));
    const { runId: second } = await demo.run('support', threadId, { kind: 'continue' });
    const foreign = await demo.client.runs.create(threadId, 'support', {
      input: { pace: 0 },
      streamResumable: false,
    });
    await demo.client.runs.join(threadId, foreign.run_id);
    const request = (runs: Runs) =>
      runs.calls['runs.tokens']({ connectionId, threadId, runIds: [foreign.run_id, second, first] }, signal);

    const counted = await request(demo.runs);
    expect(counted.map(({ runId, isWhole }) => [runId, isWhole])).toEqual([
      [second, true],
      [first, true],
    ]);
    const { records } = await demo.runs.calls['runs.records']({ connectionId, threadId }, signal);
    for (const one of counted) {
      const { tokens } = records.find(({ runId }) => runId === one.runId) ?? {};
      expect(total(one)).toBe(tokens ?? 0);
    }
    for (const { models, nodes } of counted) {
      const sum = models.reduce((all, { input, output }) => all + input + output, 0);
      expect(sum).toBe(nodes.reduce((all, { tokens }) => all + tokens, 0));
      expect(models.map(({ model }) => model)).toEqual(models.length === 0 ? [] : ['scripted-1']);
    }
    // Nodes as the canvas calls them.
    const shape = await demo.assistants['assistants.graph']({ connectionId, assistantId: 'support' }, signal);
    const ids = shape.nodes.map(({ id }) => id);
    const reporting = counted.flatMap(({ nodes }) => nodes.map(({ nodeId }) => nodeId));
    expect(reporting.length).toBeGreaterThan(0);
    expect(reporting.filter((id) => !ids.includes(id))).toEqual([]);

    const { platform, clients } = demo;
    const reserve = (): never => {
      throw new Error('No run here asks for a webhook.');
    };
    const later = createRuns({ clients, platform, webhooks: { reserve } });
    expect(await request(later)).toEqual(counted);
    await later.stop();
  });

  it('are omitted if too much would have to be read at once', async () => {
    const logOf = async (id: string) => {
      const log = createRunLog({
        id,
        openFile: () => expect.unreachable(),
        memoryLimit: 1e6,
        now: () => 0,
        onLoss: () => undefined,
      });
      await log.append(buildFrameBatch({ text: `"${'x'.repeat(600)}"` }));
      log.finish({ outcome: 'finished', error: null, incomplete: id === 'a' });
      return { log, joinedLate: false, release: () => undefined };
    };
    const counts = await createRunTokenCounts(1000).of(
      ['a', 'none', 'b', 'c'],
      (id) => {
        return id === 'none' ? Promise.resolve(null) : logOf(id);
      },
      signal,
    );
    expect(counts).toEqual([{ runId: 'a', isWhole: false, nodes: [], models: [] }]);
  });
});
