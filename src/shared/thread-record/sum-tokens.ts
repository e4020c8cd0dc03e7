import type { Execution } from '../model/thread-record.ts';

/** `isLowerBound`: An execution that worked reports none while others do, so there may have been more. */
export interface TokenSum {
  readonly tokens: number;
  readonly isLowerBound: boolean;
}

/** The tokens that executions of one node used, without those inside them; `null` if none reports any. */
export function sumTokens(executions: readonly Pick<Execution, 'status' | 'tokens'>[]): TokenSum | null {
  const counts = executions.flatMap(({ tokens }) => tokens ?? []);
  if (counts.length === 0) return null;
  return {
    tokens: counts.reduce((sum, tokens) => sum + tokens, 0),
    isLowerBound: executions.some(
      ({ status, tokens }) => tokens === null && (status === 'finished' || status === 'failed'),
    ),
  };
}
