import { describe, expect, it } from 'vitest';
import { sumTokens } from './sum-tokens.ts';

const ran = (tokens: number | null) => ({ status: 'finished', tokens }) as const;

describe('the tokens of a node', () => {
  it('are the sum of what its executions report', () => {
    expect(sumTokens([ran(5), ran(7)])).toEqual({ tokens: 12, isLowerBound: false });
  });

  it('are a lower bound if an execution that worked reports none', () => {
    expect(sumTokens([ran(5), ran(null)])).toEqual({ tokens: 5, isLowerBound: true });
    expect(sumTokens([ran(5), { status: 'failed', tokens: null }])?.isLowerBound).toBe(true);
  });

  it('are not made less certain by an execution that has not worked yet', () => {
    expect(sumTokens([ran(5), { status: 'next', tokens: null }])?.isLowerBound).toBe(false);
  });

  it('are unknown if no execution reports any', () => {
    expect(sumTokens([ran(null)])).toBeNull();
    expect(sumTokens([])).toBeNull();
  });
});
