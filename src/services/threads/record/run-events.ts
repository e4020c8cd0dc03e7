import type { FrameBlock } from '../../../shared/model/runs/frame-block.ts';
import type { RunEnd, RunFrame } from '../../../shared/model/runs/run.ts';
import type { RecordedTime } from '../../../shared/model/threads/thread-record.ts';
import { createProtocolFrameReader } from '../../../shared/protocol-frames.ts';
import { createCachedTasks } from '../../../shared/run-events/cached-tasks.ts';
import type { ModelUsage } from '../../../shared/model/model-usage.ts';
import { lazyFrames, payloadPrefix } from '../../../shared/run-events/frames/lazy-frame.ts';
import { parseJson, stringOrNull } from '../../../shared/run-events/frames/json-access.ts';
import { callAround } from '../../../shared/run-events/frames/namespace.ts';
import { isQuestion } from '../../../shared/run-events/frames/question-frame.ts';
import { createTaskReader, type TaskFrame } from '../../../shared/run-events/frames/task-frame.ts';
import type { TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';
import { createTimelineReducer } from '../../../shared/run-events/timeline/timeline.ts';
import { memberText } from '../../../exact-json/scan/object-members.ts';
import { sourceOf, type FrameTimes, type FrameTimeSource } from '../../runs/log/frame-times.ts';
import { payloadBytes } from '../../runs/log/block-builder.ts';
import type { RunLog } from '../../runs/log/run-log.ts';
import { reportsTokens } from '../../runs/tokens/token-frames.ts';
import { createTaskTokens } from './task-tokens.ts';

/** What the events of a run tell of it. */
export interface RunEvents {
  readonly runId: string;
  /** `null` while more events come. */
  readonly end: RunEnd | null;
  /** Events are missing. */
  readonly isIncomplete: boolean;
  /** By task id, in the order in which they started, each followed by those inside it. */
  readonly tasks: ReadonlyMap<string, TaskEvents>;
}

/** What the events of a run tell of one of its tasks. The same object until it changes. */
export interface TaskEvents {
  readonly taskId: string;
  readonly nodeId: string;
  readonly name: string;
  /** Of the graph that it is a task of, as in `checkpoint_ns`; empty for the root graph. */
  readonly namespace: string;
  readonly parentTaskId: string | null;
  /** `cancelled`: because of a task beside it, or with the run. */
  readonly status: 'queued' | 'running' | 'finished' | 'interrupted' | 'failed' | 'cancelled' | 'unknown';
  /** Of its first attempt; `null` if unknown. */
  readonly startedAt: RecordedTime | null;
  /** Of its last attempt; `null` while it runs, and if no event tells. */
  readonly endedAt: RecordedTime | null;
  /** `null` if no event tells of a second one: servers do not report those of a retry policy. */
  readonly attempts: number | null;
  /** The server's message. */
  readonly error: string | null;
  /** Without those of tasks inside it; `null` if its messages report none. */
  readonly tokens: number | null;
  readonly models: readonly ModelUsage[];
  /** The sources of a join, if the server names them. */
  readonly from: readonly string[];
  /** Of its call of its graph, from 1. */
  readonly superstep: number;
}

export interface RunEventsOptions {
  readonly runId: string;
  /** The log lacks what came before it. */
  readonly joinedLate: boolean;
}

/** When the first frame of a log was sent, by the server's clock, in milliseconds since 1970. */
export interface RunEventsClock {
  /** When the server created the run, in milliseconds since 1970; `null` if unknown. */
  readonly createdAt: number | null;
  /** From then to the first frame, in milliseconds; `null` if unknown. */
  readonly firstFrameMs: number | null;
}

/** Folds the events of a run. Values and messages are not parsed, except for their tokens. */
export interface RunEventsReducer {
  /** Adds the next frames, in order. */
  add(block: FrameBlock, times: FrameTimes): void;
  end(end: RunEnd): void;
  /** Not all of its frames are read. */
  cut(): void;
  /** Returns the same object until something changes. */
  get(clock: RunEventsClock): RunEvents;
}

interface Moment {
  /** On the clock of the log, in milliseconds since its first frame. */
  readonly atMs: number;
  /** By the server's clock, in milliseconds since 1970, if the frame itself tells. */
  readonly serverMs: number | null;
  readonly source: FrameTimeSource;
  /** Changes to `atMost` once it shows that the frame had waited for others. */
  bound: RecordedTime['bound'];
}

/** What a task's row in the timeline does not tell. */
interface TaskFacts {
  readonly namespace: string;
  /** Known from what ran inside it, or from its end. */
  isImplied: boolean;
  from: readonly string[];
  start: Moment;
  end: Moment | null;
}

interface KnownTask {
  readonly row: TimelineRow;
  readonly events: TaskEvents;
}

/** Frames that arrived together, by the clock of the log. */
interface Arrival {
  readonly atMs: number;
  readonly moments: Moment[];
  readonly startedIds: Set<string>;
}

/** The first frame's time by the server's clock. */
interface StartTimes {
  readonly server: number | null;
  readonly seen: number | null;
}

const statuses = {
  running: 'running',
  finished: 'finished',
  failed: 'failed',
  waiting: 'interrupted',
  stopped: 'cancelled',
  unknown: 'unknown',
} as const satisfies Record<TimelineRow['status'], TaskEvents['status']>;

export function createRunEventsReducer({ runId, joinedLate }: RunEventsOptions): RunEventsReducer {
  const readProtocolFrame = createProtocolFrameReader();
  const readTask = createTaskReader();
  const cachedTasks = createCachedTasks();
  const timeline = createTimelineReducer();
  const tokens = createTaskTokens();
  const factsById = new Map<string, TaskFacts>();
  let arrival: Arrival = { atMs: -1, moments: [], startedIds: new Set() };
  let serverStartMs: number | null = null;
  let end: RunEnd | null = null;
  let isCut = false;
  let hasInterrupt = false;
  let knownTasks = new Map<string, KnownTask>();
  let events: RunEvents | null = null;
  let eventsStart: StartTimes | null = null;

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
      });
    }
  };
  /**
   * A task that started and ended in frames which arrived together did not take no time: they waited for each other, so what
   * arrived with them before the end was sent earlier, nobody knows when.
   */
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
    const known = factsById.get(task.taskId);
    if (task.kind === 'result') {
      const facts = known ?? {
        namespace: task.callKey,
        isImplied: true,
        from: task.from,
        start: { ...moment, bound: 'atMost' as const },
        end: null,
      };
      facts.end = moment;
      factsById.set(task.taskId, facts);
      return;
    }
    if (known === undefined) {
      factsById.set(task.taskId, {
        namespace: task.callKey,
        isImplied: false,
        from: task.from,
        start: moment,
        end: null,
      });
      return;
    }
    known.end = null;
    if (task.from.length > 0) known.from = task.from;
    // Its own start comes late.
    if (known.isImplied && moment.atMs <= known.start.atMs) known.start = moment;
    known.isImplied = false;
  };
  const addFrame = (received: RunFrame, source: FrameTimeSource): void => {
    const frame = readProtocolFrame(received);
    if (frame.mode.startsWith('messages')) return tokens.add(frame);
    const task = readTask(frame);
    timeline.add(frame, task);
    hasInterrupt ||= task?.outcome === 'waiting' || isQuestion(frame);
    if (task !== null) note(frame, task, momentOf(frame, source));
    for (const { taskId } of cachedTasks.add(frame, task).map(dropped)) factsById.delete(taskId);
  };
  const dropped = (task: TaskFrame): TaskFrame => {
    timeline.drop(task);
    return task;
  };

  const taskEvents = (row: TimelineRow, facts: TaskFacts, startMs: StartTimes): KnownTask => {
    const { taskId, nodeId, label: name, parentId, status, attempts, error, superstep } = row;
    const reported = tokens.of(taskId);
    const startedAt = recordedTime(facts.start, startMs);
    const endedAt = facts.end === null ? null : recordedTime(facts.end, startMs);
    const known = knownTasks.get(taskId);
    if (
      known?.row === row &&
      known.events.tokens === reported &&
      isSameTime(known.events.startedAt, startedAt) &&
      isSameTime(known.events.endedAt, endedAt)
    )
      return known;
    return {
      row,
      events: {
        taskId,
        nodeId,
        name,
        namespace: facts.namespace,
        parentTaskId: parentId !== null && factsById.has(parentId) ? parentId : null,
        status: statuses[status],
        startedAt,
        endedAt,
        attempts: attempts > 1 ? attempts : null,
        error,
        tokens: reported,
        models: tokens.modelsOf(taskId),
        from: facts.from,
        superstep,
      },
    };
  };

  return {
    add(block, times) {
      ({ serverStartMs } = times);
      events = null;
      const mayReportTokens = reportsTokens(block.pieces);
      for (const frame of lazyFrames(block)) {
        if (isWanted(frame, mayReportTokens)) addFrame(frame, sourceOf(times, frame.seq));
        else hasInterrupt ||= isQuestion(frame);
      }
    },
    end(ended) {
      end = ended;
      events = null;
      timeline.end(ended, hasInterrupt);
    },
    cut() {
      isCut = true;
      events = null;
    },
    get({ createdAt, firstFrameMs }) {
      const seen = createdAt === null || firstFrameMs === null ? null : createdAt + firstFrameMs;
      const startMs: StartTimes = { server: serverStartMs, seen };
      if (events !== null && eventsStart !== null && isSameStart(eventsStart, startMs)) return events;
      const tasks = new Map<string, KnownTask>();
      for (const row of timeline.rows()) {
        const facts = factsById.get(row.taskId);
        if (facts !== undefined) tasks.set(row.taskId, taskEvents(row, facts, startMs));
      }
      knownTasks = tasks;
      eventsStart = startMs;
      events = {
        runId,
        end,
        isIncomplete: joinedLate || isCut || end?.incomplete === true || end?.outcome === 'lost',
        tasks: new Map([...tasks].map(([taskId, known]) => [taskId, known.events])),
      };
      return events;
    },
  };
}

/** Modes whose frames tell of tasks. */
const taskModes: ReadonlySet<string> = new Set(['tasks', 'debug', 'updates', 'metadata', 'lifecycle']);

/** Pieces of a message, which report no tokens. */
const messagePiece = /"event"\s*:\s*"content-block-/;

/** Whether a frame is read: most payloads are values and pieces of messages, which are never decoded. */
function isWanted(frame: RunFrame, mayReportTokens: boolean): boolean {
  if (taskModes.has(frame.mode)) return true;
  return (
    mayReportTokens && frame.mode.startsWith('messages') && !messagePiece.test(payloadPrefix(frame, 500))
  );
}

function momentOf(frame: RunFrame, source: FrameTimeSource): Moment {
  return { atMs: frame.atMs, serverMs: timestampOf(frame), source, bound: 'exact' };
}

/** `debug` frames have a time, which is exact however late they are read. */
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

function recordedTime(moment: Moment, { server, seen }: StartTimes): RecordedTime | null {
  const { atMs, serverMs, source, bound } = moment;
  if (serverMs !== null) return { ms: serverMs, bound, source: 'server' };
  if (source === 'unknown') return null;
  const startMs = server ?? (source === 'seen' ? seen : null);
  return startMs === null ? null : { ms: startMs + atMs, bound, source };
}

function isSameTime(one: RecordedTime | null, other: RecordedTime | null): boolean {
  if (one === null || other === null) return one === other;
  return one.ms === other.ms && one.bound === other.bound && one.source === other.source;
}

function isSameStart(one: StartTimes, other: StartTimes): boolean {
  return one.server === other.server && one.seen === other.seen;
}

/** The events of a run's log, read as they come. */
export interface RunLogEvents {
  /** Reads what came since the last call. Rejects if the log is no longer readable, and for `signal`. */
  update(signal: AbortSignal): Promise<void>;
  /** `createdAt`: when the server created the run, in milliseconds since 1970; `null` if unknown. */
  get(createdAt: number | null): RunEvents;
}

/** Bytes of a log that are read at most. */
const maxLogBytes = 64 * 2 ** 20;

export function createRunLogEvents(
  log: RunLog,
  options: RunEventsOptions,
  maxBytes = maxLogBytes,
): RunLogEvents {
  const reducer = createRunEventsReducer(options);
  let seq = 0;
  let bytes = 0;
  let isCut = false;
  let hasEnded = false;
  return {
    async update(signal) {
      // Also when nothing came: the caller must not go on waiting for a log that nobody watches any more.
      signal.throwIfAborted();
      while (seq < log.length && !isCut) {
        signal.throwIfAborted();
        // Sequential: a log may be larger than memory.
        const block = await log.read(seq);
        if (block.count === 0) break;
        reducer.add(block, log.times);
        seq += block.count;
        bytes += payloadBytes(block);
        isCut = bytes > maxBytes;
        // Blocks in memory resolve at once, so yield to the event loop.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (isCut) reducer.cut();
      if (hasEnded || log.end === null || (seq < log.length && !isCut)) return;
      hasEnded = true;
      reducer.end(log.end);
    },
    get: (createdAt) => reducer.get({ createdAt, firstFrameMs: log.firstFrameMs }),
  };
}
