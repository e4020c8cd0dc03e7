import type { TaskGroup } from './task-group.ts';
import { recordedRunText } from '../../../shared/status-labels.ts';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { recordedDuration, runDurationLabel } from '../model/run-duration.ts';
import type { TimelineData } from './use-timeline.ts';

// A run without tasks: when it was created and ended, by the server.
export interface RunItem {
  readonly runId: string;
  readonly run: number;
  readonly label: string;
  readonly depth: 0;
  readonly parentId: null;
  readonly startMs: number;
  readonly endMs: number | null;
  readonly hasFailed: boolean;
  readonly facts: readonly string[];
}

// Inserts the runs without tasks before the first tasks of later runs.
export function withRunItems(
  items: readonly (TimelineTask | TaskGroup)[],
  timeline: Pick<TimelineData, 'runs' | 'layout'>,
): readonly (TimelineTask | TaskGroup | RunItem)[] {
  const otherItems = runItems(timeline);
  if (otherItems.length === 0 || timeline.runs.length === 1) return items;
  const all: (TimelineTask | TaskGroup | RunItem)[] = [];
  for (const item of items) {
    while (item.parentId === null && otherItems[0] !== undefined && otherItems[0].run < firstRunOf(item)) {
      all.push(otherItems[0]);
      otherItems.shift();
    }
    all.push(item);
  }
  return [...all, ...otherItems];
}

function runItems({ runs, layout }: Pick<TimelineData, 'runs' | 'layout'>): RunItem[] {
  return runs.flatMap(({ runId, run, hasTasks }, index) => {
    const place = layout.runs[index];
    if (hasTasks || place === undefined) return [];
    const isOpen = run?.status === 'running' || run?.status === 'queued';
    const ms = run?.createdAt == null || run.endedAt === null ? null : run.endedAt - run.createdAt;
    const facts = [
      run === null ? 'not listed by the server' : recordedRunText(run),
      ...(ms === null ? [] : [runDurationLabel(recordedDuration(ms))]),
    ];
    return {
      runId,
      run: index,
      label: `run ${index + 1}`,
      depth: 0,
      parentId: null,
      startMs: place.createdMs,
      endMs: isOpen ? null : place.endMs,
      hasFailed: run?.ending?.kind === 'failed',
      facts,
    };
  });
}

// The index of the run that began a task.
function firstRunOf(item: TimelineTask | TaskGroup): number {
  const task = 'groupId' in item ? item.tasks[0] : item;
  return task?.spans[0]?.run ?? 0;
}
