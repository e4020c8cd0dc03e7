import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { totalsIn } from '../../shared/thread-record/overlay.ts';
import { projectTimeline } from '../../shared/thread-record/timeline.ts';
import type { JournalSpan } from './journal.ts';
import type { OracleReading, OracleRun } from './oracle.ts';

/** Times are rounded to milliseconds, each of them. */
const toleranceMs = 3;

/**
 * What timelines and overlays say of times, visits and rows, and the server's answers or the nodes' notes deny; in words.
 * `journal: null` for a record with times of events, which are sent after what they report.
 */
export function faultsOfTimes(
  record: ThreadRecord,
  reading: OracleReading,
  journal: readonly JournalSpan[] | null,
): string[] {
  return [
    ...reading.runs
      .filter(({ endings }) => !endings.has('active'))
      .flatMap((run) => [...faultsOfTimeline(record, run), ...faultsOfRunTotals(record, run, journal)]),
    ...faultsOfThread(record, reading),
  ];
}

/** No row is longer than its run, and none outside of the row of the execution around it. */
function faultsOfTimeline(record: ThreadRecord, { runId, createdAt, updatedAt }: OracleRun): string[] {
  const { tasks } = projectTimeline(record, { kind: 'run', runId });
  const runMs = updatedAt - createdAt;
  return tasks.flatMap(({ nodeId, startMs, endMs, callerId, time, spans }) => {
    // In which run it was is not known.
    if (spans.some(({ run }) => run === null)) return [];
    const what = `timeline of run ${runId}: ${nodeId}`;
    const faults: string[] = [];
    if (endMs === null) return [`${what} still runs`];
    if (endMs - startMs > runMs + toleranceMs)
      faults.push(`${what} is ${endMs - startMs} ms long, its run ${runMs} ms`);
    if (time !== null && time.ms > runMs + toleranceMs)
      faults.push(`${what} took ${time.ms} ms, its run ${runMs} ms`);
    const caller = tasks.find(({ executionId }) => executionId === callerId);
    if (caller === undefined) return faults;
    if (startMs < caller.startMs - toleranceMs) faults.push(`${what} begins before ${caller.nodeId}`);
    if (caller.endMs !== null && endMs > caller.endMs + toleranceMs)
      faults.push(`${what} ends after ${caller.nodeId}`);
    return faults;
  });
}

/** A node's time in a run is not less than its nodes noted, unless it says so, and not more than the run's. */
function faultsOfRunTotals(
  record: ThreadRecord,
  { runId, createdAt, updatedAt }: OracleRun,
  journal: readonly JournalSpan[] | null,
): string[] {
  const faults: string[] = [];
  for (const [nodeId, { time }] of totalsIn(record, { kind: 'run', runId })) {
    if (time === null) continue;
    const what = `overlay of run ${runId}: ${nodeId}`;
    if (time.ms > updatedAt - createdAt + toleranceMs)
      faults.push(`${what} took ${time.ms} ms, its run ${updatedAt - createdAt} ms`);
    // An execution of which nothing is known is not counted.
    const isUnclear = record.executions.some((one) => one.nodeId === nodeId && one.status === 'unknown');
    if (time.bound === 'atLeast' || isUnclear || journal === null) continue;
    // The checkpoints of a second call of a subgraph by the same task are listed nowhere.
    const noted = journal.filter(
      (span) =>
        span.runId === runId &&
        pathOf(span) === nodeId &&
        span.lastAt <= updatedAt &&
        !/\|\d+(\||$)/.test(span.namespace),
    );
    const notedMs = noted.reduce((sum, { startedAt, lastAt }) => sum + lastAt - startedAt, 0);
    if (notedMs > time.sumMs + toleranceMs * noted.length)
      faults.push(`${what} took ${time.bound} ${time.sumMs} ms, and noted ${notedMs} ms`);
  }
  return faults;
}

function pathOf({ namespace, node }: JournalSpan): string {
  const segments = namespace === '' ? [] : namespace.split('|').filter((segment) => !/^\d+$/.test(segment));
  return [...segments.map((segment) => segment.replace(/:[^:]*$/, '')), node].join(':');
}

/** What certainly ran on the thread has a row and is counted; nothing is counted that the thread does not have. */
function faultsOfThread(record: ThreadRecord, { tasks }: OracleReading): string[] {
  const faults: string[] = [];
  const rows = new Set(projectTimeline(record, { kind: 'thread' }).tasks.map(({ taskId }) => taskId));
  const totals = totalsIn(record, { kind: 'thread' });
  for (const nodePath of new Set(tasks.map((task) => task.nodePath))) {
    const nodeTasks = tasks.filter((task) => task.nodePath === nodePath);
    const ran = nodeTasks.filter(({ statuses }) => statuses.size === 1 && statuses.has('finished'));
    const visits = totals.get(nodePath)?.visits ?? 0;
    const max = nodeTasks.reduce(
      (sum, { made, isRunAgain }) => sum + Math.max(1, made.length + (isRunAgain ? 1 : 0)),
      0,
    );
    if (visits < ran.length || visits > max)
      faults.push(`overlay of the thread: ${nodePath} has ${visits} visits, not ${ran.length} to ${max}`);
    for (const { taskId } of ran)
      if (!rows.has(taskId)) faults.push(`timeline of the thread: ${nodePath} ${taskId} has no row`);
  }
  return faults;
}
