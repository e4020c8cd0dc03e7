import { describe, expect, it } from 'vitest';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { isGroup, isRunItem, itemIdOf, timelineItems, type TimelineItem } from './timeline-items.ts';
import { timelineTask as task } from '../../../testing/renderer/timeline-task.ts';

/** As the projection gives them: tasks of one node in one superstep of one graph have the same siblings. */
function related(tasks: readonly TimelineTask[]): TimelineTask[] {
  const idOf = ({ step, parentId, nodeId }: TimelineTask): string => `${step} ${parentId ?? ''} ${nodeId}`;
  const counts = new Map<string, number>();
  for (const one of tasks) counts.set(idOf(one), (counts.get(idOf(one)) ?? 0) + 1);
  return tasks.map((one) => ({
    ...one,
    siblings: { id: idOf(one), count: counts.get(idOf(one)) ?? 0, visit: 1, visits: 1 },
  }));
}

const itemsOf = (tasks: readonly TimelineTask[], toggled: ReadonlySet<string> = new Set()) =>
  timelineItems(related(tasks), toggled, new WeakMap());

const many = (count: number, more: Partial<TimelineTask> = {}): TimelineTask[] =>
  Array.from({ length: count }, (_, index) => task(`t${index}`, { endMs: 10 + index, ...more }));

/** `work*5` for a group, indented by depth. */
const outline = (items: readonly TimelineItem[]): string[] =>
  items.map((item) => {
    if (isRunItem(item)) return item.label;
    const text = isGroup(item) ? `${item.label}*${item.tasks.length}` : item.executionId;
    return `${'  '.repeat(item.depth)}${text}`;
  });

const toggled = (items: readonly TimelineItem[]): Set<string> => new Set(items.filter(isGroup).map(itemIdOf));

describe('the items of a timeline', () => {
  it('are its tasks while few of a node run at once', () => {
    expect(outline(itemsOf(many(4)))).toEqual(['t0', 't1', 't2', 't3']);
  });

  it('group five tasks of one node in one superstep, where the first of them is', () => {
    const tasks = [
      task('a', { label: 'plan' }),
      ...many(3),
      task('b', { label: 'other' }),
      ...many(5).slice(3),
    ];
    expect(outline(itemsOf(tasks))).toEqual(['a', 'work*5', 'b']);
  });

  it('keep a loop apart: its tasks are of different supersteps', () => {
    const tasks = many(8).map((one, index) => ({ ...one, step: index + 1 }));
    expect(outline(itemsOf(tasks))).toHaveLength(8);
  });

  it('show the tasks of an expanded group, those that still run and the slowest first', () => {
    const tasks = [...many(4), task('open', { endMs: null, status: 'running' })];
    const groups = toggled(itemsOf(tasks));
    expect(outline(itemsOf(tasks, groups))).toEqual(['work*5', '  open', '  t3', '  t2', '  t1', '  t0']);
    expect(itemsOf(tasks, groups)[1]?.parentId).toBe([...groups][0]);
  });

  it('keep what ran inside a task below it, and group there, too', () => {
    const tasks = many(5).flatMap((one) => [
      { ...one, container: true },
      ...many(6).map((inner) =>
        task(`${one.executionId}-${inner.executionId}`, {
          label: 'step',
          depth: 1,
          parentId: one.executionId,
          callerId: one.executionId,
        }),
      ),
    ]);
    const outer = toggled(itemsOf(tasks));
    const items = itemsOf(tasks, outer);
    expect(outline(items).slice(0, 4)).toEqual(['work*5', '  t4', '    step*6', '  t3']);
    const withoutT4 = new Set([...outer, 't4']);
    expect(outline(itemsOf(tasks, withoutT4)).slice(0, 3)).toEqual(['work*5', '  t4', '  t3']);
  });

  it('are the tasks themselves where nothing is grouped or collapsed', () => {
    const tasks = related(many(4));
    expect(timelineItems(tasks, new Set(), new WeakMap())).toBe(tasks);
  });

  it('keep the same object for a task in a group while it does not change', () => {
    const tasks = related(many(5));
    const placed = new WeakMap();
    const groups = toggled(timelineItems(tasks, new Set(), placed));
    const [, before] = timelineItems(tasks, groups, placed);
    const [, after] = timelineItems([...tasks], groups, placed);
    expect(after).toBe(before);
  });
});
