import { describe, expect, it } from 'vitest';
import type { AlignedExecution, ExecutionMark, ExecutionRef } from '../../shared/model/comparison.ts';
import { fc } from '../../testing/fast-check.ts';
import { alignExecutions } from './align-executions.ts';
import type { ListedExecution } from './list-executions.ts';

const ref: ExecutionRef = {
  checkpointId: 'c',
  checkpointNs: '',
  taskId: 't',
  runId: 'r',
  step: 1,
  durationMs: null,
  durationBound: null,
  attempts: null,
  tokens: null,
  status: 'finished',
};

/** `node input>output`, such as `plan 1>2`; without hashes the node had an input and stored a result of its own. */
function execution(text: string): ListedExecution {
  const [name = '', hashes = '0>0'] = text.split(' ');
  const [input = '', output = ''] = hashes.split('>');
  const path = name.split(':');
  const node = path.pop() ?? '';
  const hashOrNull = (hash: string): string | null => (hash === '?' ? null : hash);
  return {
    node,
    path,
    ref,
    input: hashOrNull(input),
    output: hashOrNull(output),
    change: null,
  };
}
const side = (...texts: readonly string[]) => ({ executions: texts.map(execution), isCut: false });
const show = ({ path, node, visit, mark, moved }: AlignedExecution): string =>
  `${[...path, node].join(':')}#${visit} ${mark}${moved ? ' moved' : ''}`;
const align = (left: readonly string[], right: readonly string[]): string[] =>
  alignExecutions(side(...left), side(...right)).rows.map(show);

describe('alignExecutions', () => {
  it('aligns by node and visit, and says what differs', () => {
    expect(
      align(
        ['plan 1>1', 'write 1>2', 'ask 2>3', 'write 3>4'],
        ['plan 1>1', 'write 1>5', 'check 5>5', 'ask 5>3'],
      ),
    ).toEqual([
      'plan#1 same',
      'write#1 other-output',
      'check#1 only-right',
      'ask#1 other-input',
      'write#2 only-left',
    ]);
  });

  it('distinguishes nodes of different subgraphs', () => {
    expect(align(['a:x', 'b:x'], ['b:x'])).toEqual(['a:x#1 only-left', 'b:x#1 same']);
  });

  it('says what ran in another order', () => {
    expect(align(['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'b'])).toEqual([
      'a#1 same',
      'b#1 same moved',
      'c#1 same',
      'd#1 same',
    ]);
  });

  it('does not know of outputs that are not stored, nor of what was not read', () => {
    expect(align(['a 1>?', 'b ?>1'], ['a 1>1', 'b ?>1'])).toEqual(['a#1 unknown', 'b#1 same']);
    const { rows, isCut } = alignExecutions({ ...side('a'), isCut: true }, side('a', 'b'));
    expect(rows.map(show)).toEqual(['a#1 same', 'b#1 unknown']);
    expect(isCut).toBe(true);
  });

  it('decides by the change of the state where no result is stored', () => {
    const asked = (before: string, after: string): ListedExecution => ({
      ...execution(`ask ${before}>?`),
      change: { before: new Map([['a', before]]), after: new Map([['a', after]]), appended: new Map() },
    });
    const marks = (left: ListedExecution, right: ListedExecution) =>
      alignExecutions({ executions: [left], isCut: false }, { executions: [right], isCut: false }).rows.map(
        ({ mark }) => mark,
      );
    expect(marks(asked('1', 'x'), asked('1', 'x'))).toEqual(['same']);
    expect(marks(asked('1', 'x'), asked('1', 'y'))).toEqual(['other-output']);
    expect(marks(asked('1', 'x'), asked('2', 'x'))).toEqual(['other-input']);
    expect(marks(asked('1', 'x'), asked('2', 'y'))).toEqual(['unknown']);
  });

  it('marks a node by all of its visits', () => {
    const { nodes } = alignExecutions(side('a', 'b 1>1', 'b 1>2', 'c'), side('a', 'b 1>1', 'b 1>3', 'd'));
    expect(
      nodes.map(({ nodeId, mark, leftVisits, rightVisits }) => [nodeId, mark, leftVisits, rightVisits]),
    ).toEqual([
      ['a', 'both', 1, 1],
      ['b', 'other-output', 2, 2],
      ['c', 'only-left', 1, 0],
      ['d', 'only-right', 0, 1],
    ]);
    const repeated = alignExecutions(side('a', 'a'), side('a')).nodes;
    expect(repeated.map(({ mark }) => mark)).toEqual(['other-output']);
    const moved = alignExecutions(side('a', 'b'), side('b', 'a')).nodes;
    expect(moved.filter(({ mark }) => mark === 'other-order')).toHaveLength(1);
  });
});

const node = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 's:a', 's:t:a'),
  fc.constantFrom('1', '2', '?'),
  fc.constantFrom('1', '2', '?'),
);
const executions = fc
  .array(
    node.map(([name, input, output]) => `${name} ${input}>${output}`),
    { maxLength: 30 },
  )
  .map((texts) => side(...texts));

const swapped: Readonly<Partial<Record<ExecutionMark, ExecutionMark>>> = {
  'only-left': 'only-right',
  'only-right': 'only-left',
};

describe('properties of alignExecutions', () => {
  it('swaps the marks with the sides', () => {
    fc.assert(
      fc.property(executions, executions, (left, right) => {
        const there = alignExecutions(left, right);
        const back = alignExecutions(right, left).rows.map((row) => ({
          ...row,
          left: row.right,
          right: row.left,
          mark: swapped[row.mark] ?? row.mark,
        }));
        expect(back.map(show).toSorted()).toEqual(there.rows.map(show).toSorted());
      }),
    );
  });

  it('finds no difference between a side and itself', () => {
    fc.assert(
      fc.property(executions, (one) => {
        const { rows, nodes } = alignExecutions(one, one);
        expect(rows.map(({ node: name }) => name)).toEqual(one.executions.map(({ node: name }) => name));
        for (const { mark, moved, outputEqual } of rows) {
          expect(moved).toBe(false);
          expect(mark).toBe(outputEqual === null ? 'unknown' : 'same');
        }
        for (const { mark } of nodes) expect(['both', 'unknown']).toContain(mark);
      }),
    );
  });

  it('lists each execution of both sides once, those of the left in their order', () => {
    fc.assert(
      fc.property(executions, executions, (left, right) => {
        const { rows } = alignExecutions(left, right);
        expect(rows.filter((row) => row.left).map(({ node: name }) => name)).toEqual(
          left.executions.map(({ node: name }) => name),
        );
        expect(rows.filter((row) => row.right)).toHaveLength(right.executions.length);
      }),
    );
  });

  it('aligns 10,000 executions, also in the opposite order', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const { rows } = alignExecutions(side(...names), side(...names.toReversed()));
    expect(rows).toHaveLength(10_000);
    expect(rows.filter(({ moved }) => !moved)).toHaveLength(1);
  });
});
