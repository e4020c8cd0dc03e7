import { expect, it } from 'vitest';
import { buildFrames, taskStart, type FrameEntry } from '../../../testing/renderer/run-frame-builder.ts';
import { eventSource } from './event-source.ts';

it.each<[string, FrameEntry, ReturnType<typeof eventSource>]>([
  ['a task', taskStart('t1', 'plan'), { nodeId: 'plan', taskId: 't1' }],
  ['a task in a subgraph', taskStart('t2', 'draft', 'write:t1'), { nodeId: 'write:draft', taskId: 't2' }],
  ['an update', ['updates', { plan: { a: 1 } }], { nodeId: 'plan', taskId: null }],
  ['updates of several nodes', ['updates', { a: 1, b: 1 }], null],
  ['values of a subgraph', ['values', { a: 1 }, 'write:t1'], { nodeId: 'write', taskId: 't1' }],
  ['values of the graph', ['values', { a: 1 }], null],
  ['a payload that is not JSON', ['tasks', '{"id":', 'write:t1'], { nodeId: 'write', taskId: 't1' }],
])('finds the node of %s', (_words, entry, source) => {
  const [frame] = buildFrames(entry);
  expect(frame && eventSource(frame)).toEqual(source);
});
