import { describe, expect, it } from 'vitest';
import { parseTraceRows, messageUsages } from './trace-row.ts';
import { isMissingParents, listSupersteps, msBetween } from './trace-steps.ts';

interface Checkpoint {
  readonly id: string;
  readonly parent?: string;
  readonly source?: string;
  readonly run?: string;
  readonly at?: number;
  readonly next?: readonly string[];
  readonly tasks?: readonly object[];
}

/** A page of history as servers send it, newest first, from checkpoints in the order in which they were made. */
function history(...checkpoints: readonly Checkpoint[]): string {
  const wire = checkpoints.map(
    ({ id, parent, source = 'loop', run = 'r1', at = 0, next = [], tasks = [] }) => ({
      values: { untouched: 9007199254740993n.toString() },
      next,
      tasks: tasks.map((task) => ({
        id: 't',
        error: null,
        interrupts: [],
        checkpoint: null,
        result: {},
        ...task,
      })),
      metadata: { source, step: 0, run_id: run },
      created_at: new Date(1_000_000 + at).toISOString(),
      checkpoint: { checkpoint_id: id },
      parent_checkpoint: parent === undefined ? null : { checkpoint_id: parent },
    }),
  );
  return JSON.stringify(wire.toReversed());
}

/** One line per superstep: `run after: tasks ms`, `^` at the start, `$` at the end. */
function read(text: string): { readonly lines: string[]; readonly broken: boolean } {
  const rows = parseTraceRows(text);
  const lines = listSupersteps(rows).map(({ before, after, tasks, isFirst }) => {
    const ms = after === null ? null : msBetween(before, after);
    const names = tasks.map(({ name }) => name).join(', ');
    const isLast = after?.next.length === 0;
    return `${(after ?? before).runId} ${isFirst ? '^' : '-'}: ${names}${ms === null ? '' : ` ${ms}`}${isLast ? '$' : ''}`;
  });
  return { lines, broken: isMissingParents(rows) };
}

const input: Checkpoint = { id: '0', source: 'input', next: ['__start__'], tasks: [{ name: '__start__' }] };
const fresh: Checkpoint = { id: '1', parent: '0', at: 5, next: ['a'], tasks: [{ name: 'a' }] };

describe('listSupersteps', () => {
  it('reads a finished run with parallel nodes, each timed once', () => {
    const text = history(
      input,
      fresh,
      {
        id: '2',
        parent: '1',
        at: 15,
        next: ['b', 'b', 'c'],
        tasks: [{ name: 'b' }, { name: 'b' }, { name: 'c' }],
      },
      { id: '3', parent: '2', at: 45 },
    );
    expect(read(text)).toEqual({ lines: ['r1 ^: a 10', 'r1 -: b, b, c 30$'], broken: false });
  });

  it('counts a node that failed or waits, and none that is only next', () => {
    const stopped = (task: object): string[] =>
      read(history(input, { ...fresh, tasks: [{ name: 'a', result: null, ...task }] })).lines;
    expect(stopped({ error: '{"message":"broke","name":"E"}' })).toEqual(['r1 ^: a']);
    expect(stopped({ interrupts: [{ id: 'i', value: 1 }] })).toEqual(['r1 ^: a']);
    expect(stopped({})).toEqual([]);
  });

  it('T-1: counts a node that finished beside one that waits, once', () => {
    const tasks = [
      { name: 'review', result: null, interrupts: [{ id: 'i', value: 1 }] },
      { name: 'check', result: { log: 'check' } },
    ];
    const text = history(input, { ...fresh, next: ['review', 'check'], tasks });
    expect(read(text).lines).toEqual(['r1 ^: review, check']);
  });

  it('assigns an answered node to the run that finished it, without the waiting time', () => {
    const text = history(
      input,
      { ...fresh, tasks: [{ name: 'a', interrupts: [{ id: 'i', value: 1 }] }] },
      { id: '2', parent: '1', run: 'r2', at: 90_000 },
    );
    expect(read(text).lines).toEqual(['r2 ^: a$']);
  });

  it('counts a node once for each fork that ran it', () => {
    const text = history(
      input,
      fresh,
      { id: '2', parent: '1', at: 10, next: ['b'], tasks: [{ name: 'b' }] },
      { id: '3', parent: '2', at: 20 },
      { id: '4', parent: '1', run: 'r2', at: 30, next: ['b'], tasks: [{ name: 'b', result: null }] },
    );
    expect(read(text).lines).toEqual(['r1 ^: a 5', 'r2 ^: a', 'r1 -: b 10$']);
  });

  it('does not know what led to a node that runs after an edit', () => {
    const text = history(
      input,
      { ...fresh, tasks: [{ name: 'a', result: null }] },
      { id: '2', parent: '1', source: 'update', run: 'r1', next: ['b'], tasks: [{ name: 'b' }] },
      { id: '3', parent: '2', run: 'r2' },
    );
    expect(read(text).lines).toEqual(['r2 -: b$']);
  });

  it('notices missing older checkpoints', () => {
    const text = history(
      { id: '7', parent: '6', next: ['b'], tasks: [{ name: 'b' }] },
      { id: '8', parent: '7' },
    );
    expect(read(text)).toEqual({ lines: ['r1 -: b 0$'], broken: true });
  });
});

describe('messageUsages', () => {
  it.each([
    ['nothing', '', []],
    ['no messages', '{"text":"x"}', []],
    [
      'a message',
      '{"messages":{"id":"a","usage_metadata":{"input_tokens":3,"output_tokens":4}}}',
      [['a', 7]],
    ],
    ['updates as pairs', '[["messages",[{"id":"a","usage_metadata":{"total_tokens":2}}]]]', [['a', 2]]],
    [
      'messages without ids',
      '{"m":[{"usage_metadata":{"total_tokens":1}},{"usage_metadata":{"total_tokens":2}}]}',
      [
        ['#0', 1],
        ['#1', 2],
      ],
    ],
    ['the word in a text', '{"text":"\\"usage_metadata\\""}', []],
  ] as const)('finds %s', (_, text, expected) => {
    expect([...messageUsages(text)].map(([id, { total }]) => [id, total])).toEqual(expected);
  });
});
