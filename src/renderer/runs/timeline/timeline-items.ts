import { minGroupSize, type TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import type { TaskGroup } from './task-group.ts';
import type { RunItem } from './run-items.ts';

// What the timeline lists: tasks, groups of parallel tasks of one node, and runs without tasks.
export type TimelineItem = TimelineTask | TaskGroup | RunItem;

export function isGroup(item: TimelineItem): item is TaskGroup {
  return 'groupId' in item;
}

export function isRunItem(item: TimelineItem): item is RunItem {
  return 'facts' in item;
}

export function itemIdOf(item: TimelineItem): string {
  if (isRunItem(item)) return item.runId;
  return isGroup(item) ? item.groupId : item.executionId;
}

// Tasks at their places in expanded groups: the same object for the same task, so that its bar is not drawn again.
export type PlacedTasks = WeakMap<TimelineTask, TimelineTask>;

/**
 * The items outside of collapsed ones. Tasks are expanded and groups collapsed unless `toggled` has their id. The
 * tasks of an expanded group are sorted by duration, those without an end and the slowest first.
 * @param tasks Each followed by those below it.
 * @param placed What earlier calls placed in groups; added to.
 */
export function timelineItems(
  tasks: readonly TimelineTask[],
  toggled: ReadonlySet<string>,
  placed: PlacedTasks,
): readonly (TimelineTask | TaskGroup)[] {
  const groups = findGroups(tasks);
  if (groups.size === 0 && toggled.size === 0) return tasks;
  const items: (TimelineTask | TaskGroup)[] = [];
  const addedGroups = new Set<string>();
  const add = (from: number, to: number, deeper: number): void => {
    for (let index = from; index < to;) {
      const task = tasks[index];
      if (task === undefined) return;
      const end = endOfTask(tasks, index);
      const members = groups.get(task.siblings.id);
      if (members === undefined) addTask(index, end, deeper, null);
      else if (!addedGroups.has(task.siblings.id)) {
        addedGroups.add(task.siblings.id);
        addGroup(task, members, deeper);
      }
      index = end;
    }
  };
  const addTask = (index: number, end: number, deeper: number, group: TaskGroup | null): void => {
    const task = tasks[index];
    if (task === undefined) return;
    items.push(
      deeper === 0 ? task : placeTask(placed, task, task.depth + deeper, group?.groupId ?? task.parentId),
    );
    if (!toggled.has(task.executionId)) add(index + 1, end, deeper);
  };
  const addGroup = (first: TimelineTask, members: readonly number[], deeper: number): void => {
    const { parentId, nodeId, label, siblings } = first;
    const groupId = `group ${siblings.id}`;
    const timelineTasks = members.flatMap((index) => tasks[index] ?? []);
    const group: TaskGroup = {
      groupId,
      parentId,
      depth: first.depth + deeper,
      nodeId,
      label,
      tasks: timelineTasks,
    };
    items.push(group);
    if (!toggled.has(groupId)) return;
    const slowestFirst = members.toSorted((a, b) => spentMs(tasks[b]) - spentMs(tasks[a]));
    for (const index of slowestFirst) addTask(index, endOfTask(tasks, index), deeper + 1, group);
  };
  add(0, tasks.length, 0);
  return items;
}

function findGroups(tasks: readonly TimelineTask[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, { siblings }] of tasks.entries()) {
    if (siblings.count < minGroupSize) continue;
    const group = groups.get(siblings.id);
    if (group) group.push(index);
    else groups.set(siblings.id, [index]);
  }
  return groups;
}

function placeTask(
  placed: PlacedTasks,
  task: TimelineTask,
  depth: number,
  parentId: string | null,
): TimelineTask {
  const timelineTask = placed.get(task);
  if (timelineTask?.depth === depth && timelineTask.parentId === parentId) return timelineTask;
  const nestedTask = { ...task, depth, parentId };
  placed.set(task, nestedTask);
  return nestedTask;
}

// The place after a task and everything in it.
function endOfTask(tasks: readonly TimelineTask[], index: number): number {
  const depth = tasks[index]?.depth ?? 0;
  let end = index + 1;
  while (end < tasks.length && (tasks[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

function spentMs(task: TimelineTask | undefined): number {
  if (task === undefined) return 0;
  return task.endMs === null ? Number.MAX_SAFE_INTEGER : (task.time?.ms ?? 0);
}
