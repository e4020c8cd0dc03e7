import { describe, expect, it } from 'vitest';
import type { ObservedStep } from '../../shared/model/observed.ts';
import { branchActivity } from './branch-activity.ts';

/** A step from words: `[namespace] from>made: tasks`, a task with its time and its subgraph: `write/10/write:1`. */
function step(text: string): ObservedStep {
  const [, container = '', namespace = '', from = '', made = '', tasks = ''] =
    /^(?:(\S+)@(\S+) )?(\w+)>(\w*): (.*)$/.exec(text) ?? [];
  return {
    container,
    runId: 'r',
    after: null,
    begins: from === 'input',
    ends: false,
    tasks: tasks.split(', ').map((task) => {
      const [name = '', ms, own] = task.split('/');
      return {
        name,
        ms: ms ? Number(ms) : null,
        tokens: null,
        from: [],
        ...(own === undefined ? {} : { namespace: own }),
      };
    }),
    checkpoints: { namespace, from, made: made === '' ? null : made },
  };
}
const thread = {
  steps: [
    step('write:deep@w1|d1 i>j: polish/3'),
    step('write@w1 x>y: draft/5, deep/6/w1|d1'),
    step('write@w2 x>y: other/5'),
    step('input>a: plan/10'),
    step('a>b: write/20/w1'),
    step('b>c: ask'),
    step('c>d: publish/5'),
    step('b>e: refuse/5/w2'),
    step('e2>f: again/5'),
  ],
  edits: [{ checkpointId: 'e2', parentId: 'e' }],
};
const nodes = (checkpointId: string): string[] =>
  [...branchActivity(thread, checkpointId)].map(
    ([id, { status, visits, ms }]) => `${id} ${status} ${visits} ${ms}`,
  );

describe('branchActivity', () => {
  it('T-1: is what led to the checkpoint, with its subgraphs, and nothing of other branches', () => {
    expect(nodes('b')).toEqual([
      'write finished 1 20',
      'write:draft finished 1 5',
      'write:deep finished 1 6',
      'write:deep:polish finished 1 3',
      'plan finished 1 10',
    ]);
    expect(nodes('d').filter((line) => /^(publish|ask|refuse)/.test(line))).toEqual([
      'publish finished 1 5',
      'ask finished 1 null',
    ]);
  });

  it('T-1: goes back over an edit', () => {
    expect(nodes('f').map((line) => line.split(' ')[0])).toEqual([
      'again',
      'refuse',
      'write:other',
      'write',
      'write:draft',
      'write:deep',
      'write:deep:polish',
      'plan',
    ]);
  });

  it('is empty for a checkpoint that the history does not have, and ends on a history that goes round', () => {
    expect(nodes('nowhere')).toEqual([]);
    const round = { steps: [step('a>b: x/1'), step('b>a: y/1')], edits: [] };
    expect([...branchActivity(round, 'a').keys()]).toEqual(['y', 'x']);
  });
});
