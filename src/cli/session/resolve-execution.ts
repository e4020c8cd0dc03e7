import { AppError } from '../../shared/app-error.ts';
import { alignedNodeId } from '../../shared/comparison.ts';
import { executionSide } from '../../shared/compare-side.ts';
import type { AlignedExecution, CompareSide } from '../../shared/model/comparison.ts';
import type { Call } from './confirm-writes.ts';
import { didYouMean } from './did-you-mean.ts';

// An execution as people name it. `node`: with the subgraph nodes above it, `write:draft`.
export interface NamedExecution {
  readonly connectionId: string;
  readonly threadId: string;
  // `null`: of the whole thread.
  readonly runId: string | null;
  readonly node: string;
  // Counts the executions of the node, from 1; `null`: the last one.
  readonly visit: number | null;
}

/** The execution that a name means. Throws `AppError` (`not-found`), which says what ran. */
export async function resolveExecution(call: Call, namedExecution: NamedExecution): Promise<CompareSide> {
  const { connectionId, threadId, runId, node, visit } = namedExecution;
  const whole: CompareSide =
    runId === null
      ? { kind: 'thread', connectionId, threadId }
      : { kind: 'run', connectionId, threadId, runId };
  // Compared with itself, it is a list of what ran, with visits counted as in every other comparison.
  const { executions, left } = await call('compare.read', { left: whole, right: whole });
  if (executions === null) {
    throw new AppError('not-found', 'It is unknown what ran.', {
      hint: left.incomplete ?? 'The server stores no history of it.',
    });
  }
  const nodeExecutions = executions.rows.filter((row) => alignedNodeId(row) === node);
  const execution =
    visit === null ? nodeExecutions.at(-1) : nodeExecutions.find((row) => row.visit === visit);
  if (!execution?.left) throw executionNotFound(namedExecution, nodeExecutions.length, executions.rows);
  return executionSide(namedExecution, execution.left);
}

function executionNotFound(
  { node, visit, runId }: NamedExecution,
  times: number,
  rows: readonly AlignedExecution[],
): AppError {
  const where = runId === null ? 'on this thread' : 'in this run';
  if (times > 0) {
    return new AppError(
      'not-found',
      `The node "${node}" ran ${times === 1 ? 'once' : `${times} times`} ${where}, so it has no visit ${visit ?? 1}.`,
    );
  }
  const names = rows.map(alignedNodeId);
  return new AppError('not-found', `No node "${node}" ran ${where}.`, {
    hint: names.length === 0 ? 'Nothing ran.' : didYouMean(node, names, 'What ran:'),
  });
}
