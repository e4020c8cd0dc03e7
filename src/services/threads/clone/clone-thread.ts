import { randomUUID } from 'node:crypto';
import { containsJson } from '../../../exact-json/diff/compare.ts';
import { memberText, memberTexts } from '../../../exact-json/scan/object-members.ts';
import { rawTextOf, type GraphClient } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import {
  mostCloneDifferences,
  type CloneCheck,
  type CloneProgress,
  type CloneResult,
} from '../../../shared/model/threads/thread-clone.ts';
import { asAppError } from '../../errors/server-errors.ts';
import { objectFromMembers } from '../mappers/filter-mapper.ts';
import { parseThread } from '../mutate-threads.ts';
import { compareBranches, type StepDifference } from './compare-clone.ts';
import { createCorrector } from './corrections.ts';
import { describeLosses } from './describe-losses.ts';
import { planSupersteps } from './plan-supersteps.ts';
import { newestBranch, readSourceHistory, type SourceCheckpoint } from './source-history.ts';
import { noCorrections, type PlannedStep } from './step-plan.ts';
import { missingNodes, readTargetGraph, type TargetGraph } from './target-graph.ts';

/** A thread to clone. The clients may be of the same server. */
export interface CloneRequest {
  readonly source: GraphClient;
  readonly sourceThreadId: string;
  readonly target: GraphClient;
  /** The graph that the clone belongs to. */
  readonly graphId: string;
}

/** Clones that are made until one equals its source, or nothing is left to be tried. */
const mostAttempts = 8;

/** Reads what would be cloned. Throws an `AppError` (`not-found`) if the target has no such graph. */
export async function checkClone(request: CloneRequest, signal: AbortSignal): Promise<CloneCheck> {
  const { source, sourceThreadId, target, graphId } = request;
  const options = { signal, purpose: 'threads.clone' };
  const thread = parseThread(await source.threads.get(sourceThreadId, options));
  const graph = await readTargetGraph(target, graphId, signal);
  const history = await readSourceHistory(source, sourceThreadId, signal);
  const branch = newestBranch(history);
  return {
    checkpoints: branch.length,
    graphId: thread.graphId,
    missingNodes: graph === null ? null : missingNodes(branch, graph),
    losses: describeLosses(history, branch),
  };
}

/**
 * Makes a thread anew by supersteps, reads it back and compares it. One that differs is deleted and made in another
 * way, as far as there is one. Whatever fails, and when it is cancelled, the new thread is deleted; an error that
 * leaves it names it in its details (`threadId`).
 */
export async function cloneThread(
  request: CloneRequest,
  name: string | null,
  signal: AbortSignal,
  onProgress: (progress: CloneProgress) => void,
): Promise<CloneResult> {
  const { source, sourceThreadId, target, graphId } = request;
  const record = await source.threads.get(sourceThreadId, { signal, purpose: 'threads.clone' });
  const graph = await readTargetGraph(target, graphId, signal);
  const report = (phase: CloneProgress['phase'], done: number, total: number | null, attempt = 1): void =>
    onProgress({ phase, done, total, attempt });
  const history = await readSourceHistory(source, sourceThreadId, signal, (done) =>
    report('reading', done, null),
  );
  const branch = newestBranch(history);
  refuseMissingNodes(branch, graph);
  const metadata = metadataOf(memberText(rawTextOf(record), 'metadata') ?? '{}', name);
  signal.throwIfAborted();
  const corrector = createCorrector();
  let corrections = noCorrections;
  for (let attempt = 1; ; attempt += 1) {
    const plan = planSupersteps(branch, { successors: graph?.successors ?? new Map(), corrections });
    const threadId = randomUUID();
    const keep = await orDelete(target, threadId, async () => {
      report('writing', 0, branch.length, attempt);
      // Not cancelled midway: a server might go on writing to a thread that was deleted.
      const made = await target.threads.create(
        {
          threadId,
          graphId,
          ifExists: 'raise',
          metadata: objectFromMembers(metadata),
          ...(plan.length === 0 ? {} : { supersteps: plan.map(({ superstep }) => superstep) }),
        },
        { purpose: 'threads.clone' },
      );
      signal.throwIfAborted();
      const clone = newestBranch(
        await readSourceHistory(target, threadId, signal, (done) =>
          report('verifying', Math.min(done, branch.length), branch.length, attempt),
        ),
      );
      signal.throwIfAborted();
      if (clone.length === 0 && branch.length > 0) throw noSupersteps();
      const differences = compareBranches(branch, clone);
      const better = attempt < mostAttempts ? corrector.next(plan, differences) : null;
      if (better !== null) {
        corrections = better;
        return null;
      }
      return toResult({ made, metadata, history, branch, clone, plan, differences });
    });
    if (keep !== null) return keep;
    await target.threads.delete(threadId, { purpose: 'threads.clone' }).catch((thrown: unknown) => {
      throw leftBehind(threadId, thrown);
    });
    signal.throwIfAborted();
  }
}

/** Runs `work`; if it fails, deletes the thread that it may have made. */
async function orDelete<T>(client: GraphClient, threadId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    await client.threads.delete(threadId, { purpose: 'threads.clone' }).catch((problem: unknown) => {
      const refused = asAppError(problem);
      if (refused.code !== 'not-found') throw leftBehind(threadId, thrown);
    });
    throw thrown;
  }
}

function leftBehind(threadId: string, cause: unknown): AppError {
  const { message } = asAppError(cause);
  return new AppError(
    'server-failed',
    `The clone failed, and its incomplete thread could not be deleted. ${message}`,
    {
      hint: 'Delete the thread when the server answers again.',
      details: { threadId },
      cause,
    },
  );
}

function noSupersteps(): AppError {
  return new AppError('unsupported', 'The server did not make the history of the clone.', {
    hint: 'It may be too old to create threads with supersteps. Nothing was left on it.',
  });
}

function refuseMissingNodes(branch: readonly SourceCheckpoint[], graph: TargetGraph | null): void {
  const missing = graph === null ? [] : missingNodes(branch, graph);
  if (missing.length === 0) return;
  throw new AppError('invalid-input', `The graph lacks nodes that this thread ran: ${missing.join(', ')}.`, {
    hint: 'Choose the graph that the thread belongs to. Nothing was written.',
  });
}

interface Member {
  readonly key: string;
  readonly text: string;
}

/** Written by servers; they are about the source. */
const ownedByServer = new Set(['graph_id', 'assistant_id', 'thread_id', 'run_id', 'created_by', 'owner']);

function metadataOf(metadataText: string, name: string | null): Member[] {
  const kept = memberTexts(metadataText).filter(({ key }) => !ownedByServer.has(key));
  if (name === null) return kept;
  return [...kept.filter(({ key }) => key !== 'name'), { key: 'name', text: JSON.stringify(name) }];
}

function toResult({
  made,
  metadata,
  history,
  branch,
  clone,
  plan,
  differences,
}: {
  readonly made: object;
  readonly metadata: readonly Member[];
  readonly history: readonly SourceCheckpoint[];
  readonly branch: readonly SourceCheckpoint[];
  readonly clone: readonly SourceCheckpoint[];
  readonly plan: readonly PlannedStep[];
  readonly differences: readonly StepDifference[];
}): CloneResult {
  const { threadId, name } = parseThread(made);
  const stored = memberText(rawTextOf(made), 'metadata') ?? '{}';
  const overwritten = plan.flatMap(({ forms }) =>
    [...forms].flatMap(([key, form]) => (form === 'overwrite' ? key : [])),
  );
  return {
    threadId,
    name,
    checkpoints: branch.length,
    same: branch.length - differences.length,
    differences: differences.slice(0, mostCloneDifferences).map(({ step, keys, missingNext, extraNext }) => ({
      position: step + 1,
      sourceCheckpointId: branch[step]?.checkpointId ?? '',
      checkpointId: clone[step]?.checkpointId ?? null,
      keys: [...keys],
      missingNext: [...missingNext],
      extraNext: [...extraNext],
    })),
    metadataDiffers: !metadata.every(({ key, text }) => {
      const got = memberText(stored, key);
      return got !== null && containsJson(got, text);
    }),
    overwrittenKeys: [...new Set(overwritten)],
    losses: describeLosses(history, branch),
  };
}
