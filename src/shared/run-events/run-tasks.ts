import { memberText } from 'exact-json';
import type { ModelUsage } from '../model/model-usage.ts';
import type { RunEnd, RunFrame } from '../model/run.ts';
import type { RecordedTime } from '../model/thread-record.ts';
import type { FrameTimeSource } from './frame-time-source.ts';
import { callAround } from '../checkpoint-namespace.ts';
import type { TaskFrame } from './task-frame.ts';
import type { TaskEvents } from './run-events.ts';
import type { TimelineRow } from './timeline-row.ts';
import { createTimelineReducer, type TimelineReducer } from './timeline.ts';
import { createInferredTasks } from './inferred-tasks.ts';
import { parseJson } from '../parse-json.ts';
import { stringOrNull } from '../narrow.ts';

// When the first frame was sent, in milliseconds since 1970 by the server's clock, as the server reports and as seen here.
export interface StartTimes {
  readonly server: number | null;
  readonly seen: number | null;
}

/** What the frames of a run say about its tasks: live, late and from a recording the same, but for times. */
export interface RunTasks {
  readonly timeline: Omit<TimelineReducer, 'add' | 'drop' | 'end'>;
  add(frame: RunFrame, task: TaskFrame | null, source: FrameTimeSource): void;
  drop(task: TaskFrame): void;
  end(end: RunEnd, hasInterrupt: boolean): void;
  tasks(start: StartTimes): readonly TaskEvents[];
  inferred(): readonly TaskEvents[];
  reportsQueued(): boolean;
}

interface Moment {
  // On the clock of the log, in milliseconds since its first frame.
  readonly atMs: number;
  // By the server's clock, in milliseconds since 1970, if the frame itself has it.
  readonly serverMs: number | null;
  readonly source: FrameTimeSource;
  // Changes to `atMost` once it shows that the frame had waited for others.
  bound: RecordedTime['bound'];
}

// What a task's row in the timeline does not show.
interface TaskFacts {
  readonly namespace: string;
  // Known from what ran inside it, or from its end.
  isImplied: boolean;
  from: readonly string[];
  start: Moment;
  end: Moment | null;
  // Of its graph, if its result is empty, which may be a failure.
  doubtfulCall: string | null;
  known: KnownTask | null;
}

interface KnownTask {
  readonly row: TimelineRow;
  readonly isDoubtful: boolean;
  readonly isAborted: boolean;
  readonly tokens: number | null;
  readonly start: Moment;
  readonly startBound: Moment['bound'];
  readonly end: Moment | null;
  readonly endBound: Moment['bound'] | undefined;
  readonly times: StartTimes;
  readonly events: TaskEvents;
}

interface Arrival {
  readonly atMs: number;
  readonly moments: Moment[];
  readonly startedIds: Set<string>;
}

const statuses = {
  running: 'running',
  finished: 'finished',
  failed: 'failed',
  waiting: 'interrupted',
  stopped: 'cancelled',
  unknown: 'unknown',
} as const satisfies Record<TimelineRow['status'], TaskEvents['status']>;

// The tokens that messages of a task reported, which are counted elsewhere.
export interface ReportedTokens {
  of(taskId: string): number | null;
  modelsOf(taskId: string): readonly ModelUsage[];
}

const noTokens: ReportedTokens = { of: () => null, modelsOf: () => [] };

export function createRunTasks({ of: tokensOf, modelsOf }: ReportedTokens = noTokens): RunTasks {
  const timeline = createTimelineReducer();
  const inferredTasks = createInferredTasks();
  const factsById = new Map<string, TaskFacts>();
  const newestSuperstep = new Map<string, number>();
  let outcome: RunEnd['outcome'] | null = null;
  let arrival: Arrival = { atMs: -1, moments: [], startedIds: new Set() };

  const noteAround = (frame: RunFrame, task: TaskFrame, start: Moment): void => {
    for (const [index, { taskId }] of task.around.entries()) {
      if (taskId === null || factsById.has(taskId)) continue;
      const namespace = callAround(frame.namespace, index);
      factsById.set(taskId, {
        namespace,
        isImplied: true,
        from: [],
        start: { ...start, bound: 'atMost' },
        end: null,
        doubtfulCall: null,
        known: null,
      });
    }
  };
  // A task that started and ended in frames which arrived together did not take no time: they waited for each other, so what
  // arrived with them before the end was sent earlier, nobody knows when.
  const noteArrival = (task: TaskFrame, moment: Moment): void => {
    if (arrival.atMs !== moment.atMs) arrival = { atMs: moment.atMs, moments: [], startedIds: new Set() };
    if (task.kind === 'start') arrival.startedIds.add(task.taskId);
    else if (arrival.startedIds.has(task.taskId)) {
      for (const earlier of arrival.moments) if (earlier.source === 'seen') earlier.bound = 'atMost';
      arrival.moments.length = 0;
    }
    arrival.moments.push(moment);
  };
  const note = (frame: RunFrame, task: TaskFrame, moment: Moment): void => {
    noteArrival(task, moment);
    noteAround(frame, task, moment);
    const taskFacts = factsById.get(task.taskId);
    if (task.kind === 'result') {
      const facts = taskFacts ?? {
        namespace: task.callKey,
        isImplied: true,
        from: task.from,
        start: { ...moment, bound: 'atMost' as const },
        end: null,
        doubtfulCall: null,
        known: null,
      };
      facts.end = moment;
      factsById.set(task.taskId, facts);
      return;
    }
    if (taskFacts === undefined) {
      factsById.set(task.taskId, {
        namespace: task.callKey,
        isImplied: false,
        from: task.from,
        start: moment,
        end: null,
        doubtfulCall: null,
        known: null,
      });
      return;
    }
    taskFacts.end = null;
    if (task.from.length > 0) taskFacts.from = task.from;
    // Its own start comes late.
    if (taskFacts.isImplied && moment.atMs <= taskFacts.start.atMs) taskFacts.start = moment;
    taskFacts.isImplied = false;
  };
  const noteDoubt = ({ kind, taskId, callKey, doubtful: isDoubtful }: TaskFrame): void => {
    const superstep = timeline.rowOf(taskId)?.superstep ?? 0;
    newestSuperstep.set(callKey, Math.max(superstep, newestSuperstep.get(callKey) ?? 0));
    const facts = factsById.get(taskId);
    if (facts !== undefined) facts.doubtfulCall = kind === 'result' && isDoubtful ? callKey : null;
  };
  const isInNewestSuperstep = ({ superstep }: TimelineRow, call: string): boolean =>
    superstep >= (newestSuperstep.get(call) ?? 0);
  // An empty result may be that of a failed task until its graph goes on, which it does not after an error.
  const mayHaveFailed = (row: TimelineRow, { doubtfulCall: call }: TaskFacts): boolean => {
    if (outcome !== null || call === null || row.status !== 'finished') return false;
    if (!isInNewestSuperstep(row, call)) return false;
    const enclosingRow = row.parentId === null ? null : timeline.rowOf(row.parentId);
    if (enclosingRow === null || enclosingRow.status === 'running') return true;
    const factsAround = factsById.get(enclosingRow.taskId);
    return factsAround !== undefined && mayHaveFailed(enclosingRow, factsAround);
  };

  // The same once the graph around it has failed.
  const mayBeAborted = (row: TimelineRow, { doubtfulCall: call }: TaskFacts): boolean => {
    if (call === null || !isInNewestSuperstep(row, call)) return false;
    return row.parentId === null ? outcome === 'failed' : timeline.rowOf(row.parentId)?.status === 'failed';
  };

  const taskEvents = (row: TimelineRow, facts: TaskFacts, times: StartTimes): TaskEvents => {
    const { taskId, nodeId, label: name, parentId, status, attempts, error, superstep } = row;
    const { namespace, from, start, end, known } = facts;
    const tokens = tokensOf(taskId);
    const isDoubtful = mayHaveFailed(row, facts);
    const isAborted = mayBeAborted(row, facts);
    if (
      known?.row === row &&
      known.isDoubtful === isDoubtful &&
      known.isAborted === isAborted &&
      known.tokens === tokens &&
      known.start === start &&
      known.startBound === start.bound &&
      known.end === end &&
      known.endBound === end?.bound &&
      known.times.server === times.server &&
      known.times.seen === times.seen
    )
      return known.events;
    const events: TaskEvents = {
      taskId,
      nodeId,
      name,
      namespace,
      parentTaskId: parentId !== null && factsById.has(parentId) ? parentId : null,
      status: isDoubtful ? 'running' : statuses[status],
      startedAt: recordedTime(start, times),
      endedAt: end === null || isDoubtful ? null : endTime(end, times, isAborted),
      attempts: attempts > 1 ? attempts : null,
      error,
      tokens,
      models: modelsOf(taskId),
      from,
      superstep,
    };
    const bounds = { startBound: start.bound, endBound: end?.bound };
    facts.known = { row, isDoubtful, isAborted, tokens, start, end, ...bounds, times, events };
    return events;
  };

  return {
    timeline,
    add(frame, task, source) {
      timeline.add(frame, task);
      inferredTasks.add(frame, task);
      if (task === null) return;
      note(frame, task, { atMs: frame.atMs, serverMs: timestampOf(frame), source, bound: 'exact' });
      noteDoubt(task);
    },
    drop(task) {
      timeline.drop(task);
      factsById.delete(task.taskId);
    },
    end(end, hasInterrupt) {
      ({ outcome } = end);
      timeline.end(end, hasInterrupt);
      inferredTasks.end(end);
    },
    tasks: (start) =>
      timeline.rows().flatMap((row) => {
        const facts = factsById.get(row.taskId);
        return facts === undefined ? [] : taskEvents(row, facts, start);
      }),
    inferred: () => inferredTasks.list().filter(({ taskId }) => !factsById.has(taskId)),
    reportsQueued: inferredTasks.reportsQueued,
  };
}

// `debug` frames have a time, which is exact however late they are read.
function timestampOf({ mode, text }: RunFrame): number | null {
  if (mode !== 'debug') return null;
  try {
    const ms = Date.parse(stringOrNull(parseJson(memberText(text, 'timestamp') ?? '')) ?? '');
    return Number.isNaN(ms) ? null : ms;
  } catch {
    // Not JSON.
    return null;
  }
}

// What an error beside it aborted ends for its server with that error, and its node may go on.
function endTime(end: Moment, times: StartTimes, isAborted: boolean): RecordedTime | null {
  const time = recordedTime(end, times);
  return isAborted && time?.bound === 'exact' ? { ...time, bound: 'atLeast' } : time;
}

function recordedTime(moment: Moment, { server, seen }: StartTimes): RecordedTime | null {
  const { atMs, serverMs, source, bound } = moment;
  if (serverMs !== null) return { ms: serverMs, bound, source: 'server' };
  if (source === 'unknown') return null;
  const startMs = server ?? (source === 'seen' ? seen : null);
  return startMs === null ? null : { ms: startMs + atMs, bound, source };
}
