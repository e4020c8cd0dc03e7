import { expect, it } from 'vitest';
import type { MessageHistory } from '../../../shared/model/message-history.ts';
import type { CheckpointSummary } from '../../../shared/model/thread.ts';
import { findMessageBranches, findMessageOrigin } from './message-branches.ts';

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
  isTruncated: false,
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

it('lists the lanes in which another message stands in a place, oldest first', () => {
  expect(findMessageBranches(history, 'e2')).toEqual([{ checkpointIds: ['r2', 'e2'], current: 1 }, null]);
  expect(findMessageBranches(history, 'c2')).toEqual([
    { checkpointIds: ['r2', 'e2'], current: 0 },
    { checkpointIds: ['c2', 'r2'], current: 0 },
  ]);
  expect(findMessageBranches(history, 'c1')).toEqual([{ checkpointIds: ['r2', 'e2'], current: 0 }]);
  expect(findMessageBranches(history, 'unknown')).toEqual([]);
});

it('makes a message again from before it was made, and answers again from after it was said', () => {
  const from = (checkpointId: string, index: number, role: string): string | null => {
    const again = findMessageOrigin(history, checkpointId, index, role);
    return again.from?.checkpointId ?? again.why;
  };
  expect(from('c2', 1, 'ai')).toBe('c1');
  expect(from('r2', 1, 'ai')).toBe('r1');
  expect(from('e2', 0, 'human')).toBe('e1');
  expect(from('c2', 0, 'human')).toBe('c1');
  const edited = { ...history, checkpoints: [at('w', 'c2', [0, 4], [], 'update'), ...history.checkpoints] };
  expect(findMessageOrigin(edited, 'w', 1, 'ai').why).toContain('Nothing runs');
  expect(from('unknown', 0, 'ai')).toContain('does not show');
  expect(findMessageOrigin(history, 'r2', 0, 'human').first?.checkpointId).toBe('c1');
});

it('finds where a message of a subgraph was made, also in a run that went on from another one', () => {
  const inner = (ns: string, ...row: Parameters<typeof at>) => ({
    ...at(...row),
    subgraph: { rootId: `root-${ns}`, checkpointNs: ns },
  });
  // The second run began with what was written into it: the question and the first answer.
  const twice: MessageHistory = {
    ids: ['q', 'a', 'b', 'b2'],
    isTruncated: false,
    checkpoints: [
      inner('two', 't2', 't1', [0, 1, 3]),
      inner('two', 't1', null, [0, 1], ['end'], 'update'),
      inner('one', 'o3', 'o2', [0, 1, 2]),
      inner('one', 'o2', 'o1', [0, 1], ['end']),
      inner('one', 'o1', 'o0', [0], ['answer']),
      inner('one', 'o0', null, [], ['__start__'], 'input'),
    ],
  };
  const origin = (index: number) => findMessageOrigin(twice, 't2', index, index === 0 ? 'human' : 'ai');
  expect([origin(1).first?.checkpointId, origin(1).from?.checkpointId]).toEqual(['o2', 'o1']);
  expect([origin(2).first?.checkpointId, origin(2).from?.checkpointId]).toEqual(['t2', 't1']);
  expect(origin(0).from?.checkpointId).toBe('o1');
  expect(findMessageBranches(twice, 't2')).toEqual([null, null, { checkpointIds: ['o3', 't2'], current: 1 }]);
});

it('finds the origin in a history of any length, and ends in one that goes in a circle', () => {
  const long = Array.from({ length: 20_000 }, (_, index) => at(`c${index}`, `c${index - 1}`, [0]));
  const first = (checkpoints: typeof long): string | undefined =>
    findMessageOrigin(
      { ids: ['q'], isTruncated: false, checkpoints },
      checkpoints[0]?.checkpoint.checkpointId ?? '',
      0,
      'human',
    ).first?.checkpointId;
  expect(first(long.toReversed())).toBe('c0');
  expect(first([at('a', 'b', [0]), at('b', 'a', [0])])).toBe('b');
  expect(first([at('a', 'a', [0])])).toBe('a');
});
