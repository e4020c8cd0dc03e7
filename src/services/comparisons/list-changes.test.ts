import { expect, it } from 'vitest';
import type { AlignedExecution, ExecutionRef } from '../../shared/model/comparison.ts';
import { firstDifference } from './list-changes.ts';

const ref = (status: ExecutionRef['status']): ExecutionRef => ({
  checkpointId: 'c',
  checkpointNs: '',
  taskId: 't',
  runId: 'r',
  step: 1,
  durationMs: null,
  durationBound: null,
  attempts: null,
  tokens: null,
  status,
});
const row = (
  path: string,
  status: ExecutionRef['status'],
  mark: AlignedExecution['mark'],
): AlignedExecution => {
  const names = path.split(':');
  const node = names.pop() ?? '';
  return {
    node,
    path: names,
    visit: 1,
    left: ref('finished'),
    right: ref(status),
    mark,
    inputEqual: true,
    outputEqual: mark === 'same',
    moved: false,
  };
};
const first = (...rows: readonly AlignedExecution[]): string | null => {
  const difference = firstDifference({ executions: { rows: [...rows], nodes: [], isCut: false } });
  return difference && [...difference.path, difference.node].join(':');
};

it('the node that failed is the first difference, not one beside it that it aborted', () => {
  const same = row('plan', 'finished', 'same');
  const aborted = row('a', 'aborted', 'other-output');
  const failed = row('fetch', 'failed', 'other-output');
  expect(first(same, aborted, failed)).toBe('fetch');
  expect(first(same, aborted)).toBe('a');
  expect(first(same)).toBeNull();
  const inside = [row('fetch:x', 'aborted', 'other-output'), row('fetch:y', 'failed', 'other-output')];
  expect(first(same, aborted, failed, ...inside)).toBe('fetch:y');
});
