import { memberTexts } from '../../../exact-json/scan/object-members.ts';
import { createProtocolFrameReader } from '../../../shared/protocol-frames.ts';
import type { RunEnd, RunFrame } from '../../../shared/model/runs/run.ts';
import { createActivityReducer, type ActivityReducer } from './activity.ts';
import { createAgentsReducer, type AgentsReducer } from './agents.ts';
import { createCachedTasks } from '../../../shared/run-events/cached-tasks.ts';
import { isQuestion } from '../../../shared/run-events/frames/question-frame.ts';
import { payloadPrefix } from '../../../shared/run-events/frames/lazy-frame.ts';
import { createMessagesReducer, type MessagesReducer } from './messages.ts';
import { createInterruptsReducer, type InterruptsReducer } from './interrupts.ts';
import { createEventGapsReducer, type EventGapsReducer } from './event-gaps.ts';
import { createTaskReader } from '../../../shared/run-events/frames/task-frame.ts';
import { createNodeUpdatesReducer, type NodeUpdatesReducer } from './node-updates.ts';
import { createTimelineReducer, type TimelineReducer } from '../../../shared/run-events/timeline/timeline.ts';

/** Everything the views show of one run, updated frame by frame. */
export interface RunModel {
  readonly activity: Pick<ActivityReducer, 'snapshot' | 'reportsQueued'>;
  readonly timeline: Pick<TimelineReducer, 'rows' | 'rowOf' | 'marks'>;
  readonly messages: Omit<MessagesReducer, 'add'>;
  readonly nodeUpdates: Pick<NodeUpdatesReducer, 'of'>;
  readonly agents: Pick<AgentsReducer, 'snapshot'>;
  readonly interrupts: Pick<InterruptsReducer, 'list'>;
  readonly eventGaps: Pick<EventGapsReducer, 'snapshot'>;
  /** The newest values of the root graph, as the server's JSON; `null` before the first ones. */
  valuesText(): string | null;
  hasInterrupt(): boolean;
  /** Milliseconds from the first frame to the last. */
  lastMs(): number;
  add(frame: RunFrame): void;
  end(end: RunEnd): void;
}

export function createRunModel(): RunModel {
  const activity = createActivityReducer();
  const timeline = createTimelineReducer();
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
  return {
    activity,
    timeline,
    messages,
    nodeUpdates,
    agents,
    interrupts,
    eventGaps,
    valuesText: () => values?.text ?? null,
    hasInterrupt: () => isInterrupted,
    lastMs: () => lastMs,
    add(received) {
      const frame = readProtocolFrame(received);
      const task = readTask(frame);
      activity.add(frame, task);
      timeline.add(frame, task);
      eventGaps.add(frame, task);
      for (const cached of cachedTasks.add(frame, task)) {
        activity.drop(cached);
        timeline.drop(cached);
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
      activity.end(end, isInterrupted);
      timeline.end(end, isInterrupted);
      eventGaps.end(end, isInterrupted);
      agents.end(end.outcome);
    },
  };
}

/**
 * Whether a frame holds values of the root graph. On an interrupt, JavaScript servers send values with
 * nothing but the interrupt.
 */
export function isRootValues(frame: RunFrame): boolean {
  if (frame.mode !== 'values' || frame.namespace.length > 0) return false;
  if (!payloadPrefix(frame, 40).includes('"__interrupt__"')) return true;
  try {
    return memberTexts(frame.text).some(({ key }) => key !== '__interrupt__');
  } catch {
    // Not JSON (row R-12).
    return false;
  }
}
