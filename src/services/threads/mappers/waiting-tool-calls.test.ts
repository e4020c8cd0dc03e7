import { expect, it } from 'vitest';
import { toThreadState } from './state-mapper.ts';

const call = (id: string, name: string, agent?: string): object => ({
  id,
  name,
  args: agent === undefined ? {} : { subagent_type: agent, description: 'x' },
});
const calling = (...calls: readonly object[]): object => ({ type: 'ai', content: '', tool_calls: calls });
const answer = (id: string): object => ({ type: 'tool', content: '', tool_call_id: id });
const interrupts = [{ id: 'i', value: 'ok?' }];
const waiting = (path: readonly unknown[], name = 'tools'): object => ({ id: 't', name, path, interrupts });
const finished = (path: readonly unknown[], id: string): object => ({
  id: 'f',
  name: 'tools',
  path,
  interrupts: [],
  result: { messages: [answer(id)] },
});

/** The calls of the task that waits. */
function callsOf(messages: readonly object[], tasks: readonly object[]): unknown {
  const state = { values: { messages }, next: ['tools'], tasks };
  return toThreadState('thread', JSON.stringify(state)).interrupts[0]?.toolCalls;
}

const both = calling(call('1', 'task', 'clerk'), call('2', 'write_file'));

it('a task that one tool call was sent to runs this call again', () => {
  const clerk = [{ tool: 'task', agent: 'clerk' }];
  const tasks = [waiting(['__pregel_push', 0]), finished(['__pregel_push', 1, false], '2')];
  expect(callsOf([both], tasks)).toEqual(clerk);
  expect(callsOf([both, answer('2')], tasks)).toEqual(clerk);
  expect(callsOf([both, answer('2')], [waiting(['__pregel_push', 0])])).toEqual(clerk);
});

it('the task of a node that runs all tools runs all calls again that are not answered', () => {
  const path = ['__pregel_pull', 'tools'];
  const all = [
    { tool: 'task', agent: 'clerk' },
    { tool: 'write_file', agent: null },
  ];
  expect(callsOf([both], [waiting(path)])).toEqual(all);
  expect(callsOf([both, answer('1')], [waiting(path)])).toEqual(all.slice(1));
});

it('nothing is said of calls where that is not certain', () => {
  const sent = waiting(['__pregel_push', 0]);
  expect(callsOf([both], [sent])).toBeUndefined();
  expect(callsOf([both], [sent, finished(['__pregel_push', 1], '1')])).toBeUndefined();
  expect(callsOf([both], [waiting(['__pregel_pull', 'review'], 'review')])).toBeUndefined();
  expect(callsOf([both], [waiting([])])).toBeUndefined();
  expect(callsOf([both, { type: 'human', content: 'no' }], [sent])).toBeUndefined();
  expect(callsOf([calling({ id: 1 }, {})], [sent])).toBeUndefined();
});
