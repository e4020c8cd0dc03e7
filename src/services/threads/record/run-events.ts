import type { FrameBlock } from '../../../shared/model/frame-block.ts';
import type { RunEnd, RunFrame, RunOrigin } from '../../../shared/model/run.ts';
import { createProtocolFrameReader } from '../../../shared/protocol-frames.ts';
import { createCachedTasks } from '../../../shared/run-events/cached-tasks.ts';
import { lazyFrames, payloadPrefix } from '../../../shared/run-events/lazy-frame.ts';
import { isQuestion } from '../../../shared/run-events/question-frame.ts';
import { createTaskReader } from '../../../shared/run-events/task-frame.ts';
import type { RunEvents } from '../../../shared/run-events/run-events.ts';
import type { FrameTimeSource } from '../../../shared/run-events/frame-time-source.ts';
import { createRunTasks } from '../../../shared/run-events/run-tasks.ts';
import { sourceOf, type FrameTimes } from '../../runs/log/frame-times.ts';
import { payloadBytes } from '../../runs/log/block-builder.ts';
import type { RunLog } from '../../runs/log/run-log.ts';
import { reportsTokens } from '../../runs/log/token-frames.ts';
import { createTaskTokens } from './task-tokens.ts';

export interface RunEventsOptions {
  readonly runId: string;
  // The log lacks what came before it.
  readonly joinedLate: boolean;
  readonly origin?: RunOrigin | null;
}

// When the first frame of a log was sent, by the server's clock, in milliseconds since 1970.
export interface RunEventsClock {
  // When the server created the run, in milliseconds since 1970; `null` if unknown.
  readonly createdAt: number | null;
  // From then to the first frame, in milliseconds; `null` if unknown.
  readonly firstFrameMs: number | null;
}

// Folds the events of a run. Values and messages are not parsed, except for their tokens.
export interface RunEventsReducer {
  add(block: FrameBlock, times: FrameTimes): void;
  end(end: RunEnd): void;
  truncate(): void;
  // Returns the same object until something changes.
  get(clock: RunEventsClock): RunEvents;
}

const unknownOrigin: RunOrigin = { kind: 'unknown', checkpointId: null };

export function createRunEventsReducer({ runId, joinedLate, origin }: RunEventsOptions): RunEventsReducer {
  const readProtocolFrame = createProtocolFrameReader();
  const readTask = createTaskReader();
  const cachedTasks = createCachedTasks();
  const tokens = createTaskTokens();
  const tasks = createRunTasks(tokens);
  let serverStartMs: number | null = null;
  let lastMs: number | null = null;
  let end: RunEnd | null = null;
  let isCut = false;
  let hasInterrupt = false;
  let events: RunEvents | null = null;
  let eventsClock: RunEventsClock | null = null;

  const addFrame = (received: RunFrame, source: FrameTimeSource): void => {
    const frame = readProtocolFrame(received);
    if (frame.mode.startsWith('messages')) return tokens.add(frame);
    const task = readTask(frame);
    tasks.add(frame, task, source);
    hasInterrupt ||= task?.outcome === 'waiting' || isQuestion(frame);
    for (const cached of cachedTasks.add(frame, task)) tasks.drop(cached);
  };

  return {
    add(block, times) {
      ({ serverStartMs } = times);
      events = null;
      const mayReportTokens = reportsTokens(block.pieces);
      for (const frame of lazyFrames(block)) {
        lastMs = frame.atMs;
        if (isWanted(frame, mayReportTokens)) addFrame(frame, sourceOf(times, frame.seq));
        else hasInterrupt ||= isQuestion(frame);
      }
    },
    end(ended) {
      end = ended;
      events = null;
      tasks.end(ended, hasInterrupt);
    },
    truncate() {
      isCut = true;
      events = null;
    },
    get({ createdAt, firstFrameMs }) {
      if (
        events !== null &&
        eventsClock?.createdAt === createdAt &&
        eventsClock.firstFrameMs === firstFrameMs
      )
        return events;
      const seenStartMs = createdAt === null || firstFrameMs === null ? null : createdAt + firstFrameMs;
      const start = { server: serverStartMs, seen: seenStartMs };
      const startMs = serverStartMs ?? seenStartMs;
      eventsClock = { createdAt, firstFrameMs };
      events = {
        runId,
        origin: origin ?? unknownOrigin,
        createdAt,
        lastAt: startMs === null || lastMs === null ? null : startMs + lastMs,
        end,
        hasInterrupt,
        isIncomplete: joinedLate || isCut || end?.incomplete === true || end?.outcome === 'lost',
        tasks: tasks.tasks(start),
        inferred: tasks.inferred(),
      };
      return events;
    },
  };
}

const taskModes: ReadonlySet<string> = new Set([
  'tasks',
  'debug',
  'updates',
  'checkpoints',
  'metadata',
  'lifecycle',
]);

// Pieces of a message, which report no tokens.
const messagePiece = /"event"\s*:\s*"content-block-/;

// Whether a frame is read: most payloads are values and pieces of messages, which are never decoded.
function isWanted(frame: RunFrame, mayReportTokens: boolean): boolean {
  if (taskModes.has(frame.mode)) return true;
  return (
    mayReportTokens && frame.mode.startsWith('messages') && !messagePiece.test(payloadPrefix(frame, 500))
  );
}

// The events of a run's log, read as they come.
export interface RunLogEvents {
  // Reads what came since the last call. Rejects if the log is no longer readable, and for `signal`.
  update(signal: AbortSignal): Promise<void>;
  // `createdAt`: when the server created the run, in milliseconds since 1970; `null` if unknown.
  get(createdAt: number | null): RunEvents;
}

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
      if (isCut) reducer.truncate();
      if (hasEnded || log.end === null || (seq < log.length && !isCut)) return;
      hasEnded = true;
      reducer.end(log.end);
    },
    get: (createdAt) => reducer.get({ createdAt, firstFrameMs: log.firstFrameMs }),
  };
}
