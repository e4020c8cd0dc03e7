import type { RecordedRun, RunEnding } from './model/thread-record.ts';
import type { StopReason, Thread, ThreadStatus } from './model/thread.ts';

/* The words for how a thread, a run or an execution of a node stands: in every pane, on the command line and in MCP. */

/**
 * `interrupted`: a question waits. `paused`: stopped at a breakpoint or after a step. `aborted`: ended by the error of an
 * execution beside it. `next`: would run if the thread went on. `idle`: no run is active. `active`: queued or running.
 * `waiting`: interrupted or paused.
 */
export type StatusName =
  | 'queued'
  | 'running'
  | 'interrupted'
  | 'paused'
  | 'finished'
  | 'failed'
  | 'cancelled'
  | 'timed-out'
  | 'aborted'
  | 'next'
  | 'idle'
  | 'active'
  | 'waiting'
  | 'unknown';

export const statusLabels: Readonly<Record<StatusName, string>> = {
  queued: 'queued',
  running: 'running',
  interrupted: 'interrupted',
  paused: 'paused',
  finished: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
  'timed-out': 'timed out',
  aborted: 'aborted',
  next: 'next',
  idle: 'idle',
  active: 'active',
  waiting: 'interrupted or paused',
  unknown: 'unknown',
};

const listedStatuses: Readonly<Record<ThreadStatus, StatusName>> = {
  idle: 'idle',
  busy: 'active',
  interrupted: 'waiting',
  error: 'failed',
  unknown: 'unknown',
};

const stopStatuses: Readonly<Record<StopReason, StatusName>> = {
  question: 'interrupted',
  breakpoint: 'paused',
  cancel: 'cancelled',
  nothing: 'idle',
};

/**
 * How a thread stands by its server's list alone, which says less than the thread's record: not how the last run of an idle
 * thread ended, and not whether the run of a busy one has started.
 */
export function listedThreadStatus({
  status,
  interruptedBy,
}: Pick<Thread, 'status' | 'interruptedBy'>): StatusName {
  return interruptedBy === undefined ? listedStatuses[status] : stopStatuses[interruptedBy];
}

/** The status of a run of a thread's record: how it stands, or how it ended. */
export function recordedRunStatus({ status, ending }: Pick<RecordedRun, 'status' | 'ending'>): StatusName {
  if (status !== 'ended') return status;
  return ending?.kind ?? 'unknown';
}

/**
 * How a run ended, with its reason: `paused before review`, `failed in fetch`, `failed at its recursion limit`. `nodeOf`: the
 * node of an execution, where it is known. The error of a failure is not in it.
 */
export function endingText(
  ending: RunEnding,
  nodeOf: (executionId: string) => string | null = () => null,
): string {
  switch (ending.kind) {
    case 'interrupted': {
      const nodes = new Set(ending.executionIds.flatMap((id) => nodeOf(id) ?? []));
      return withNodes(statusLabels.interrupted, 'in', [...nodes]);
    }
    case 'paused':
      if (ending.nodes.length === 0) return statusLabels.paused;
      return ending.place === 'unknown'
        ? withNodes(`${statusLabels.paused},`, 'next:', ending.nodes)
        : withNodes(statusLabels.paused, ending.place, ending.nodes);
    case 'failed': {
      if (ending.isRecursionLimit) return `${statusLabels.failed} at its recursion limit`;
      const node = ending.executionId === null ? null : nodeOf(ending.executionId);
      return withNodes(statusLabels.failed, 'in', node === null ? [] : [node]);
    }
    case 'cancelled':
      if (ending.isKept === null) return statusLabels.cancelled;
      return `${statusLabels.cancelled}, ${ending.isKept ? 'what it wrote is kept' : 'rolled back'}`;
    case 'unknown':
      return `${statusLabels.unknown}: ${ending.why}`;
    default:
      return statusLabels[ending.kind];
  }
}

function endingWithError(
  ending: RunEnding,
  nodeOf: (executionId: string) => string | null = () => null,
): string {
  const text = endingText(ending, nodeOf);
  return ending.kind === 'failed' && !ending.isRecursionLimit && ending.error !== null
    ? `${text}: ${ending.error}`
    : text;
}

/** How a run of a thread's record stands, with the reason of its end and the error of a failure. */
export function recordedRunText(
  run: Pick<RecordedRun, 'status' | 'ending'>,
  nodeOf: (executionId: string) => string | null = () => null,
): string {
  return run.ending === null ? statusLabels[recordedRunStatus(run)] : endingWithError(run.ending, nodeOf);
}

const maxNodes = 3;

function withNodes(word: string, relation: string, nodes: readonly string[]): string {
  if (nodes.length === 0) return word;
  const unnamedCount = nodes.length - maxNodes;
  const names = nodes.slice(0, maxNodes).join(', ');
  return `${word} ${relation} ${names}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}`;
}
