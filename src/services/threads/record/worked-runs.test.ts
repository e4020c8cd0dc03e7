import { describe, expect, it } from 'vitest';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import {
  evidenceOf,
  level,
  startCheckpoint,
  task,
  type TestCheckpoint,
  type TestRun,
} from '../../../testing/record-evidence.ts';
import { buildRecord } from './build-record.ts';

const id = (letter: string): string => letter.repeat(32);
const question = (letter: string): object => ({ id: id(letter), value: letter });
const asks = (name: string, more: object = {}): object =>
  task(name, { interrupts: [question(name)], ...more });
const done = (name: string, more: object = {}): object => task(name, { result: {}, ...more });
const answer = (...letters: string[]): object => ({
  input: null,
  command: { resume: Object.fromEntries(letters.map((letter) => [id(letter), 'yes'])) },
});
const continues = (checkpointId?: string): object => ({
  input: null,
  config: { configurable: checkpointId === undefined ? {} : { checkpoint_id: checkpointId } },
});

/** The runs of each execution by its node, in their order. */
function workedBy(record: ThreadRecord, nodeId: string): (string | null)[][] {
  const nodeExecutions = record.executions.filter((execution) => execution.nodeId === nodeId);
  return nodeExecutions.map(({ spans }) => spans.map(({ runId }) => runId));
}

const at = (tasks: readonly object[], more: Partial<TestCheckpoint> = {}): TestCheckpoint => ({
  id: 'c1',
  parent: 'c0',
  ms: 20,
  step: 0,
  run: 'r1',
  tasks,
  ...more,
});

const runs = (...later: readonly (Partial<TestRun> & { readonly kwargs?: object })[]): TestRun[] => [
  { id: 'r1', ms: 0, endMs: 100 },
  ...later.map((more, index) => ({
    id: `r${index + 2}`,
    ms: 200 + index * 200,
    endMs: 300 + index * 200,
    ...more,
  })),
];

describe('the runs of a task beside one that asks', () => {
  it('are only the first one, if it finished there', () => {
    const levels = [level('', [startCheckpoint('r1'), at([done('a'), asks('b')])])];
    const record = buildRecord(evidenceOf(levels, runs({ kwargs: continues() })));
    expect(workedBy(record, 'a')).toEqual([['r1']]);
    // What is not finished runs again in every run.
    expect(workedBy(record, 'b')).toEqual([['r1', 'r2']]);
  });

  it('are all of a server that runs finished tasks of subgraphs again', () => {
    const inner = 's:task-s';
    const levels = [
      level('', [
        startCheckpoint('r1'),
        at([task('s', { checkpoint: { checkpoint_ns: inner }, interrupts: [question('b')] })]),
      ]),
      level(inner, [at([done('a'), asks('b')], { id: 'i1', parent: 'i0', ms: 30 })]),
    ];
    const evidence = evidenceOf(levels, runs({ kwargs: continues() }));
    expect(workedBy(buildRecord(evidence), 's:a')).toEqual([['r1']]);
    expect(workedBy(buildRecord({ ...evidence, repeatsInSubgraphs: true }), 's:a')).toEqual([['r1', 'r2']]);
  });

  it('are also a run that names the checkpoint, which runs finished tasks again', () => {
    const levels = [level('', [startCheckpoint('r1'), at([done('a'), asks('b')])])];
    const record = buildRecord(evidenceOf(levels, runs({ kwargs: continues('c1') })));
    expect(workedBy(record, 'a')).toEqual([['r1', 'r2']]);
  });
});

describe('the runs of a task that asked', () => {
  it('end with the only one that answered it', () => {
    const levels = [level('', [startCheckpoint('r1'), at([asks('a', { result: {} }), asks('b')])])];
    const evidence = evidenceOf(levels, runs({ kwargs: answer('a') }, { kwargs: answer('b') }));
    const record = buildRecord(evidence);
    expect(workedBy(record, 'a')).toEqual([['r1', 'r2']]);
    expect(workedBy(record, 'b')).toEqual([['r1', 'r2', 'r3']]);
  });

  it('are unknown from the first answer on, if a run that may have finished it was cancelled', () => {
    const levels = [
      level('', [
        startCheckpoint('r1'),
        at([asks('a', { result: {} }), asks('b', { result: {} })]),
        { id: 'c2', parent: 'c1', ms: 550, step: 1, run: 'r3' },
      ]),
    ];
    const cancelled = { kwargs: answer('a', 'b'), status: 'interrupted' };
    const record = buildRecord(evidenceOf(levels, runs(cancelled, { kwargs: continues() })));
    expect(workedBy(record, 'a')).toEqual([['r1', null]]);
  });
});

describe('the runs of a task inside a subgraph', () => {
  const inner = 's:task-s';
  const outer = (more: object = {}): object => task('s', { checkpoint: { checkpoint_ns: inner }, ...more });

  it('do not stop at the breakpoints of a run, which are of the root graph', () => {
    const levels = [
      level('', [startCheckpoint('r1'), at([outer({ interrupts: [question('b')] })])]),
      level(inner, [at([done('a'), asks('b')], { id: 'i1', parent: 'i0', ms: 30 })]),
    ];
    const breakpoints = { id: 'r1', ms: 0, endMs: 100, kwargs: { input: {}, interrupt_before: ['a', 'b'] } };
    const record = buildRecord(evidenceOf(levels, [breakpoints]));
    expect(workedBy(record, 's:a')).toEqual([['r1']]);
  });

  it('may be a later one where an error elsewhere ended the first', () => {
    const aborted = outer({ error: 'CancelledError()', result: {} });
    const failed = task('x', { error: "RuntimeError('x failed')", result: {} });
    const deep = `${inner}|b:task-b`;
    const levels = [
      level('', [startCheckpoint('r1'), at([aborted, failed])]),
      level(inner, [
        at([done('a'), asks('b', { checkpoint: { checkpoint_ns: deep } })], {
          id: 'i1',
          parent: 'i0',
          ms: 30,
        }),
      ]),
      level(deep, [at([asks('c')], { id: 'd1', parent: 'd0', ms: 40 })]),
    ];
    const [first, ...later] = runs({ kwargs: continues() }, { kwargs: continues() });
    const cut = { id: 'r1', ms: 0, endMs: 100, ...first, status: 'error' };
    expect(workedBy(buildRecord(evidenceOf(levels, [cut, ...later])), 's:a')).toEqual([['r1', null]]);
  });

  it('do not have one that started the subgraph anew, and leave its question behind', () => {
    const first = { id: 'i1', parent: 'i0', ms: 30 };
    const again = { id: 'j1', parent: 'j0', ms: 220, run: 'r2' };
    const levels = [
      level('', [startCheckpoint('r1'), at([outer({ interrupts: [question('b')] })])]),
      level(inner, [
        at([done('a'), asks('b')], first),
        at([done('a', { id: 'again-a' }), asks('b', { id: 'again-b' })], again),
      ]),
    ];
    const record = buildRecord(evidenceOf(levels, runs({ kwargs: continues('c1') })));
    expect(workedBy(record, 's:a')).toEqual([['r1'], ['r2']]);
    expect(record.questions.map(({ executionId, status }) => [executionId, status])).toEqual([
      ['task-b', 'abandoned'],
      ['again-b', 'waiting'],
    ]);
  });

  it('are those of any call of a subgraph with a checkpointer of its own', () => {
    const call = (name: string): object =>
      task('own', { id: name, checkpoint: { checkpoint_ns: `own:${name}` }, interrupts: [question('b')] });
    const levels = [
      level('', [
        startCheckpoint('r1'),
        at([call('first')]),
        at([call('second')], { id: 'c2', parent: 'c1', ms: 150, source: 'update', step: 1 }),
      ]),
      level('own', [at([done('a'), asks('b')], { id: 'i1', parent: 'i0', ms: 30 })]),
    ];
    const record = buildRecord(evidenceOf(levels, runs({ kwargs: continues() })));
    expect(workedBy(record, 'own:b')).toEqual([['r1', 'r2']]);
  });
});

it('a resume that comes back to a past checkpoint worked at its tasks apart from the run that went on from there', () => {
  const levels = [
    level('', [
      startCheckpoint('r1'),
      at([done('a')]),
      { id: 'c2', parent: 'c1', ms: 50, step: 1, run: 'r1' },
    ]),
  ];
  const resume = { ...answer('z'), config: { configurable: { checkpoint_id: 'c1' } } };
  const record = buildRecord(evidenceOf(levels, runs({ kwargs: resume })));
  const again = record.executions.filter(({ nodeId }) => nodeId === 'a');
  expect(again.map(({ made, status }) => [made, status])).toEqual([
    ['c2', 'finished'],
    [null, 'unknown'],
  ]);
  expect(workedBy(record, 'a')).toEqual([['r1'], ['r2']]);
  expect(record.runs.at(-1)?.ending).toMatchObject({ kind: 'unknown' });
});

describe('the runs of a shared subgraph in which a task failed', () => {
  it('are those of a later call, too, of which the JavaScript server lists no subgraph', () => {
    const error = JSON.stringify({ message: 'b failed', name: 'Error' });
    const call = (name: string): object => task('own', { id: name, error });
    const levels = [
      level('', [
        startCheckpoint('r1'),
        at([call('first')]),
        at([call('second')], { id: 'c2', parent: 'c1', ms: 150, source: 'update', step: 1 }),
      ]),
      level('own', [at([done('a'), task('b', { error })], { id: 'i1', parent: 'i0', ms: 30 })]),
    ];
    const failed = { status: 'error', kwargs: continues() };
    const ended = runs(failed, failed).map((run) => ({ ...run, status: 'error' }));
    // Each of them may have left the error.
    expect(workedBy(buildRecord(evidenceOf(levels, ended)), 'own:b')).toEqual([[null]]);
  });
});

describe('a run that waited for another one', () => {
  it('worked at the checkpoint that the other one left', () => {
    const levels = [
      level('', [
        startCheckpoint('r1'),
        at([asks('a')]),
        { id: 'c2', parent: 'c1', ms: 250, step: 1, source: 'input', run: 'r2', tasks: [task('__start__')] },
        at([asks('b')], { id: 'c3', parent: 'c2', ms: 260, step: 2, run: 'r2' }),
      ]),
    ];
    const waiting = { ms: 220, endMs: 500, kwargs: continues() };
    const record = buildRecord(evidenceOf(levels, runs({}, waiting)));
    expect(workedBy(record, 'a')).toEqual([['r1']]);
    expect(workedBy(record, 'b')).toEqual([['r2', 'r3']]);
  });
});

describe('a command that names a checkpoint', () => {
  const goto = { input: null, command: { goto: 'b' }, config: { configurable: { checkpoint_id: 'c1' } } };
  /** The copy, and at once what the command wrote. */
  const written = (maker: string): TestCheckpoint[] => [
    startCheckpoint('r1'),
    at([asks('a')]),
    {
      id: 'c2',
      parent: 'c1',
      ms: 220,
      step: 1,
      source: 'fork',
      run: 'r2',
      tasks: [asks('a', { id: 'copy-a' }), asks('b', { id: 'copy-b' })],
    },
    {
      id: 'c3',
      parent: 'c2',
      ms: 221,
      step: 2,
      source: 'input',
      run: maker,
      tasks: [asks('a', { id: 'own-a' }), asks('b', { id: 'own-b' })],
    },
  ];

  it('did not work at the tasks of the copy that it wrote', () => {
    const later = runs({ kwargs: goto }, { kwargs: continues('c2') });
    const record = buildRecord(evidenceOf([level('', written('r2'))], later));
    expect(workedBy(record, 'a')).toEqual([['r1'], ['r3'], ['r2']]);
    expect(workedBy(record, 'b')).toEqual([['r3'], ['r2']]);
  });

  it('worked at them where another run wrote the input after them', () => {
    const later = runs({ kwargs: continues('c1') }, { kwargs: { input: {} }, ms: 210 });
    const record = buildRecord(evidenceOf([level('', written('r3'))], later));
    expect(workedBy(record, 'a')).toEqual([['r1'], ['r2'], ['r3']]);
  });
});
