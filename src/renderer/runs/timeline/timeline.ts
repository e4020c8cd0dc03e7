import type { RunEnd, RunFrame } from '../../../shared/model/run.ts';
import { nodeIdOf } from '../namespace.ts';
import type { TaskFrame } from '../task-frame.ts';

/** One task as a bar. `endMs: null` while it runs. Times are milliseconds since the run's first frame. */
export interface TimelineRow {
  readonly taskId: string;
  readonly nodeId: string;
  readonly label: string;
  /** How many subgraphs lie around it. */
  readonly depth: number;
  readonly startMs: number;
  readonly endMs: number | null;
  readonly status: 'running' | 'finished' | 'failed' | 'waiting' | 'stopped';
  /** It contains other rows. */
  readonly container: boolean;
}

export interface TimelineReducer {
  add(frame: RunFrame, task: TaskFrame | null): void;
  end(end: RunEnd): void;
  /** All bars, each followed by those inside of it, in the order in which they began. */
  rows(): readonly TimelineRow[];
}

interface Bar {
  readonly taskId: string;
  readonly nodeId: string;
  readonly label: string;
  readonly startMs: number;
  endMs: number | null;
  status: TimelineRow['status'];
  doubtful: boolean;
  readonly inside: Bar[];
}

export function createTimeline(): TimelineReducer {
  const bars = new Map<string, Bar>();
  const roots: Bar[] = [];
  let lastMs = 0;
  let rows: readonly TimelineRow[] | null = null;

  const begin = (siblings: Bar[], taskId: string, nodeId: string, label: string, startMs: number): Bar => {
    const known = bars.get(taskId);
    if (known) return known;
    const bar: Bar = {
      taskId,
      nodeId,
      label,
      startMs,
      endMs: null,
      status: 'running',
      doubtful: false,
      inside: [],
    };
    bars.set(taskId, bar);
    siblings.push(bar);
    return bar;
  };

  return {
    add(frame, task) {
      lastMs = frame.atMs;
      if (!task) return;
      rows = null;
      let siblings = roots;
      for (const [at, { name, taskId }] of task.around.entries()) {
        const id = taskId ?? nodeIdOf(task.around.slice(0, at + 1));
        siblings = begin(siblings, id, nodeIdOf(task.around.slice(0, at + 1)), name, task.atMs).inside;
      }
      const bar = begin(siblings, task.taskId, task.nodeId, task.name, task.atMs);
      if (task.kind === 'start') return;
      bar.endMs = task.atMs;
      bar.status = task.outcome;
      bar.doubtful = task.doubtful;
    },
    end({ outcome }) {
      rows = null;
      for (const bar of bars.values()) {
        if (outcome === 'failed' && bar.doubtful) bar.status = 'failed';
        if (bar.status !== 'running') continue;
        bar.endMs = lastMs;
        bar.status = endedAs(outcome);
      }
    },
    rows() {
      rows ??= roots.flatMap((bar) => rowsOf(bar, 0));
      return rows;
    },
  };
}

function endedAs(outcome: RunEnd['outcome']): TimelineRow['status'] {
  if (outcome === 'failed' || outcome === 'finished') return outcome;
  return outcome === 'interrupted' ? 'waiting' : 'stopped';
}

function rowsOf(bar: Bar, depth: number): TimelineRow[] {
  const { taskId, nodeId, label, startMs, endMs, status, inside } = bar;
  return [
    { taskId, nodeId, label, depth, startMs, endMs, status, container: inside.length > 0 },
    ...inside.flatMap((inner) => rowsOf(inner, depth + 1)),
  ];
}
