import { describe, expect, it } from 'vitest';
import type { RunFrame, RunOutcome } from '../../../../shared/model/runs/run.ts';
import { buildFrames, taskResult, taskStart } from '../../../../testing/renderer/run-frame-builder.ts';
import { createTaskReader } from '../../../../shared/run-events/frames/task-frame.ts';
import { createTimelineReducer } from '../../../../shared/run-events/timeline/timeline.ts';
import type { RunPlace } from './pass-layout.ts';
import { createPassTasks, type PassTask, type RunTasks } from './pass-tasks.ts';

const at = (eventsMs: number, queuedMs = 50): RunPlace => ({
  createdMs: eventsMs - queuedMs,
  eventsMs,
  endMs: eventsMs + 1000,
});
function tasksOf(place: RunPlace, frames: readonly RunFrame[], outcome: RunOutcome): RunTasks {
  const timeline = createTimelineReducer();
  const read = createTaskReader();
  for (const frame of frames) timeline.add(frame, read(frame));
  timeline.end({ outcome, error: null, incomplete: false });
  return { place, rows: timeline.rows() };
}
/** `label start-end status`, indented by depth, after what earlier runs say of it. */
const lines = (tasks: readonly PassTask[]): string[] =>
  tasks.map((task) =>
    [...task.earlier, task]
      .map(
        ({ depth, label, run, startMs, endMs, status }) =>
          `${'  '.repeat(depth)}${label} ${run}: ${startMs}-${endMs ?? ''} ${status}`,
      )
      .join(', '),
  );

const asking = tasksOf(
  at(0),
  buildFrames(
    taskStart('t1', 'plan'),
    taskResult('t1', 'plan'),
    taskStart('t2', 'write'),
    taskStart('t3', 'draft', 'write:t2'),
    taskResult('t3', 'draft', {}, 'write:t2'),
    taskStart('t4', 'review', 'write:t2'),
    taskResult('t4', 'review', { interrupts: [{ id: 'i' }] }, 'write:t2'),
  ),
  'interrupted',
);
const answering = tasksOf(
  at(2000),
  buildFrames(
    taskStart('t2', 'write'),
    taskStart('t4', 'review', 'write:t2'),
    taskResult('t4', 'review', {}, 'write:t2'),
    taskStart('t5', 'polish', 'write:t2'),
    taskResult('t5', 'polish', {}, 'write:t2'),
    taskResult('t2', 'write'),
    taskStart('t6', 'send'),
    taskResult('t6', 'send'),
  ),
  'finished',
);

describe('the tasks of a pass', () => {
  it('are one list: what a run continues is the same task, with what came before', () => {
    expect(lines(createPassTasks().merge([asking, answering]))).toEqual([
      'plan 0: 0-100 finished',
      'write 0: 200-600 waiting, write 1: 2000-2500 finished',
      '  draft 0: 300-400 finished',
      '  review 0: 500-600 waiting,   review 1: 2100-2200 finished',
      '  polish 1: 2300-2400 finished',
      'send 1: 2600-2700 finished',
    ]);
  });

  it('wait until the next run is created, and are queued from there on', () => {
    const [, write] = createPassTasks().merge([asking, answering]);
    expect(write?.earlier[0]?.waitedUntilMs).toBe(1950);
    expect(write).toMatchObject({ readyMs: 1950, startMs: 2000, waitedUntilMs: null });
  });

  it('stay the same objects while nothing changes, and only those that change are new', () => {
    const tasks = createPassTasks();
    const before = tasks.merge([asking, answering]);
    expect(tasks.merge([asking, answering]).every((task, index) => task === before[index])).toBe(true);
    const moved = tasks.merge([asking, { ...answering, place: at(3000) }]);
    expect(moved[0]).toBe(before[0]);
    expect(moved[5]?.startMs).toBe(3600);
  });

  it('keep parallel tasks of one node together, also where only some of them run again', () => {
    const many = ['a', 'b', 'c', 'd', 'e'];
    const first = tasksOf(
      at(0),
      buildFrames(
        ...many.map((id) => taskStart(id, 'ask')),
        ...many.map((id) => taskResult(id, 'ask', id === 'b' ? { interrupts: [{ id: 'i' }] } : {})),
      ),
      'interrupted',
    );
    const second = tasksOf(at(5000), buildFrames(taskStart('b', 'ask'), taskResult('b', 'ask')), 'finished');
    const all = createPassTasks().merge([first, second]);
    const [one] = all;
    expect(all.filter(({ siblings }) => siblings === one?.siblings)).toHaveLength(5);
    expect(one?.siblings.count).toBe(5);
  });

  it('keep two runs apart whose supersteps have the same numbers, and count a loop over both', () => {
    const loop = (id: string, place: RunPlace) =>
      tasksOf(place, buildFrames(taskStart(id, 'ask'), taskResult(id, 'ask')), 'finished');
    const all = createPassTasks().merge([loop('a', at(0)), loop('b', at(5000))]);
    expect(new Set(all.map(({ siblings }) => siblings.id)).size).toBe(2);
    expect(all.map(({ siblings }) => `${siblings.visit}/${siblings.loop.visits}`)).toEqual(['1/2', '2/2']);
  });
});
