import type { JournalSpan } from './journal.ts';
import type { OracleReading, OracleStatus, OracleTask } from './oracle.ts';

/** The nodes note whole milliseconds. */
const toleranceMs = 2;

/** Nodes that are graphs note nothing themselves. */
const graphNodes = new Set(['sub', 'deep', 'own']);

/** How a task may stand after what it noted last. A node whose task was ended from outside may note an end all the same. */
const statusesAfter: Readonly<Record<JournalSpan['last'], readonly OracleStatus[]>> = {
  start: ['running', 'cancelled', 'aborted'],
  end: ['finished', 'cancelled', 'aborted'],
  ask: ['interrupted', 'abandoned', 'cancelled', 'aborted'],
  fail: ['failed', 'aborted', 'cancelled'],
};

/** What the oracle says of a thread and the nodes' own notes deny, in words. */
export function contradictionsOfJournal(reading: OracleReading, journal: readonly JournalSpan[]): string[] {
  return [
    ...journal.flatMap((span) => contradictionsOfSpan(reading, span)),
    ...reading.tasks.flatMap((task) => contradictionsOfTask(task, journal)),
  ];
}

function contradictionsOfSpan(reading: OracleReading, span: JournalSpan): string[] {
  const tasks = reading.tasks.filter(({ taskId }) => taskId === span.taskId);
  const run = reading.runs.find(({ runId }) => runId === span.runId);
  const what = `${span.node} ${span.taskId} of run ${span.runId}`;
  return tasks.flatMap((task) => {
    const contradictions: string[] = [];
    if (span.startedAt < task.earliestStart - toleranceMs) {
      contradictions.push(
        `${what} started ${task.earliestStart - span.startedAt} ms before the oracle's earliest start`,
      );
    }
    // The JavaScript server does not stop the code of a node when it ends its task.
    const isInRun = run === undefined || span.lastAt <= run.updatedAt;
    if (task.latestEnd !== null && isInRun && span.lastAt > task.latestEnd + toleranceMs) {
      contradictions.push(`${what} ended ${span.lastAt - task.latestEnd} ms after the oracle's latest end`);
    }
    return contradictions;
  });
}

function contradictionsOfTask(task: OracleTask, journal: readonly JournalSpan[]): string[] {
  if (graphNodes.has(task.name)) return [];
  const spans = journal.filter(({ taskId }) => taskId === task.taskId);
  const last = spans.toSorted((one, other) => one.startedAt - other.startedAt).at(-1);
  const possible: readonly OracleStatus[] =
    last === undefined
      ? ['next', 'abandoned', 'cancelled', 'aborted', 'queued', 'running']
      : statusesAfter[last.last];
  if (possible.some((status) => task.statuses.has(status))) return [];
  const noted = last === undefined ? 'noted nothing' : `noted ${last.last} last`;
  return [`${task.nodePath} ${task.taskId} ${noted}, the oracle says ${[...task.statuses].join(', ')}`];
}
