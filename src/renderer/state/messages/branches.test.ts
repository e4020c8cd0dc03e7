import { expect, it } from 'vitest';
import type { MessageHistory } from '../../../shared/model/message-history.ts';
import type { CheckpointSummary } from '../../../shared/model/thread.ts';
import { branchesOf, originOf } from './branches.ts';

function at(
  checkpointId: string,
  parentId: string | null,
  messages: number[],
  next: string[] = [],
  source: CheckpointSummary['source'] = 'loop',
) {
  const rest = { createdAt: null, step: null, runId: null, writers: [], changedKeys: null, interrupts: 0 };
  return { checkpoint: { checkpointId, parentId, source, next, failed: false, ...rest }, messages };
}

/** Question 0, answered by 1; asked again from `c1` it was answered by 2; then the question was edited to 3. */
const history: MessageHistory = {
  ids: ['q', 'a1', 'a2', 'q', 'a3'],
  cut: false,
  checkpoints: [
    at('e2', 'e1', [3, 4]),
    at('e1', 'c1', [3], ['model'], 'update'),
    at('r2', 'r1', [0, 2]),
    at('r1', 'c1', [0], ['model'], 'fork'),
    at('c2', 'c1', [0, 1]),
    at('c1', 'c0', [0], ['model']),
    at('c0', null, [], ['__start__'], 'input'),
  ],
};

it('tells the lanes in which another message stands in a place, oldest first', () => {
  expect(branchesOf(history, 'e2')).toEqual([{ checkpointIds: ['r2', 'e2'], current: 1 }, null]);
  expect(branchesOf(history, 'c2')).toEqual([
    { checkpointIds: ['r2', 'e2'], current: 0 },
    { checkpointIds: ['c2', 'r2'], current: 0 },
  ]);
  expect(branchesOf(history, 'c1')).toEqual([{ checkpointIds: ['r2', 'e2'], current: 0 }]);
  expect(branchesOf(history, 'unknown')).toEqual([]);
});

it('makes a message again from before it was made, and answers again from after it was said', () => {
  const from = (checkpointId: string, index: number, role: string): string | null => {
    const again = originOf(history, checkpointId, index, role);
    return again.from?.checkpointId ?? again.why;
  };
  expect(from('c2', 1, 'ai')).toBe('c1');
  expect(from('r2', 1, 'ai')).toBe('r1');
  expect(from('e2', 0, 'human')).toBe('e1');
  expect(from('c2', 0, 'human')).toBe('c1');
  const edited = { ...history, checkpoints: [at('w', 'c2', [0, 4], [], 'update'), ...history.checkpoints] };
  expect(originOf(edited, 'w', 1, 'ai').why).toContain('Nothing runs');
  expect(from('unknown', 0, 'ai')).toContain('does not show');
  expect(originOf(history, 'r2', 0, 'human').first?.checkpointId).toBe('c1');
});
