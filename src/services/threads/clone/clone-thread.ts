import { randomUUID } from 'node:crypto';
import { containsJson, memberText, memberTexts } from 'exact-json';
import {
  GraphServerError,
  isUnsupportedRoute,
  ProtocolError,
  rawTextOf,
  type GraphClient,
} from 'remote-graph-client/client';
import { AppError, type ErrorCode } from '../../../shared/app-error.ts';
import {
  maxCloneDifferences,
  type CloneBranches,
  type CloneCheck,
  type CloneLoss,
  type CloneProgress,
  type CloneResult,
} from '../../../shared/model/thread-clone.ts';
import { asAppError } from '../../common/server-errors.ts';
import { objectFromMembers } from '../mappers/filter-mapper.ts';
import { parseThread } from '../mutate-threads.ts';
import { sideBranches, type SideBranch } from './side-branches.ts';
import { compareBranches, type StepDifference } from './compare-clone.ts';
import { createCloneAdjuster } from './clone-adjustments.ts';
import { describeLosses } from './describe-losses.ts';
import { planSupersteps } from './plan-supersteps.ts';
import { newestBranch, readSourceHistory, type SourceCheckpoint } from './source-history.ts';
import { noAdjustments, type CloneAdjustments, type PlannedStep } from './step-plan.ts';
import { missingNodes, readTargetGraph, type TargetGraph } from './target-graph.ts';
import { clonedPath, isOneUpdate, writeNewest, writeSides } from './write-branches.ts';

interface CloneRequest {
  readonly source: GraphClient;
  readonly sourceThreadId: string;
  readonly target: GraphClient;
  readonly graphId: string;
  readonly branches: CloneBranches;
}

const maxAttempts = 8;

// Reads what would be cloned. Throws an `AppError` (`not-found`) if the target has no such graph.
export async function checkClone(request: CloneRequest, signal: AbortSignal): Promise<CloneCheck> {
  const { source, sourceThreadId, target, graphId } = request;
  const options = { signal, purpose: 'threads.clone' };
  const thread = parseThread(await source.threads.get(sourceThreadId, options));
  const graph = await readTargetGraph(target, graphId, signal);
  const history = await readSourceHistory(source, sourceThreadId, signal);
  const branches = branchesOf(history, request.branches);
  const plans = branches.map(({ path }) =>
    planSupersteps(path, { successors: graph?.successors ?? new Map() }),
  );
  const cloned = canHaveSides(plans) ? branches : branches.slice(0, 1);
  return {
    checkpoints: ownSteps(cloned).length,
    otherBranches: canHaveSides(plans) ? sideBranches(history).length : 0,
    graphId: thread.graphId,
    missingNodes: graph === null ? null : missingNodes(ownSteps(cloned), graph),
    losses: describeLosses(history, cloned, plans),
  };
}

/**
 * Makes a thread anew, reads it back and compares it: the newest branch by supersteps, then other branches by state
 * updates, and the last checkpoint of the newest branch at the end, so that it is the state of the thread. One that
 * differs is deleted and made in another way, as far as there is one. Whatever fails, and when it is cancelled, the new
 * thread is deleted; an error that leaves it names it in its details (`threadId`).
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
  const branches = branchesOf(history, request.branches);
  const metadata = metadataOf(memberText(rawTextOf(record), 'metadata') ?? '{}', name);
  signal.throwIfAborted();
  const adjusters = branches.map(createCloneAdjuster);
  let adjustments: readonly CloneAdjustments[] = branches.map(() => noAdjustments);
  for (let attempt = 1; ; attempt += 1) {
    const plans = branches.map(({ path }, index) =>
      planSupersteps(path, {
        successors: graph?.successors ?? new Map(),
        adjustments: adjustments[index] ?? noAdjustments,
      }),
    );
    const cloned = canHaveSides(plans) ? branches : branches.slice(0, 1);
    const total = ownSteps(cloned).length;
    refuseMissingNodes(ownSteps(cloned), graph);
    const threadId = randomUUID();
    let mayExist = true;
    const keep = await orDelete(
      target,
      threadId,
      () => mayExist,
      async () => {
        report('writing', 0, total, attempt);
        const supersteps = (plans[0] ?? []).map(({ superstep }) => superstep);
        const first = cloned.length > 1 ? supersteps.slice(0, -1) : supersteps;
        // Not cancelled midway: a server might go on writing to a thread that was deleted.
        const createdThread = await target.threads
          .create(
            {
              threadId,
              graphId,
              ifExists: 'raise',
              metadata: objectFromMembers(metadata),
              ...(first.length === 0 ? {} : { supersteps: first }),
            },
            { purpose: 'threads.clone' },
          )
          .catch((error: unknown) => {
            // A server that creates no threads has made none.
            mayExist = !isUnsupportedRoute(error);
            throw error;
          });
        signal.throwIfAborted();
        let ids: ReadonlyMap<string, string> = new Map();
        const written =
          first.length === 0 ? [] : newestBranch(await readSourceHistory(target, threadId, signal));
        const isIgnored = first.length > 0 && written.length === 0;
        if (isIgnored) {
          // Some servers ignore supersteps without a word; each state update makes a checkpoint there, too.
          const allBranches = { client: target, threadId, branches: cloned, plans, cloned: [] };
          ids = await writeNewest(allBranches, signal, (done) =>
            report('writing', done, total, attempt),
          ).catch((error: unknown) => {
            throw isRefusedEdit(error) ? noSupersteps(error) : error;
          });
        } else if (cloned.length > 1) {
          const clonedCheckpoints = written;
          if (clonedCheckpoints.length !== first.length) throw noSupersteps();
          ids = await writeSides(
            { client: target, threadId, branches: cloned, plans, cloned: clonedCheckpoints },
            signal,
            (done) => report('writing', first.length + done, total, attempt),
          );
        }
        const read = await readSourceHistory(target, threadId, signal, (done) =>
          report('verifying', Math.min(done, total), total, attempt),
        );
        signal.throwIfAborted();
        const clones = cloned.map(({ path }, index) =>
          index === 0 && !isIgnored ? newestBranch(read) : clonedPath(path, ids, read),
        );
        if (clones[0]?.every((one) => one === null) && total > 0) throw noSupersteps();
        const differences = cloned.map(({ path, ownFrom }, index) =>
          compareBranches(path, clones[index] ?? []).filter(({ step }) => step >= ownFrom),
        );
        const better =
          attempt < maxAttempts
            ? cloned.map(
                (_, index) => adjusters[index]?.next(plans[index] ?? [], differences[index] ?? []) ?? null,
              )
            : [];
        if (better.some((one) => one !== null)) {
          adjustments = branches.map((_, index) => better[index] ?? adjustments[index] ?? noAdjustments);
          return null;
        }
        const losses = describeLosses(history, cloned, plans);
        return toResult({ createdThread, metadata, branches: cloned, clones, plans, differences, losses });
      },
    );
    if (keep !== null) return keep;
    await target.threads.delete(threadId, { purpose: 'threads.clone' }).catch((error: unknown) => {
      throw leftBehind(threadId, error, asAppError(error).code);
    });
    signal.throwIfAborted();
  }
}

function branchesOf(history: readonly SourceCheckpoint[], which: CloneBranches): SideBranch[] {
  const newest = { path: newestBranch(history), ownFrom: 0 };
  return which === 'all' ? [newest, ...sideBranches(history)] : [newest];
}

// The last checkpoint of the newest branch is made after the others, if a state update can make it.
function canHaveSides([newest = []]: readonly (readonly PlannedStep[])[]): boolean {
  const last = newest.at(-1);
  return last !== undefined && isOneUpdate(last);
}

const ownSteps = (branches: readonly SideBranch[]): SourceCheckpoint[] =>
  branches.flatMap(({ path, ownFrom }) => path.slice(ownFrom));

// Runs `work`; if it fails, deletes the thread that it may have made.
async function orDelete<T>(
  client: GraphClient,
  threadId: string,
  mayExist: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!mayExist()) throw error;
    await client.threads.delete(threadId, { purpose: 'threads.clone' }).catch((problem: unknown) => {
      const refused = asAppError(problem);
      if (refused.code !== 'not-found') throw leftBehind(threadId, error, refused.code);
    });
    throw error;
  }
}

function leftBehind(threadId: string, cause: unknown, code: ErrorCode): AppError {
  const { message } = asAppError(cause);
  return new AppError(
    'server-failed',
    `The clone failed, and its incomplete thread ${code === 'outcome-unknown' ? 'may still be there' : 'could not be deleted'}. ${message}`,
    {
      hint: 'Delete the thread when the server responds again.',
      details: { threadId },
      cause,
    },
  );
}

// Refused, or answered by something else. Not a failure of the server or of the way to it, and no lack of rights.
function isRefusedEdit(error: unknown): error is GraphServerError | ProtocolError {
  if (error instanceof ProtocolError) return true;
  return error instanceof GraphServerError && [400, 404, 405, 409, 422, 501].includes(error.status);
}

function noSupersteps(cause?: Error): AppError {
  return new AppError('unsupported', 'The server did not create the history of the clone.', {
    hint: 'It accepts neither supersteps nor the edits that could replace them. Nothing was left on the server.',
    ...(cause === undefined ? {} : { cause }),
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

// Written by servers; they are about the source.
const ownedByServer = new Set(['graph_id', 'assistant_id', 'thread_id', 'run_id', 'created_by', 'owner']);

function metadataOf(metadataText: string, name: string | null): Member[] {
  const members = memberTexts(metadataText).filter(({ key }) => !ownedByServer.has(key));
  if (name === null) return members;
  return [...members.filter(({ key }) => key !== 'name'), { key: 'name', text: JSON.stringify(name) }];
}

function toResult({
  createdThread,
  metadata,
  branches,
  clones,
  plans,
  differences,
  losses,
}: {
  readonly createdThread: object;
  readonly metadata: readonly Member[];
  readonly branches: readonly SideBranch[];
  readonly clones: readonly (readonly (SourceCheckpoint | null)[])[];
  readonly plans: readonly (readonly PlannedStep[])[];
  readonly differences: readonly (readonly StepDifference[])[];
  readonly losses: CloneLoss[];
}): CloneResult {
  const { threadId, name } = parseThread(createdThread);
  const stored = memberText(rawTextOf(createdThread), 'metadata') ?? '{}';
  const checkpoints = ownSteps(branches).length;
  const overwritten = branches.flatMap(({ ownFrom }, index) =>
    (plans[index] ?? [])
      .slice(ownFrom)
      .flatMap(({ forms }) => [...forms].flatMap(([key, form]) => (form === 'overwrite' ? key : []))),
  );
  const all = branches.flatMap(({ path }, index) =>
    (differences[index] ?? []).map(({ step, keys, missingNext, extraNext }) => ({
      branch: index + 1,
      position: step + 1,
      sourceCheckpointId: path[step]?.checkpointId ?? '',
      checkpointId: clones[index]?.[step]?.checkpointId ?? null,
      keys: [...keys],
      missingNext: [...missingNext],
      extraNext: [...extraNext],
    })),
  );
  return {
    threadId,
    name,
    checkpoints,
    branches: branches.length,
    same: checkpoints - all.length,
    differences: all.slice(0, maxCloneDifferences),
    metadataDiffers: !metadata.every(({ key, text }) => {
      const storedText = memberText(stored, key);
      return storedText !== null && containsJson(storedText, text);
    }),
    overwrittenKeys: [...new Set(overwritten)],
    losses,
  };
}
