import { describe, expect, it } from 'vitest';
import type { TaskSiblings, TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';
import { isGroup, isUnseenRun, itemIdOf, timelineItems, type TimelineItem } from './timeline-items.ts';
import { timelineTask as task } from '../../../testing/renderer/timeline-task.ts';

/** As the model gives them: tasks of one node in one superstep of one graph share their siblings. */
function related(rows: readonly TimelineRow[]): TimelineRow[] {
  const all = new Map<string, { -readonly [Key in keyof TaskSiblings]: TaskSiblings[Key] }>();
  return rows.map((row) => {
    const id = `${row.superstep} ${row.parentId ?? ''} ${row.nodeId}`;
    const siblings = all.get(id) ?? { id, count: 0, visit: 1, loop: { id, visits: 1 } };
    siblings.count += 1;
    all.set(id, siblings);
    return { ...row, siblings };
  });
}

const itemsOf = (rows: readonly TimelineRow[], toggled: ReadonlySet<string> = new Set()) =>
  timelineItems(related(rows), toggled, new WeakMap());

const many = (count: number, more: Partial<TimelineRow> = {}): TimelineRow[] =>
  Array.from({ length: count }, (_, at) => task(`t${at}`, { endMs: 10 + at, ...more }));

/** `work*5` for a group, indented by depth. */
const outline = (items: readonly TimelineItem[]): string[] =>
  items.map((item) => {
    if (isUnseenRun(item)) return item.label;
    const text = isGroup(item) ? `${item.label}*${item.rows.length}` : item.taskId;
    return `${'  '.repeat(item.depth)}${text}`;
  });

const toggled = (items: readonly TimelineItem[]): Set<string> => new Set(items.filter(isGroup).map(itemIdOf));

describe('the items of a timeline', () => {
  it('are its tasks while few of a node run at once', () => {
    expect(outline(itemsOf(many(4)))).toEqual(['t0', 't1', 't2', 't3']);
  });

  it('group five tasks of one node in one superstep, where the first of them is', () => {
    const rows = [
      task('a', { label: 'plan' }),
      ...many(3),
      task('b', { label: 'other' }),
      ...many(5).slice(3),
    ];
    expect(outline(itemsOf(rows))).toEqual(['a', 'work*5', 'b']);
  });

  it('keep a loop apart: its tasks are of different supersteps', () => {
    const rows = many(8).map((row, at) => ({ ...row, superstep: at + 1 }));
    expect(outline(itemsOf(rows))).toHaveLength(8);
  });

  it('show the tasks of an expanded group, those that still run and the slowest first', () => {
    const rows = [...many(4), task('open', { endMs: null, status: 'running' })];
    const groups = toggled(itemsOf(rows));
    expect(outline(itemsOf(rows, groups))).toEqual(['work*5', '  open', '  t3', '  t2', '  t1', '  t0']);
    expect(itemsOf(rows, groups)[1]?.parentId).toBe([...groups][0]);
  });

  it('keep what ran inside a task below it, and group there, too', () => {
    const rows = many(5).flatMap((row) => [
      { ...row, container: true },
      ...many(6).map((inner) =>
        task(`${row.taskId}-${inner.taskId}`, { label: 'step', depth: 1, parentId: row.taskId }),
      ),
    ]);
    const outer = toggled(itemsOf(rows));
    const items = itemsOf(rows, outer);
    expect(outline(items).slice(0, 4)).toEqual(['work*5', '  t4', '    step*6', '  t3']);
    const withoutT4 = new Set([...outer, 't4']);
    expect(outline(itemsOf(rows, withoutT4)).slice(0, 3)).toEqual(['work*5', '  t4', '  t3']);
  });

  it('are the rows themselves where nothing is grouped or collapsed', () => {
    const rows = related(many(4));
    expect(timelineItems(rows, new Set(), new WeakMap())).toBe(rows);
  });

  it('keep the same object for a task in a group while it does not change', () => {
    const rows = related(many(5));
    const placed = new WeakMap();
    const groups = toggled(timelineItems(rows, new Set(), placed));
    const [, before] = timelineItems(rows, groups, placed);
    const [, after] = timelineItems([...rows], groups, placed);
    expect(after).toBe(before);
  });
});
