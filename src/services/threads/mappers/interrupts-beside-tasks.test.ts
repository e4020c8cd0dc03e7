import { expect, it } from 'vitest';
import { readRawMembers } from '../../common/raw-members.ts';
import { noAnswerEvidence } from './finished-tasks.ts';
import { toHistoryPage } from './history-mapper.ts';
import { parseTasks } from './task-mapper.ts';

const asked = (state: object) =>
  parseTasks(readRawMembers(JSON.stringify(state)), noAnswerEvidence).interrupts.map(
    ({ id, taskId, nodeId, valueText }) => [id, taskId, nodeId, valueText],
  );
const task = { id: 't1', name: 'ask' };

it.each<[string, object]>([
  ['a list of the task', { next: ['ask'], tasks: [{ ...task, interrupts: [{ id: 'i', value: 'Go?' }] }] }],
  [
    'the older name of the id',
    { next: ['ask'], tasks: [{ ...task, interrupts: [{ interrupt_id: 'i', value: 'Go?' }] }] },
  ],
  ['a map of the state', { next: ['ask'], tasks: [task], interrupts: { t1: [{ id: 'i', value: 'Go?' }] } }],
  [
    'a list of the state',
    { next: ['ask'], tasks: [task], interrupts: [{ id: 'i', value: 'Go?', ns: ['ask:t1'] }] },
  ],
  [
    'one list under one name',
    { next: ['ask'], tasks: [task], interrupts: { __interrupt__: [{ id: 'i', value: 'Go?' }] } },
  ],
  [
    'a member of the values',
    { next: ['ask'], tasks: [task], values: { a: 1, __interrupt__: [{ id: 'i', value: 'Go?' }] } },
  ],
])('a question is read from %s', (_name, state) => {
  expect(asked(state)).toEqual([['i', 't1', 'ask', '"Go?"']]);
});

it('what a task has answered is not asked again because the state repeats it', () => {
  const interrupts = [{ id: 'i', value: 'Go?' }];
  const done = { ...task, interrupts, result: { a: 1 } };
  expect(asked({ next: ['after'], tasks: [done], interrupts })).toEqual([]);
});

it('checkpoints of other threads are left out of a page and counted, and the next page begins behind them', () => {
  const state = (id: string, threadId: string) => ({
    values: {},
    next: [],
    tasks: [],
    metadata: { step: 1, source: 'loop' },
    checkpoint: { thread_id: threadId, checkpoint_ns: '', checkpoint_id: id },
    parent_checkpoint: null,
  });
  const states = [state('c4', 't'), state('c3', 'other'), state('c2', 'other'), state('c1', 't')];
  const page = toHistoryPage(JSON.stringify(states), 3, 't');
  expect(page.checkpoints.map(({ checkpointId }) => checkpointId)).toEqual(['c4']);
  expect([page.before, page.foreign]).toEqual(['c2', 2]);
  expect(toHistoryPage(JSON.stringify(states.slice(0, 1)), 3, 't')).not.toHaveProperty('foreign');
});
