import { expect, it } from 'vitest';
import { executionsOfNode } from '../../../shared/thread-record/node.ts';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';
import { recordOfEvents, updateOf } from './use-events-record.ts';

function logOf(...entries: readonly FrameEntry[]) {
  const store = createRunLogStore({ connectionId: 'c', threadId: null, runId: 'r1' });
  store.take(buildRunBatch(buildFrames(...entries)));
  return store.get();
}

it('a run without a thread is known by the tasks of its events', () => {
  const log = logOf(
    taskStart('t2', 'write'),
    taskStart('t5', 'draft', 'write:t2'),
    taskResult('t5', 'draft', {}, 'write:t2'),
  );
  const record = recordOfEvents('r1', log, undefined);
  const [draft, ...others] = executionsOfNode(record, 'write:draft', null);
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ isOnBranch: true, execution: { taskId: 't5', status: 'finished' } });
});

it('a run that streams only updates is known by them, without any time', () => {
  const log = logOf(['updates', { plan: { a: 1 } }], ['updates', { plan: { a: 2 } }]);
  const record = recordOfEvents('r1', log, undefined);
  const both = executionsOfNode(record, 'plan', null).map(({ execution }) => execution);
  expect(both.map((execution) => updateOf(log, execution)?.seq)).toEqual([0, 1]);
  expect(both[0]).toMatchObject({ status: 'finished', spans: [{ startedAt: null, endedAt: null }] });
  expect(executionsOfNode(record, 'other', null)).toEqual([]);
});
