import { expect, it } from 'vitest';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import { createRunModel } from './run-model.ts';

function askedAfter(...entries: readonly FrameEntry[]) {
  const model = createRunModel();
  for (const frame of buildFrames(...entries)) model.add(frame);
  return model.interrupts.list();
}
const interrupts = [{ id: 'a', value: { n: 1 } }];

it('an interrupt is there when its task ends, with its text as it was sent', () => {
  expect(askedAfter(taskStart('1', 'review'))).toEqual([]);
  const sent = '{"id":"1","name":"review","result":{},"interrupts":[{"id":"a","value":9007199254740993}]}';
  expect(askedAfter(taskStart('1', 'review'), ['tasks', sent])).toEqual([
    { taskId: '1', index: 0, id: 'a', valueText: '9007199254740993', nodeId: 'review' },
  ]);
});

it('a container repeats the interrupt inside it, which counts once', () => {
  const inner = taskResult('2', 'ask', { interrupts }, 'write:1');
  expect(askedAfter(inner, taskResult('1', 'write', { interrupts }))).toEqual([
    { taskId: '2', index: 0, id: 'a', valueText: '{"n":1}', nodeId: 'write:ask' },
  ]);
});

it('a further attempt interrupts again', () => {
  const asked = taskResult('1', 'review', { interrupts });
  expect(askedAfter(asked, ['metadata', { attempt: 2 }])).toEqual([]);
  expect(askedAfter(asked, ['metadata', { attempt: 2 }], asked)).toHaveLength(1);
});

it('no more interrupts are kept than a canvas shows, and the list is the same until it changes', () => {
  const many = Array.from({ length: 80 }, (_, index) => ({ id: String(index), value: index }));
  const model = createRunModel();
  for (const frame of buildFrames(taskResult('1', 'review', { interrupts: many }))) model.add(frame);
  const list = model.interrupts.list();
  expect(list).toHaveLength(50);
  for (const frame of buildFrames(taskResult('2', 'again', { interrupts: [{ id: 'z', value: 1 }] })))
    model.add(frame);
  expect(model.interrupts.list()).toBe(list);
});
