import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../../shared/model/run.ts';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import { createTaskReader } from '../../../shared/run-events/task-frame.ts';
import { callsInState, createAgentsReducer, type SeenAgents } from './agents.ts';

function seenIn(entries: readonly FrameEntry[], outcome?: RunOutcome): SeenAgents {
  const agents = createAgentsReducer();
  const read = createTaskReader();
  for (const frame of buildFrames(...entries)) agents.add(frame, read(frame));
  if (outcome !== undefined) agents.end(outcome);
  return agents.snapshot();
}

const call = (id: string, name: string, args: object = {}) => ({ id, name, args });
const asks = (...calls: readonly object[]) => ({ type: 'ai', content: '', tool_calls: calls });
const answers = (id: string, more: object = {}) => ({
  type: 'tool',
  content: 'x',
  tool_call_id: id,
  ...more,
});
const update = (node: string, value: unknown, ...namespace: string[]): FrameEntry => [
  'updates',
  { [node]: value },
  ...namespace,
];

describe('createAgentsReducer', () => {
  it('reads calls and answers from updates, also from commands of tools', () => {
    const { calls } = seenIn([
      update('agent', {
        messages: [asks(call('c1', 'write_todos'), call('c2', 'task'), call('c3', 'search'))],
      }),
      // A tool that returns a command: the update is a list, and its message list may be wrapped.
      update('tools', [{ todos: [] }, { messages: [answers('c1')] }]),
      update('tools', { messages: [answers('c2', { status: 'error' })] }),
    ]);
    expect(calls.map(({ tool, answer }) => `${tool} ${answer}`)).toEqual([
      'write_todos ok',
      'task failed',
      'search none',
    ]);
  });

  it('keeps the calls of subgraphs apart, and an answer whose call is unknown out', () => {
    const { calls } = seenIn([
      update('agent', { messages: [asks(call('c1', 'search'))] }, 'tools:t1'),
      update('tools', { messages: [answers('c9')] }),
    ]);
    expect(calls).toMatchObject([{ tool: 'search', graph: 'tools', answer: 'none' }]);
  });

  it('distinguishes two calls of a subgraph in one task, with names and times', () => {
    const named = (name: string) => ({ result: { messages: [{ type: 'human' }, { type: 'ai', name }] } });
    const entries = [
      taskStart('t1', 'tools'),
      taskStart('a1', 'agent', 'tools:t1'),
      taskStart('b1', 'agent', 'tools:t1', '1'),
      taskResult('a1', 'agent', named('researcher'), 'tools:t1'),
      taskStart('a2', 'tools', 'tools:t1'),
      taskResult('t1', 'tools'),
    ];
    expect(seenIn(entries).subgraphs).toEqual([
      {
        callerId: 'tools',
        name: 'researcher',
        status: 'finished',
        startMs: 100,
        endMs: 500,
        nodeId: 'tools:tools',
        taskId: 'a2',
        taskIds: new Set(['a1', 'a2']),
      },
      {
        callerId: 'tools',
        name: null,
        status: 'finished',
        startMs: 200,
        endMs: 500,
        nodeId: 'tools:agent',
        taskId: 'b1',
        taskIds: new Set(['b1']),
      },
    ]);
  });

  it('ends what still runs with the run, and with a new attempt of the server', () => {
    const open = [taskStart('t1', 'tools'), taskStart('a1', 'agent', 'tools:t1')];
    expect(seenIn(open).subgraphs).toMatchObject([{ status: 'running', endMs: null }]);
    expect(seenIn(open, 'cancelled').subgraphs).toMatchObject([{ status: 'stopped', endMs: 100 }]);
    expect(seenIn([...open, ['metadata', { attempt: 2 }]]).subgraphs).toMatchObject([{ status: 'stopped' }]);
  });

  it('takes hostile calls as they come: no names, any type, endless lists', () => {
    const many = Array.from({ length: 3000 }, (_, index) => call(`c${index}`, 'x'.repeat(5000)));
    const { calls } = seenIn([
      update('agent', { messages: [asks({ id: 1, name: {} }, null as unknown as object, call('', ''))] }),
      update('agent', { messages: [asks(...many)] }),
      ['updates', '{"agent": "tool_calls" not json'],
    ]);
    expect(calls).toHaveLength(2000);
    expect(calls[0]?.tool).toHaveLength(200);
  });
});

describe('callsInState', () => {
  it('reads the calls of a state, whatever its key is', () => {
    const state = { pace: 1, chat: [asks(call('c1', 'search')), answers('c1')], log: ['tool_calls'] };
    expect(callsInState(JSON.stringify(state))).toMatchObject([{ tool: 'search', answer: 'ok' }]);
    expect(callsInState('{"tool_calls": ')).toEqual([]);
  });
});
