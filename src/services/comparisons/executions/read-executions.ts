import type { GraphClient } from '../../../remote-graph/client.ts';
import type { ModelUsage } from '../../../shared/token-counter.ts';
import { throwNotOffered } from '../../threads/history/throw-not-offered.ts';
import { readTraceLevels, usualTraceLimits } from '../../threads/execution-trace/read-levels.ts';
import { isMissingParents } from '../../threads/execution-trace/trace-steps.ts';
import type { SideExecutions } from './align-executions.ts';
import { createRowParser, type ComparedRow } from './compared-row.ts';
import { listExecutions } from './list-executions.ts';
import { passBranch, type PassBranch } from './pass-branch.ts';

/** What the history of a thread tells of runs. */
export interface RunHistory extends SideExecutions {
  /** The newest checkpoint that they wrote. */
  readonly newest: ComparedRow | null;
  /** Tokens that the results of their nodes report. */
  readonly usages: readonly ModelUsage[];
  /** The server's message of the last failure. */
  readonly errorText: string | null;
  /** Older checkpoints were deleted. */
  readonly isBroken: boolean;
  /** The runs of the pass that are on one branch; `null` if no pass was wanted. */
  readonly branch: PassBranch | null;
}

/** Runs of a thread. `since`: when the first of them was created, by the server. */
export interface WantedRuns {
  readonly runIds: ReadonlySet<string>;
  readonly since: string | null;
  /** They are a pass, in this order: only those on the branch of `asked` are listed. */
  readonly pass?: { readonly runIds: readonly string[]; readonly asked: string };
}

/**
 * Reads what runs executed; `runs: null`: all of the thread. Fails with `unsupported` if the server offers no history.
 */
export async function readExecutions(
  client: GraphClient,
  threadId: string,
  runs: WantedRuns | null,
  signal: AbortSignal,
): Promise<RunHistory> {
  const parser = createRowParser();
  const ofRuns = (rows: readonly ComparedRow[]): readonly ComparedRow[] =>
    runs === null ? rows : rows.filter(({ runId }) => runId !== null && runs.runIds.has(runId));
  const { levels, isCut } = await readTraceLevels(client, threadId, signal, {
    limits: usualTraceLimits,
    purpose: 'compare.read',
    parse: parser.parse,
    isEnough: (rows) => runs !== null && hasAllOf(runs, rows),
    selectRows: (rows) => withParents(ofRuns(rows), rows),
  }).catch((thrown: unknown) =>
    throwNotOffered(client, thrown, { threadId, what: 'the history of a thread' }, signal),
  );
  const root = levels[0]?.rows ?? [];
  const branch = runs?.pass === undefined ? null : passBranch(root, runs.pass.runIds, runs.pass.asked);
  const ids = branch === null ? (runs?.runIds ?? null) : new Set(branch.runIds);
  const own = root.filter(({ runId }) => ids === null || (runId !== null && ids.has(runId)));
  const listed = listExecutions(levels, ids);
  return {
    executions: listed.executions,
    isCut: isCut || listed.isCut || parser.isCut || (runs !== null && own.some(isOrphanIn(root))),
    newest: own[0] ?? null,
    usages: parser.usagesOf(
      new Set(listed.executions.flatMap(({ ref, hasInner }) => (hasInner ? [] : ref.taskId))),
    ),
    errorText: listed.executions.findLast(({ error }) => error !== null)?.error ?? null,
    isBroken: runs === null && isMissingParents(root),
    branch,
  };
}

/** Whether older checkpoints can't be of these runs, nor be what one of theirs continues. */
function hasAllOf({ runIds, since }: WantedRuns, rows: readonly ComparedRow[]): boolean {
  const oldest = rows.at(-1)?.createdAt ?? null;
  if (since === null || oldest === null || !(Date.parse(oldest) < Date.parse(since))) return false;
  const ids = new Set(rows.map(({ checkpointId }) => checkpointId));
  return rows.every(
    ({ runId, parentId }) => runId === null || !runIds.has(runId) || parentId === null || ids.has(parentId),
  );
}

/** Whether the checkpoint that a run went on from is gone, and with it what ran from there. */
function isOrphanIn(rows: readonly ComparedRow[]) {
  const ids = new Set(rows.map(({ checkpointId }) => checkpointId));
  return ({ source, parentId }: ComparedRow): boolean =>
    source === 'loop' && parentId !== null && !ids.has(parentId);
}

function withParents(own: readonly ComparedRow[], rows: readonly ComparedRow[]): readonly ComparedRow[] {
  if (own === rows) return rows;
  const wanted = new Set([
    ...own.map(({ checkpointId }) => checkpointId),
    ...own.flatMap(({ source, parentId }) => (source === 'loop' ? [parentId] : [])),
  ]);
  return rows.filter(({ checkpointId }) => wanted.has(checkpointId));
}
