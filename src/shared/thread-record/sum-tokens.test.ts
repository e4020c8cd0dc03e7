import { describe, expect, it } from 'vitest';
import type { ExecutionSpan } from '../model/thread-record.ts';
import { sumTokens, tokenSumsByNode, tokenSumsByRun } from './sum-tokens.ts';

const ran = (tokens: number | null, nodeId = 'plan') => ({ nodeId, status: 'finished', tokens }) as const;

describe('the tokens of a node', () => {
  it('are the sum of what its executions report', () => {
    expect(sumTokens([ran(5), ran(7)])).toEqual({ tokens: 12, isLowerBound: false });
  });

  it('are a lower bound if an execution that worked reports none, before or after the others', () => {
    expect(sumTokens([ran(5), ran(null)])).toEqual({ tokens: 5, isLowerBound: true });
    expect(sumTokens([ran(null), ran(5)])).toEqual({ tokens: 5, isLowerBound: true });
    expect(sumTokens([ran(5), { ...ran(null), status: 'failed' }])?.isLowerBound).toBe(true);
  });

  it('are not made less certain by an execution that has not worked yet', () => {
    expect(sumTokens([ran(5), { ...ran(null), status: 'next' }])?.isLowerBound).toBe(false);
  });

  it('are unknown if no execution reports any', () => {
    expect(sumTokens([ran(null)])).toBeNull();
    expect(sumTokens([])).toBeNull();
  });
});

describe('the tokens of several nodes', () => {
  it('are whole beside a node that never reports any, as one without a model', () => {
    expect(sumTokens([ran(5), ran(null, 'tools'), ran(7, 'write')])).toEqual({
      tokens: 12,
      isLowerBound: false,
    });
    expect([...tokenSumsByNode([ran(5), ran(null, 'tools')]).keys()]).toEqual(['plan']);
  });

  it('are a lower bound if those of one node are', () => {
    expect(sumTokens([ran(5), ran(null), ran(7, 'write')])).toEqual({ tokens: 12, isLowerBound: true });
  });

  it('are those of each run by the run that worked at an execution last', () => {
    const span = (runId: string | null): ExecutionSpan => ({
      runId,
      startedAt: null,
      endedAt: null,
      attempts: null,
    });
    const executions = [
      { ...ran(5), spans: [span('a'), span('b')] },
      { ...ran(null), spans: [span('b')] },
      { ...ran(7), spans: [span('a')] },
      { ...ran(9), spans: [] },
    ];
    expect([...tokenSumsByRun(executions)]).toEqual([
      ['b', { tokens: 5, isLowerBound: true }],
      ['a', { tokens: 7, isLowerBound: false }],
    ]);
  });
});
