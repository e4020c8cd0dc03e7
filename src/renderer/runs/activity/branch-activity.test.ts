import { describe, expect, it } from 'vitest';
import type { TraceStep } from '../../../shared/model/threads/execution-trace.ts';
import { branchActivity } from './branch-activity.ts';

/** A step from words: `[namespace] from>made: tasks`, a task with its time and its subgraph: `write/10/write:1`. */
function step(text: string): TraceStep {
  const [, container = '', namespace = '', from = '', made = '', tasks = ''] =
    /^(?:(\S+)@(\S+) )?(\w+)>(\w*): (.*)$/.exec(text) ?? [];
  return {
    container,
    runId: 'r',
    previousStep: null,
    isFirst: from === 'input',
    isLast: false,
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
  copies: [],
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

  it('T-1: goes on with what led to a state that was written into a copy of a subgraph', () => {
    const copied = {
      steps: [
        ...thread.steps,
        // `b2` copies `b`, and `y2` is the state that `y` had in the subgraph that `b` ran.
        step('ask@w9 y2>z2: late/7'),
        step('ask@w8 w>x: early/2'),
        step('ask@w8 x>y: middle/3'),
        step('ask@w8 y>z: late/5'),
        step('b2>g: ask/9/w9'),
      ],
      edits: [...thread.edits, { checkpointId: 'b2', parentId: 'b' }],
      copies: [{ namespace: 'w9', of: { namespace: 'w8', checkpointId: 'y' } }],
    };
    const lines = [...branchActivity(copied, 'g')].map(([id, { visits, ms }]) => `${id} ${visits} ${ms}`);
    expect(lines.slice(0, 4)).toEqual(['ask 1 9', 'ask:late 1 7', 'ask:middle 1 3', 'ask:early 1 2']);
    expect(lines.slice(4)).toEqual([
      'write 1 20',
      'write:draft 1 5',
      'write:deep 1 6',
      'write:deep:polish 1 3',
      'plan 1 10',
    ]);
  });

  it('is empty for a checkpoint that the history does not have, and ends on a history that goes round', () => {
    expect(nodes('nowhere')).toEqual([]);
    const round = { steps: [step('a>b: x/1'), step('b>a: y/1')], edits: [], copies: [] };
    expect([...branchActivity(round, 'a').keys()]).toEqual(['y', 'x']);
  });
});
