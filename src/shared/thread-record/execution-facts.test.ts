import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedSpan as span,
  threadRecord,
} from '../../testing/thread-records.ts';
import type { Execution } from '../model/thread-record.ts';
import { executionFacts } from './execution-facts.ts';

const usage = (input: number, output: number) => ({ model: 'large', input, cached: 0, output });
const inner = { namespace: 'write:1' };
const record = threadRecord({
  checkpoints: [
    checkpoint('s', null),
    checkpoint('a', 's'),
    checkpoint('b', 'a'),
    checkpoint('again', 'a', { runId: 'r2' }),
    checkpoint('x', null, inner),
    checkpoint('y', 'x', inner),
  ],
  executions: [
    execution('plan', 's', 'a'),
    execution('write', 'a', 'b', {
      executionId: 'w',
      innerNamespace: 'write:1',
      tokens: 3,
      models: [usage(1, 2)],
    }),
    execution('write:draft', 'x', 'y', { ...inner, parentId: 'w', tokens: 7, models: [usage(4, 3)] }),
    execution('check', 'a', 'b'),
    execution('write', 'a', 'again', { executionId: 'w2', spans: [] }),
    execution('lost', 'x', null, { namespace: 'far:1', parentId: 'unknown' }),
  ],
});
const factsOf = (executionId: string, of = record) => {
  const match = of.executions.find((one) => one.executionId === executionId);
  if (match === undefined) throw new Error(`The record has no ${executionId}.`);
  return executionFacts(of, match);
};
const names = (executions: readonly Execution[]) => executions.map(({ nodeId }) => nodeId);

describe('executionFacts', () => {
  it('has the checkpoints around it, with who wrote the one that it read', () => {
    const { before, after, writersBefore } = factsOf('w');
    expect([before?.checkpointId, after?.checkpointId, writersBefore]).toEqual(['a', 'b', ['plan']]);
  });

  it('has what ran beside it in the same superstep, but not what ran from there on another branch', () => {
    expect(names(factsOf('w').beside)).toEqual(['check']);
    expect(names(factsOf('w2').beside)).toEqual([]);
  });

  it('has what ran inside it, and counts its tokens', () => {
    const { inside, tokens, tokensInside, models } = factsOf('w');
    expect(names(inside)).toEqual(['write:draft']);
    expect([tokens?.tokens, tokensInside?.tokens]).toEqual([10, 7]);
    expect(models).toEqual([usage(1, 2), usage(4, 3)]);
    expect(factsOf('plan s a')).toMatchObject({ tokens: null, tokensInside: null, models: [] });
  });

  it('has the checkpoint of the thread whose tasks ran the subgraph around it', () => {
    expect(factsOf('write:draft x y').rootCheckpointId).toBe('a');
    expect(factsOf('plan s a').rootCheckpointId).toBe('s');
    expect(factsOf('lost x ').rootCheckpointId).toBeNull();
  });

  it('counts the runs that worked at it, and takes that of its checkpoint where there are no times', () => {
    expect(factsOf('w2').runIds).toEqual(['r2']);
    const interrupted = threadRecord({
      checkpoints: [checkpoint('a', null)],
      executions: [
        execution('ask', 'a', null, {
          executionId: 'ask',
          status: 'interrupted',
          spans: [span('r1', 0, 30), { ...span('r2', 100, 110), attempts: 2 }],
        }),
      ],
    });
    expect(factsOf('ask', interrupted)).toMatchObject({
      runIds: ['r1', 'r2'],
      attempts: 2,
      startedAt: { ms: 0 },
      time: { ms: 40, bound: 'exact' },
    });
  });

  it('names the execution whose error aborted it', () => {
    const failed = threadRecord({
      checkpoints: [checkpoint('a', null)],
      executions: [
        execution('charge', 'a', null, { executionId: 'c', status: 'failed' }),
        execution('ship', 'a', null, { executionId: 's', status: 'aborted', abortedBy: 'c' }),
      ],
    });
    expect(factsOf('s', failed).abortedBy?.nodeId).toBe('charge');
    expect(factsOf('c', failed).abortedBy).toBeNull();
  });
});
