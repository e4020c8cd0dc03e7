import { memberTexts } from 'exact-json';
import { createProtocolFrameReader } from '../../../shared/protocol-frames.ts';
import type { RunEnd, RunFrame } from '../../../shared/model/run.ts';
import { createAgentsReducer, type AgentsReducer } from './agents.ts';
import { createCachedTasks } from '../../../shared/run-events/cached-tasks.ts';
import { isQuestion } from '../../../shared/run-events/question-frame.ts';
import { payloadPrefix } from '../../../shared/run-events/lazy-frame.ts';
import { createMessagesReducer, type MessagesReducer } from './messages-reducer.ts';
import { createInterruptsReducer, type InterruptsReducer } from './interrupts.ts';
import { createEventGapsReducer, type EventGapsReducer } from './event-gaps.ts';
import { createTaskReader } from '../../../shared/run-events/task-frame.ts';
import { createNodeUpdatesReducer, type NodeUpdatesReducer } from './node-updates.ts';
import type { RunEvents } from '../../../shared/run-events/run-events.ts';
import { createRunTasks, type RunTasks } from '../../../shared/run-events/run-tasks.ts';

// Everything the views show of one run, updated frame by frame.
export interface RunModel {
  readonly timeline: RunTasks['timeline'];
  readonly messages: Omit<MessagesReducer, 'add'>;
  readonly nodeUpdates: Pick<NodeUpdatesReducer, 'of'>;
  readonly agents: Pick<AgentsReducer, 'snapshot'>;
  readonly interrupts: Pick<InterruptsReducer, 'list'>;
  readonly eventGaps: Pick<EventGapsReducer, 'snapshot'>;
  // The newest values of the root graph, as the server's JSON; `null` before the first ones.
  valuesText(): string | null;
  hasInterrupt(): boolean;
  // Whether a checkpoint named the next nodes. Some servers send checkpoints that don't.
  reportsQueued(): boolean;
  // What its events say about its tasks, for its record; the same object until something changes.
  events(clock: RunModelClock): RunEvents;
  lastMs(): number;
  add(frame: RunFrame): void;
  end(end: RunEnd): void;
}

// What a run's record needs that its events don't report.
export interface RunModelClock extends Pick<RunEvents, 'runId' | 'origin' | 'createdAt'> {
  // From its creation to its first event; `null` if unknown.
  readonly firstFrameMs: number | null;
}

export function createRunModel(): RunModel {
  const tasks = createRunTasks();
  const messages = createMessagesReducer();
  const nodeUpdates = createNodeUpdatesReducer();
  const agents = createAgentsReducer();
  const interrupts = createInterruptsReducer();
  const eventGaps = createEventGapsReducer();
  const readProtocolFrame = createProtocolFrameReader();
  const readTask = createTaskReader();
  const cachedTasks = createCachedTasks();
  let values: RunFrame | null = null;
  let isInterrupted = false;
  let lastMs = 0;
  let ended: RunEnd | null = null;
  let events: { readonly clock: RunModelClock; readonly of: RunEvents } | null = null;
  return {
    timeline: tasks.timeline,
    messages,
    nodeUpdates,
    agents,
    interrupts,
    eventGaps,
    valuesText: () => values?.text ?? null,
    hasInterrupt: () => isInterrupted,
    lastMs: () => lastMs,
    reportsQueued: tasks.reportsQueued,
    events(clock) {
      if (events !== null && isSameClock(events.clock, clock)) return events.of;
      const { runId, origin, createdAt, firstFrameMs } = clock;
      // Without a time of the server, the run's own clock begins with it.
      const seenAtMs = (createdAt ?? 0) + (firstFrameMs ?? 0);
      const start = { server: null, seen: seenAtMs };
      events = {
        clock,
        of: {
          runId,
          origin,
          createdAt: createdAt ?? 0,
          lastAt: seenAtMs + lastMs,
          end: ended,
          hasInterrupt: isInterrupted,
          isIncomplete: ended?.incomplete === true || ended?.outcome === 'lost',
          tasks: tasks.tasks(start),
          inferred: tasks.inferred(),
        },
      };
      return events.of;
    },
    add(received) {
      const frame = readProtocolFrame(received);
      const task = readTask(frame);
      events = null;
      tasks.add(frame, task, 'seen');
      eventGaps.add(frame, task);
      for (const cached of cachedTasks.add(frame, task)) {
        tasks.drop(cached);
        eventGaps.drop(cached);
      }
      messages.add(frame);
      nodeUpdates.add(frame);
      agents.add(frame, task);
      interrupts.add(frame, task);
      isInterrupted ||= task?.outcome === 'waiting' || isQuestion(frame);
      if (isRootValues(frame)) values = frame;
      lastMs = frame.atMs;
    },
    end(end) {
      ended = end;
      events = null;
      tasks.end(end, isInterrupted);
      eventGaps.end(end, isInterrupted);
      agents.end(end.outcome);
    },
  };
}

function isSameClock(one: RunModelClock, other: RunModelClock): boolean {
  return (
    one.runId === other.runId &&
    one.origin === other.origin &&
    one.createdAt === other.createdAt &&
    one.firstFrameMs === other.firstFrameMs
  );
}

// Whether a frame holds values of the root graph. On an interrupt, JavaScript servers send values with
// nothing but the interrupt.
export function isRootValues(frame: RunFrame): boolean {
  if (frame.mode !== 'values' || frame.namespace.length > 0) return false;
  if (!payloadPrefix(frame, 40).includes('"__interrupt__"')) return true;
  try {
    return memberTexts(frame.text).some(({ key }) => key !== '__interrupt__');
  } catch {
    // Not JSON.
    return false;
  }
}
