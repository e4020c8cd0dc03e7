import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../testing/thread-records.ts';
import { stepsIn, totalsIn, type OverlayScope } from './overlay.ts';

/** `slow` beside `ask`, which the second run answers; then `join`. Before them, a turn of `plan`. */
const answered = threadRecord({
  checkpoints: [
    checkpoint('i0', null, { source: 'input', runId: 'r0' }),
    checkpoint('s0', 'i0', { runId: 'r0', next: ['plan'] }),
    checkpoint('p', 's0', { runId: 'r0' }),
    checkpoint('i', 'p', { source: 'input' }),
    checkpoint('s', 'i', { next: ['slow', 'ask'] }),
    checkpoint('j', 's', { runId: 'r2', next: ['join'] }),
    checkpoint('e', 'j', { runId: 'r2' }),
  ],
  executions: [
    execution('plan', 's0', 'p', { spans: [span('r0', 0, 100)] }),
    execution('slow', 's', 'j', { spans: [span('r1', 1000, 4800)] }),
    execution('ask', 's', 'j', { spans: [span('r1', 1000, 1010), span('r2', 9000, 9020)] }),
    execution('join', 'j', 'e', { spans: [span('r2', 9020, 9524)] }),
  ],
  runs: [run('r0'), run('r1'), run('r2')],
});
const times = (scope: OverlayScope) =>
  Object.fromEntries([...totalsIn(answered, scope)].map(([id, { time }]) => [id, time?.ms]));
const newestTurn = { kind: 'turn', checkpointId: null } as const;

describe('totalsIn', () => {
  it('counts every run of a turn after an answer', () => {
    expect(times(newestTurn)).toEqual({ slow: 3800, ask: 30, join: 504 });
    expect(times({ kind: 'thread' })).toEqual({ plan: 100, slow: 3800, ask: 30, join: 504 });
  });

  it('counts of a run only what it did itself', () => {
    expect(times({ kind: 'run', runId: 'r2' })).toEqual({ ask: 20, join: 504 });
    expect(times({ kind: 'run', runId: 'r1' })).toEqual({ slow: 3800, ask: 10 });
  });

  it('has a lower bound of a run that may have worked at more', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's')],
      executions: [
        execution('a', 's', 'e', { executionId: '1', taskId: '1', spans: [span('r1', 0, 100)] }),
        execution('a', 'e', null, {
          executionId: '2',
          taskId: '2',
          status: 'failed',
          spans: [span(null, 50, 300, { start: 'atLeast', end: 'atMost' })],
        }),
      ],
      runs: [run('r1', { createdAt: 0, endedAt: 200 }), run('r2', { createdAt: 300, endedAt: 400 })],
    });
    const boundIn = (runId: string) => totalsIn(record, { kind: 'run', runId }).get('a')?.time?.bound;
    expect(boundIn('r1')).toBe('atLeast');
  });

  it('ends a turn with the displayed checkpoint', () => {
    expect(times({ kind: 'turn', checkpointId: 'j' })).toEqual({ slow: 3800, ask: 30 });
    expect(times({ kind: 'turn', checkpointId: 'p' })).toEqual({ plan: 100 });
  });

  it('has the sum of parallel tasks beside the time by the clock', () => {
    const sent = (taskId: string, end: number) =>
      execution('work', 's', 'e', { executionId: taskId, taskId, spans: [span('r1', 0, end)] });
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's')],
      executions: [sent('1', 100), sent('2', 90), sent('3', 80)],
    });
    expect(totalsIn(record, { kind: 'thread' }).get('work')).toEqual({
      visits: 3,
      time: { ms: 100, sumMs: 270, bound: 'exact', isSeen: false },
      tokens: null,
    });
  });

  it('counts the tokens of a subgraph once, and for everything around them', () => {
    const inSubgraph = { namespace: 'sub:1', parentId: 'sub s e' };
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's'), checkpoint('z', 'e')],
      executions: [
        execution('sub', 's', 'e'),
        execution('sub:a', 'x', 'y', { ...inSubgraph, tokens: 700 }),
        execution('sub:deep:b', 'q', 'r', { namespace: 'deep', parentId: 'sub:deep', tokens: 400 }),
        execution('end', 'e', 'z', { tokens: 231 }),
      ],
    });
    const totals = totalsIn(record, { kind: 'thread' });
    expect(Object.fromEntries([...totals].map(([id, { tokens }]) => [id, tokens]))).toEqual({
      sub: 1100,
      'sub:a': 700,
      'sub:deep': 400,
      'sub:deep:b': 400,
      end: 231,
    });
  });

  it('says where an execution of a node reports no tokens while another does, also of what is around it', () => {
    const inSubgraph = { namespace: 'sub:1', parentId: 'sub s e' };
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's'), checkpoint('z', 'e')],
      executions: [
        execution('sub', 's', 'e'),
        execution('sub:a', 'x', 'y', { ...inSubgraph, tokens: 700 }),
        execution('sub:a', 'y', 'z', inSubgraph),
        execution('end', 'e', 'z', { tokens: 231 }),
      ],
    });
    const totals = totalsIn(record, { kind: 'thread' });
    const unknown = [...totals].flatMap(([id, { hasUnknownTokens }]) => (hasUnknownTokens ? [id] : []));
    expect(unknown.toSorted()).toEqual(['sub', 'sub:a']);
    expect(totals.get('sub')?.tokens).toBe(700);
  });

  it('leaves out what has not started', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [execution('a', 's', null)],
    });
    expect([...totalsIn(record, { kind: 'thread' })]).toEqual([]);
  });
});

describe('stepsIn', () => {
  const lines = (record: Parameters<typeof stepsIn>[0], scope: OverlayScope = { kind: 'thread' }) =>
    stepsIn(record, scope).map(
      ({ container, previousStep, isFirst, isLast, runId, executions }) =>
        `${container} ${runId ?? '?'} ${isFirst ? '^' : (previousStep ?? '?')}: ${executions.map(({ name }) => name).join(', ')}${isLast ? '$' : ''}`,
    );

  it('joins what ran side by side, by its run and with what led to it', () => {
    expect(lines(answered)).toEqual([' r0 ^: plan$', ' r2 ^: slow, ask', ' r2 1: join$']);
    expect(lines(answered, newestTurn)).toEqual([' r2 ^: slow, ask', ' r2 0: join$']);
  });

  it('goes through copies, and knows not what led to what ran after an edit', () => {
    const record = threadRecord({
      checkpoints: [
        checkpoint('i', null, { source: 'input' }),
        checkpoint('s', 'i'),
        checkpoint('a', 's', { next: ['b'] }),
        checkpoint('f', 's', { source: 'fork', copyOf: 'a', next: ['b'] }),
        checkpoint('b', 'f'),
        checkpoint('u', 'a', { source: 'update', next: ['c'] }),
        checkpoint('c', 'u'),
      ],
      executions: [execution('a', 's', 'a'), execution('b', 'f', 'b'), execution('c', 'u', 'c')],
    });
    expect(lines(record)).toEqual([' r1 ^: a', ' r1 0: b$', ' r1 ?: c$']);
  });

  it('keeps two calls of a subgraph apart', () => {
    const call = (id: string, name: string, before: string, made: string) =>
      execution(`sub:${name}`, before, made, { namespace: `sub:${id}`, parentId: id });
    const record = threadRecord({
      checkpoints: [],
      executions: [
        call('1', 'a', 'x', 'y'),
        call('1', 'b', 'y', 'z'),
        call('2', 'a', 'x', 'y'),
        call('2', 'b', 'y', 'z'),
      ],
    });
    expect(lines(record)).toEqual(['sub r1 ?: a', 'sub r1 0: b', 'sub r1 ?: a', 'sub r1 2: b']);
  });

  it('joins by their numbers steps that only events report', () => {
    const record = threadRecord({
      checkpoints: [],
      executions: [
        execution('a', null, null, { status: 'finished', step: 1 }),
        execution('b', null, null, { status: 'finished', step: 2 }),
        execution('c', null, null, { status: 'running', step: 2 }),
      ],
    });
    expect(lines(record)).toEqual([' r1 ^: a', ' r1 0: b, c']);
  });
});
