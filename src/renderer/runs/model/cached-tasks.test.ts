import { describe, expect, it } from 'vitest';
import {
  taskResult,
  buildFrames,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import { createRunModel, type RunModel } from './run-model.ts';
import { nodesOfRun } from '../../../testing/renderer/run-nodes.ts';

/** What a resumed run repeats of a node that an earlier one finished, as the JavaScript server writes it. */
const cached = (name: string): FrameEntry => [
  'updates',
  { [name]: { log: 1 }, __metadata__: { cached: true } },
];
const interruptedTask = (id: string, name: string): FrameEntry => [
  'tasks',
  { id, name, result: {}, interrupts: [{ id: `asked by ${id}`, value: 1 }] },
];

/** A partial resume: of three reviews the first was answered before, the second is answered now; `check` has finished. */
const resumed: readonly FrameEntry[] = [
  ['values', { log: [] }],
  cached('review'),
  cached('check'),
  taskStart('r1', 'review'),
  taskStart('r2', 'review'),
  taskStart('r3', 'review'),
  taskStart('c1', 'check'),
  ['updates', { __interrupt__: [{ id: 'asked by r3', value: 1 }] }],
  interruptedTask('r3', 'review'),
  ['updates', { review: { log: 1 } }],
  taskResult('r2', 'review', { log: 1 }),
];

/** The same as the Python server writes it, which reports the starts first. */
const resumedInPython: readonly FrameEntry[] = [
  ['values', { log: [] }],
  taskStart('r1', 'review'),
  taskStart('r2', 'review'),
  taskStart('r3', 'review'),
  taskStart('c1', 'check'),
  cached('check'),
  cached('review'),
  ['updates', { review: { log: 1 } }],
  taskResult('r2', 'review', { log: 1 }),
  ['updates', { __interrupt__: [{ id: 'asked by r3', value: 1 }] }],
  interruptedTask('r3', 'review'),
];

function modelOf(entries: readonly FrameEntry[], outcome?: 'interrupted'): RunModel {
  const model = createRunModel();
  for (const frame of buildFrames(...entries)) model.add(frame);
  if (outcome) model.end({ outcome, error: null, incomplete: false });
  return model;
}

const nodesOf = (model: RunModel): string[] =>
  [...nodesOfRun(model)].map(([id, { status, visits }]) => `${id}: ${status} ${visits}`);
const barsOf = (model: RunModel): string[] =>
  model.timeline.rows().map(({ taskId, status, superstep }) => `${taskId} ${status} ${superstep}`);

describe('tasks that a resumed run only repeats', () => {
  it('are neither running nor counted once all starts are in', () => {
    const model = modelOf(resumed.slice(0, 8));
    expect(nodesOf(model)).toEqual(['review: running 3']);
    expect(barsOf(model)).toEqual(['r1 running 1', 'r2 running 1', 'r3 running 1']);
  });

  it('are found where their starts come before what says that they are repeats', () => {
    const beforeResults = modelOf(resumedInPython.slice(0, 7));
    expect(barsOf(beforeResults)).toEqual(['r1 running 1', 'r2 running 1', 'r3 running 1']);
    for (const model of [modelOf(resumedInPython), modelOf(resumedInPython, 'interrupted')]) {
      expect(nodesOf(model)).toEqual(['review: interrupted 2']);
      expect(barsOf(model)).toEqual(['r2 finished 1', 'r3 waiting 1']);
    }
  });

  it('are found among several of one node by the results of the others', () => {
    for (const model of [modelOf(resumed), modelOf(resumed, 'interrupted')]) {
      expect(nodesOf(model)).toEqual(['review: interrupted 2']);
      expect(barsOf(model)).toEqual(['r2 finished 1', 'r3 waiting 1']);
    }
  });

  it('leave no trace of a node where the server reports no tasks', () => {
    expect(nodesOf(modelOf([cached('check'), ['updates', { review: { log: 1 } }]]))).toEqual([
      'review: finished 1',
    ]);
  });

  it('are distinguished from a later visit of the same node', () => {
    const later = [
      ...resumed.slice(0, 3),
      ...resumed.slice(6, 8),
      taskStart('c2', 'check'),
      taskResult('c2', 'check', {}),
    ];
    expect(barsOf(modelOf(later))).toEqual(['c2 finished 2']);
    expect(nodesOf(modelOf(later))).toEqual(['check: finished 1']);
  });

  it('are found in a subgraph', () => {
    const model = modelOf([
      taskStart('a', 'audit'),
      ['updates', { count: { log: 1 }, __metadata__: { cached: true } }, 'audit:a'],
      taskStart('t', 'tax', 'audit:a'),
      taskStart('n', 'count', 'audit:a'),
      taskResult('t', 'tax', { log: 1 }, 'audit:a'),
    ]);
    expect(nodesOf(model)).toEqual(['audit: running 1', 'audit:tax: finished 1']);
  });
});
