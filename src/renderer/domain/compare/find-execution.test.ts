import { expect, it } from 'vitest';
import type { CheckpointSummary, CheckpointTask } from '../../../shared/model/threads/thread.ts';
import type { Studio } from '../../rpc/rpc-context.ts';
import { findExecution } from './find-execution.ts';

const on = { connectionId: 'demo', threadId: 't' };

function checkpoint(checkpointId: string, parentId: string | null, ...tasks: CheckpointTask[]) {
  return { checkpointId, parentId, source: 'loop', tasks } as unknown as CheckpointSummary;
}

/** Histories by namespace, newest first, in pages of two. */
function studioWith(levels: Readonly<Record<string, readonly CheckpointSummary[]>>): Pick<Studio, 'call'> {
  const call = async (_name: string, asked: { before: string | null; checkpointNs?: string }) => {
    const rows = levels[asked.checkpointNs ?? ''] ?? [];
    const from = asked.before === null ? 0 : rows.findIndex((row) => row.checkpointId === asked.before) + 1;
    const checkpoints = rows.slice(from, from + 2);
    return {
      checkpoints,
      before: from + 2 < rows.length ? (checkpoints.at(-1)?.checkpointId ?? null) : null,
    };
  };
  return { call: call as unknown as Studio['call'] };
}

const write = { id: 'w', name: 'write', checkpointNs: 'write:w' };
const studio = studioWith({
  '': [
    checkpoint('4', '3', { id: 'e2', name: 'end' }),
    checkpoint('3', '2', { id: 'e1', name: 'end', status: 'waiting' }),
    checkpoint('2', '1', write),
    checkpoint('1', null, { id: 'p', name: 'plan' }),
  ],
  'write:w': [checkpoint('9', '8'), checkpoint('8', null, { id: 'd', name: 'draft' })],
});

it('finds a task by its id, also on a later page', async () => {
  const found = await findExecution(studio, on, [{ name: 'plan', taskId: 'p' }]);
  expect(found).toEqual({ taskId: 'p', checkpointId: '1', checkpointNs: '', rootId: '1' });
  expect(await findExecution(studio, on, [{ name: 'plan', taskId: 'gone' }])).toBeNull();
});

it('finds a task of a subgraph below those around it', async () => {
  const path = [
    { name: 'write', taskId: 'w' },
    { name: 'draft', taskId: 'd' },
  ];
  expect(await findExecution(studio, on, path)).toEqual({
    taskId: 'd',
    checkpointId: '8',
    checkpointNs: 'write:w',
    rootId: '2',
  });
  expect(await findExecution(studio, on, [{ name: 'plan', taskId: 'p' }, ...path])).toBeNull();
});

it('finds the newest execution of a node, without those that have not run', async () => {
  const newest = async (name: string) => (await findExecution(studio, on, [{ name, taskId: null }]))?.taskId;
  expect(await newest('end')).toBe('e1');
  expect(await newest('plan')).toBe('p');
  expect(await newest('nothing')).toBeUndefined();
});
