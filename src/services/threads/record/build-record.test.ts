import { describe, expect, it } from 'vitest';
import {
  evidenceOf,
  level,
  start,
  startCheckpoint as started,
  task,
  type TestCheckpoint,
} from '../../../testing/record-evidence.ts';
import { buildRecord } from './build-record.ts';
import { asReadByGraph } from './checkpoint-row.ts';

const exact = (ms: number) => ({ ms: start + ms, bound: 'exact', source: 'server' });
const atLeast = (ms: number) => ({ ms: start + ms, bound: 'atLeast', source: 'server' });
const atMost = (ms: number) => ({ ms: start + ms, bound: 'atMost', source: 'server' });

describe('the record of a thread that nobody followed', () => {
  it('has each superstep with one task to the millisecond, and bounds for tasks beside others', () => {
    const record = buildRecord(
      evidenceOf(
        [
          level('', [
            started('r1'),
            {
              id: 'c1',
              parent: 'c0',
              ms: 20,
              step: 0,
              run: 'r1',
              tasks: [task('plan', { result: { text: 'x' } })],
            },
            {
              id: 'c2',
              parent: 'c1',
              ms: 127,
              step: 1,
              run: 'r1',
              tasks: [task('left', { result: {} }), task('right', { result: {} })],
            },
            { id: 'c3', parent: 'c2', ms: 430, step: 2, run: 'r1' },
          ]),
        ],
        [{ id: 'r1', ms: 0, endMs: 431 }],
      ),
    );
    expect(record.executions.map(({ nodeId, status, spans }) => [nodeId, status, spans])).toEqual([
      ['plan', 'finished', [{ runId: 'r1', startedAt: exact(20), endedAt: exact(127), attempts: null }]],
      ['left', 'finished', [{ runId: 'r1', startedAt: atLeast(127), endedAt: atMost(430), attempts: null }]],
      ['right', 'finished', [{ runId: 'r1', startedAt: atLeast(127), endedAt: atMost(430), attempts: null }]],
    ]);
    expect(record.runs).toMatchObject([{ runId: 'r1', status: 'ended', ending: { kind: 'finished' } }]);
    expect(record.headId).toBe('c3');
    expect(record.gaps).toEqual([]);
  });

  it('is the same of the same evidence', () => {
    const evidence = evidenceOf(
      [
        level('', [
          started('r1'),
          { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks: [task('plan')] },
        ]),
      ],
      [{ id: 'r1', ms: 0, endMs: 431, status: 'running' }],
    );
    expect(JSON.stringify(buildRecord(evidence))).toBe(JSON.stringify(buildRecord(evidence)));
  });
});

describe('the record of a thread that two graphs have used', () => {
  const rows: readonly TestCheckpoint[] = [
    { ...started('r1'), graph: 'old' },
    { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', graph: 'old', tasks: [task('other')] },
    {
      id: 'c2',
      parent: 'c1',
      ms: 30,
      step: 1,
      run: 'r1',
      graph: 'old',
      tasks: [task('other'), task('both', { result: {} })],
    },
    { id: 'c3', parent: 'c2', ms: 40, step: 2, run: 'r1', graph: 'old' },
  ];
  const read = (graphId: string) => {
    const { namespace, rows: all } = level('', rows);
    return { namespace, rows: all.map((row) => asReadByGraph(row, graphId)) };
  };
  const runs = [{ id: 'r1', ms: 0, endMs: 50 }];

  it('has only what left something of its own, and no exact time for it', () => {
    const record = buildRecord(evidenceOf([read('new')], runs));
    expect(record.executions).toMatchObject([
      { nodeId: 'both', spans: [{ startedAt: { bound: 'atLeast' } }] },
    ]);
    expect(record.checkpoints.map(({ next, isPartial }) => [next, isPartial])).toEqual([
      [['__start__'], true],
      [[], true],
      [['both'], true],
      [[], true],
    ]);
    expect(record.gaps).toEqual([{ kind: 'graph' }]);
    expect(record.runs[0]?.ending).toMatchObject({ kind: 'unknown' });
    expect(buildRecord(evidenceOf([read('old')], runs))).toEqual(
      buildRecord(evidenceOf([level('', rows)], runs)),
    );
  });

  it('does not know where a run with breakpoints ended', () => {
    const withBreakpoint = [
      { id: 'r1', ms: 0, endMs: 50, kwargs: { input: {}, interrupt_before: ['later'] } },
    ];
    const record = buildRecord(evidenceOf([read('new')], withBreakpoint));
    expect(record.runs[0]?.ending?.kind).toBe('unknown');
  });
});

describe('the record of hostile answers', () => {
  it('ends with parents in a circle, and with a checkpoint that is its own parent', () => {
    const record = buildRecord(
      evidenceOf(
        [
          level('', [
            { id: 'a', parent: 'b', ms: 1, step: 0, run: 'r', tasks: [task('x')] },
            { id: 'b', parent: 'a', ms: 2, step: 1, run: 'r', tasks: [task('y')] },
            { id: 'c', parent: 'c', ms: 3, step: 1, run: 'r', tasks: [task('z')] },
          ]),
        ],
        [{ id: 'r', ms: 0, endMs: 10 }],
      ),
    );
    expect(record.executions.map(({ nodeId }) => nodeId)).toEqual(['x', 'y', 'z']);
  });

  it('does not put a namespace inside itself', () => {
    const record = buildRecord(
      evidenceOf(
        [
          level('', [
            {
              id: 'a',
              ms: 1,
              step: 0,
              run: 'r',
              tasks: [task('x', { checkpoint: { checkpoint_ns: 'x:1' } })],
            },
          ]),
          level('x:1', [
            {
              id: 'b',
              ms: 2,
              step: 0,
              run: 'r',
              tasks: [task('y', { checkpoint: { checkpoint_ns: 'x:1' } })],
            },
          ]),
        ],
        [{ id: 'r', ms: 0, endMs: 10 }],
      ),
    );
    expect(record.executions.map(({ nodeId, parentId }) => [nodeId, parentId])).toEqual([
      ['x', null],
      ['x:y', 'task-x'],
    ]);
  });

  it('gives every execution an id of its own, whatever the ids of the tasks', () => {
    const tasks = [task('x'), task('x'), task('x', { id: null }), task('x', { id: null })];
    const record = buildRecord(
      evidenceOf(
        [
          level('', [
            { id: 'a', ms: 1, step: 0, run: 'r', tasks },
            { id: 'b', ms: 1, step: 0, run: 'r', tasks },
          ]),
        ],
        [{ id: 'r', ms: 0, endMs: 10 }],
      ),
    );
    expect(new Set(record.executions.map(({ executionId }) => executionId)).size).toBe(8);
  });

  it('counts the tokens of a message for the innermost execution with it, by its model', () => {
    const message = (id: string, model: string) => ({
      id,
      response_metadata: { model_name: model },
      usage_metadata: {
        input_tokens: 10,
        output_tokens: 5,
        total_tokens: 15,
        input_token_details: { cache_read: 4 },
      },
    });
    const inner = task('draft', { result: { messages: [message('1', 'large'), message('2', 'large')] } });
    const outer = task('write', {
      checkpoint: { checkpoint_ns: 'write:1' },
      result: { messages: [message('1', 'large'), message('2', 'large'), message('3', 'small')] },
    });
    const record = buildRecord(
      evidenceOf(
        [
          level('', [
            { id: 'a', ms: 1, step: 0, run: 'r', tasks: [outer] },
            { id: 'b', parent: 'a', ms: 9, step: 1, run: 'r' },
          ]),
          level('write:1', [
            { id: 'x', ms: 2, step: 0, run: 'r', tasks: [inner] },
            { id: 'y', parent: 'x', ms: 5, step: 1, run: 'r' },
          ]),
        ],
        [{ id: 'r', ms: 0, endMs: 10 }],
      ),
    );
    expect(record.executions.map(({ nodeId, tokens, models }) => ({ nodeId, tokens, models }))).toEqual([
      { nodeId: 'write', tokens: 15, models: [{ model: 'small', input: 10, cached: 4, output: 5 }] },
      { nodeId: 'write:draft', tokens: 30, models: [{ model: 'large', input: 20, cached: 8, output: 10 }] },
    ]);
  });

  it('reads 100,000 tasks of one checkpoint, and says where it stops', () => {
    const tasks = Array.from({ length: 100_001 }, (_, index) => task('x', { id: `t${index}` }));
    const record = buildRecord(
      evidenceOf(
        [level('', [{ id: 'a', ms: 1, step: 0, run: 'r', tasks }])],
        [{ id: 'r', ms: 0, endMs: 10 }],
      ),
    );
    expect(record.executions).toHaveLength(100_000);
    expect(record.gaps).toEqual([{ kind: 'limit' }]);
  });
});
