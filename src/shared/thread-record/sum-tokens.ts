import type { Execution } from '../model/thread-record.ts';

/** `isLowerBound`: An execution that worked reports none while others of its node do, so there may have been more. */
export interface TokenSum {
  readonly tokens: number;
  readonly isLowerBound: boolean;
}

type Counted = Pick<Execution, 'nodeId' | 'status' | 'tokens'>;

/** The tokens that executions used, without those inside them, by node. Nodes of which none reports any are left out. */
export function tokenSumsByNode(executions: readonly Counted[]): ReadonlyMap<string, TokenSum> {
  const sums = new Map<string, TokenSum>();
  for (const { nodeId, tokens } of executions)
    if (tokens !== null)
      sums.set(nodeId, { tokens: (sums.get(nodeId)?.tokens ?? 0) + tokens, isLowerBound: false });
  for (const { nodeId, status, tokens } of executions) {
    const sum = sums.get(nodeId);
    if (sum !== undefined && tokens === null && (status === 'finished' || status === 'failed'))
      sums.set(nodeId, { ...sum, isLowerBound: true });
  }
  return sums;
}

/** Of a node, of a run, of a thread: whatever these executions are. `null` if none reports any. */
export function sumTokens(executions: readonly Counted[]): TokenSum | null {
  return [...tokenSumsByNode(executions).values()].reduce<TokenSum | null>(addTokenSum, null);
}

export function addTokenSum(before: TokenSum | null, sum: TokenSum): TokenSum {
  return {
    tokens: (before?.tokens ?? 0) + sum.tokens,
    isLowerBound: before?.isLowerBound === true || sum.isLowerBound,
  };
}

/** Of each run: of the executions that it worked at last. */
export function tokenSumsByRun(
  executions: readonly (Counted & Pick<Execution, 'spans'>)[],
): ReadonlyMap<string, TokenSum> {
  const byRun = new Map<string, Counted[]>();
  for (const execution of executions) {
    const runId = execution.spans.at(-1)?.runId ?? null;
    const ofRun = runId === null ? undefined : byRun.get(runId);
    if (ofRun !== undefined) ofRun.push(execution);
    else if (runId !== null) byRun.set(runId, [execution]);
  }
  return new Map(
    [...byRun].flatMap(([runId, ofRun]) => {
      const sum = sumTokens(ofRun);
      return sum === null ? [] : [[runId, sum] as const];
    }),
  );
}
