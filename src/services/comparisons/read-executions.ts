import type { GraphClient } from 'remote-graph-client/client';
import type { CodeVersion } from '../../shared/model/comparison.ts';
import type { RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { newestCheckpointOf } from '../../shared/thread-record/branch.ts';
import { sumTokens } from '../../shared/thread-record/sum-tokens.ts';
import { executionsOfRuns } from '../../shared/thread-record/executions-of-runs.ts';
import { usageByModel, type ModelUsage } from '../../shared/token-counter.ts';
import type { RecordRow } from '../threads/record/checkpoint-row.ts';
import type { RecordLimits } from '../threads/record/evidence-reader.ts';
import { readPartOfRecord, type RecordReading } from '../threads/record/read-thread-record.ts';
import type { SideExecutions } from './align-executions.ts';
import { listExecutions } from './list-executions.ts';
import { turnBranch, type TurnBranch } from './turn-branch.ts';
import { createStoredValues } from './stored-values.ts';

export interface RunHistory extends SideExecutions {
  readonly record: ThreadRecord;
  // The newest checkpoint that they wrote, else the one at which they worked.
  readonly newestId: string | null;
  // The code that wrote it, if the server says so.
  readonly codeVersion: CodeVersion | null;
  readonly usages: readonly ModelUsage[];
  // An execution reports no tokens while others of its node do.
  readonly hasUnknownTokens: boolean;
  readonly lastRun: RecordedRun | null;
  readonly isBroken: boolean;
  // Another graph has run since, so the server does not report all that ran.
  readonly isOtherGraph: boolean;
  // The runs of the turn that are on one branch; `null` if no turn was wanted.
  readonly branch: TurnBranch | null;
}

// Runs of a thread. `since`: when the first of them was created, by the server. `from`: checkpoints that they were to continue
// from.
export interface WantedRuns {
  readonly runIds: ReadonlySet<string>;
  readonly since: string | null;
  readonly from: readonly string[];
  // They are a turn, in this order: only those on the branch of `requestedRunId` are listed.
  readonly turn?: { readonly runIds: readonly string[]; readonly requestedRunId: string };
}

const limits: RecordLimits = { checkpoints: 1000, subgraphs: 60, runs: 1000, text: 2 ** 28 };

// Reads what runs executed; `runs: null`: all of the thread. `events`: those that this host has. Fails with `unsupported` if
// the server offers no history.
export async function readExecutions(
  client: GraphClient,
  threadId: string,
  runs: WantedRuns | null,
  events: RecordReading['events'],
  signal: AbortSignal,
): Promise<RunHistory> {
  const stored = createStoredValues();
  const { record, isCut } = await readPartOfRecord(client, threadId, signal, {
    limits,
    purpose: 'compare.read',
    onPage: (namespace, pageText) => stored.addPage(namespace, pageText),
    ...(events === undefined ? {} : { events: { ...events, runIds: runs?.runIds ?? null } }),
    ...(runs === null
      ? {}
      : {
          isEnough: (rows) => hasAllOf(runs, rows),
          selectRows: (rows) => withParents(runs, rows),
        }),
  });
  const root = record.checkpoints.filter(({ namespace }) => namespace === '');
  const branch =
    runs?.turn === undefined ? null : turnBranch(root, runs.turn.runIds, runs.turn.requestedRunId);
  const ids = branch === null ? (runs?.runIds ?? null) : new Set(branch.runIds);
  const runRows = root.filter(({ runId }) => ids === null || (runId !== null && ids.has(runId)));
  const listed = listExecutions(record, stored, ids);
  const lastRun = record.runs.findLast(({ runId }) => ids === null || ids.has(runId)) ?? null;
  // A run that was interrupted or failed again where it continued wrote no checkpoint.
  const newestId =
    runRows.at(-1)?.checkpointId ?? (lastRun === null ? null : newestCheckpointOf(record, lastRun.runId));
  const checkpointIds = new Set(root.map(({ checkpointId }) => checkpointId));
  // The checkpoint that a run continued from is gone, and with it what ran from there.
  const hasOrphan = runRows.some(
    ({ source, parentId }) => source === 'loop' && parentId !== null && !checkpointIds.has(parentId),
  );
  const isOtherGraph = runRows.some(({ isPartial }) => isPartial === true);
  const executionsOfRun = executionsOfRuns(record, ids).map(({ execution }) => execution);
  return {
    record,
    executions: listed.executions,
    isCut: isCut || isOtherGraph || listed.isCut || (runs !== null && hasOrphan),
    newestId,
    codeVersion: newestId === null ? null : (stored.at('', newestId)?.codeVersion ?? null),
    usages: usageByModel(executionsOfRun.flatMap(({ models }) => models)),
    hasUnknownTokens: sumTokens(executionsOfRun)?.isLowerBound === true,
    lastRun,
    isBroken: runs === null && record.gaps.some(({ kind }) => kind === 'deleted'),
    isOtherGraph,
    branch,
  };
}

// Whether older checkpoints can't be of these runs, nor be what one of theirs continues.
function hasAllOf({ runIds, since }: WantedRuns, rows: readonly RecordRow[]): boolean {
  const oldest = rows.at(-1)?.createdMs ?? null;
  if (since === null || oldest === null || !(oldest < Date.parse(since))) return false;
  const ids = new Set(rows.map(({ checkpointId }) => checkpointId));
  return rows.every(
    ({ runId, parentId }) => runId === null || !runIds.has(runId) || parentId === null || ids.has(parentId),
  );
}

function withParents({ runIds, since, from }: WantedRuns, rows: readonly RecordRow[]): readonly RecordRow[] {
  const recordRows = rows.filter(({ runId }) => runId !== null && runIds.has(runId));
  const start = Date.parse(since ?? '');
  const newestBefore = rows.find(({ createdMs }) => createdMs !== null && createdMs <= start);
  const selectedRunIds = new Set([
    ...from,
    newestBefore?.checkpointId,
    ...recordRows.map(({ checkpointId }) => checkpointId),
    ...recordRows.flatMap(({ source, parentId }) => (source === 'loop' ? [parentId] : [])),
  ]);
  return rows.filter(({ checkpointId }) => selectedRunIds.has(checkpointId ?? undefined));
}
