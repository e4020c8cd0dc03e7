import { describe, expect, it } from 'vitest';
import type { ThreadRecord } from '../model/thread-record.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../testing/thread-records.ts';
import { nodeStatuses, type CanvasTarget } from './node-statuses.ts';

const head: CanvasTarget = { kind: 'head' };
const at = (checkpointId: string): CanvasTarget => ({ kind: 'checkpoint', checkpointId });
const ofRun = (runId: string): CanvasTarget => ({ kind: 'run', runId });
const drawn = (record: ThreadRecord, target: CanvasTarget) => {
  const nodes = nodeStatuses(record, target);
  return (
    nodes &&
    Object.fromEntries(
      [...nodes].map(([id, { status, visits }]) => [id, visits === 0 ? status : `${status} ${visits}`]),
    )
  );
};
const inner = (id: string, parentId: string | null, more = {}) =>
  checkpoint(id, parentId, { namespace: 'sub:1', ...more });

/** plan, then write, then publish. */
const finished = threadRecord({
  checkpoints: [
    checkpoint('i', null, { source: 'input', next: ['__start__'] }),
    checkpoint('s', 'i', { next: ['plan'] }),
    checkpoint('p', 's', { next: ['write'] }),
    checkpoint('w', 'p', { next: ['publish'] }),
    checkpoint('e', 'w'),
  ],
  executions: [
    execution('plan', 's', 'p', { spans: [span('r1', 0, 100)] }),
    execution('write', 'p', 'w', { spans: [span('r1', 100, 250)] }),
    execution('publish', 'w', 'e', { spans: [span('r1', 250, 300)] }),
  ],
});

describe('nodeStatuses of a finished run that nobody followed', () => {
  it('has every node that ran, with its time', () => {
    expect(drawn(finished, head)).toEqual({ plan: 'finished 1', write: 'finished 1', publish: 'finished 1' });
    expect(nodeStatuses(finished, head)?.get('write')?.time).toMatchObject({ ms: 150, bound: 'exact' });
    expect(drawn(finished, ofRun('r1'))).toEqual(drawn(finished, head));
  });

  it('shows what would run next and what ran later at an older checkpoint', () => {
    expect(drawn(finished, at('p'))).toEqual({ plan: 'finished 1', write: 'next', publish: 'later' });
    expect(drawn(finished, at('i'))).toEqual({ plan: 'later', write: 'later', publish: 'later' });
  });

  it('has the nodes of a run that has just ended, that only its events report', () => {
    const executions = ['plan', 'ask'].map((name) => ({
      ...execution(name, null, null, { spans: [span('r1', 0, 100)] }),
      status: name === 'ask' ? ('interrupted' as const) : ('finished' as const),
    }));
    const ended = run('r1', { ending: { kind: 'interrupted', executionIds: ['ask'] }, isOfEvents: true });
    expect(drawn(threadRecord({ headId: null, checkpoints: [], executions, runs: [ended] }), head)).toEqual({
      plan: 'finished 1',
      ask: 'interrupted 1',
    });
    // After an earlier run.
    const later = { ...ended, runId: 'r2' };
    const ofLater = executions.map((one) => ({
      ...one,
      executionId: `${one.name} 2`,
      spans: [span('r2', 0, 100)],
    }));
    const both = { ...finished, executions: [...finished.executions, ...ofLater], runs: [run('r1'), later] };
    expect(drawn(both, head)).toEqual({ plan: 'finished 1', ask: 'interrupted 1' });
  });

  it('has a node that only events report, as the Python server lists no task of one that waited for several others', () => {
    const executions = finished.executions.map((one) =>
      one.name === 'publish' ? { ...one, before: null, made: null } : one,
    );
    const record = { ...finished, executions };
    expect(drawn(record, head)).toEqual(drawn(finished, head));
    expect(drawn(record, at('p'))).toEqual({ plan: 'finished 1', write: 'next' });
  });

  it('has nothing later at the end of a branch', () => {
    expect(drawn(finished, at('e'))).toEqual(drawn(finished, head));
  });

  it('knows nothing of a checkpoint or run that the record does not have', () => {
    expect(nodeStatuses(finished, at('gone'))).toBeNull();
    expect(nodeStatuses(finished, ofRun('gone'))).toBeNull();
    expect(drawn(threadRecord({ checkpoints: [], runs: [] }), head)).toEqual({});
  });
});

it('counts a task from which two branches went on once at the checkpoint where they parted', () => {
  const resumed = execution('approve', 'p', 'a', { spans: [span('r1', 0, 10), span('r2', 90, 100)] });
  const record = threadRecord({
    checkpoints: [
      checkpoint('s', null),
      checkpoint('p', 's'),
      checkpoint('a', 'p', { runId: 'r2' }),
      checkpoint('b', 'p', { runId: 'r3' }),
    ],
    executions: [
      execution('plan', 's', 'p'),
      resumed,
      { ...resumed, executionId: 'again', made: 'b', spans: [span('r1', 0, 10), span('r3', 190, 200)] },
    ],
    runs: [run('r1'), run('r2'), run('r3')],
  });
  expect(drawn(record, at('p'))).toMatchObject({ approve: 'interrupted 1' });
  expect(drawn(record, at('b'))).toMatchObject({ approve: 'finished 1' });
});

describe('nodeStatuses of a fork', () => {
  /** `approve` asked and was answered, then `ship` ran; a fork of `p` asks again, by an edit. */
  const forked = threadRecord({
    checkpoints: [
      checkpoint('s', null),
      checkpoint('p', 's'),
      checkpoint('a', 'p', { runId: 'r2' }),
      checkpoint('e', 'a', { runId: 'r2' }),
      checkpoint('f', 's', { source: 'fork', copyOf: 'p', runId: 'r3' }),
    ],
    executions: [
      execution('plan', 's', 'p'),
      execution('approve', 'p', 'a', { spans: [span('r1', 0, 10), span('r2', 90, 100)] }),
      execution('ship', 'a', 'e', { spans: [span('r2', 100, 110)] }),
      execution('approve', 'f', null, { status: 'interrupted', spans: [span('r3', 200, 210)] }),
    ],
    runs: [
      run('r1', { ending: { kind: 'interrupted', executionIds: ['approve p a'] } }),
      run('r2', { origin: { kind: 'resume', checkpointId: null } }),
      run('r3', { ending: { kind: 'interrupted', executionIds: ['approve f '] } }),
    ],
  });

  it('does not show what ran on the other branch only', () => {
    expect(drawn(forked, head)).toEqual({ plan: 'finished 1', approve: 'interrupted 1' });
    expect(drawn(forked, at('f'))).toEqual({ plan: 'finished 1', approve: 'interrupted 1' });
    expect(drawn(forked, at('e'))).toEqual({ plan: 'finished 1', approve: 'finished 1', ship: 'finished 1' });
  });

  it('shows an older checkpoint as its first run left it', () => {
    expect(drawn(forked, at('p'))).toEqual({ plan: 'finished 1', approve: 'interrupted 1', ship: 'later' });
    expect(nodeStatuses(forked, at('p'))?.get('approve')?.time).toMatchObject({ ms: 10 });
  });

  it('shows each run as it ended', () => {
    expect(drawn(forked, ofRun('r1'))).toEqual({ plan: 'finished 1', approve: 'interrupted 1' });
    expect(drawn(forked, ofRun('r2'))).toEqual({
      plan: 'finished 1',
      approve: 'finished 1',
      ship: 'finished 1',
    });
    expect(drawn(forked, ofRun('r3'))).toEqual({ plan: 'finished 1', approve: 'interrupted 1' });
  });

  it('adds the time of both runs of an answered node', () => {
    expect(nodeStatuses(forked, at('e'))?.get('approve')?.time).toMatchObject({ ms: 20 });
  });
});

describe('nodeStatuses of parallel tasks', () => {
  const superstep = (more: Partial<ThreadRecord>) =>
    threadRecord({ checkpoints: [checkpoint('s', null), ...(more.checkpoints ?? [])], ...more });

  it('keeps the aborted beside the failed', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [
        execution('a', 's', null, { status: 'finished', hasResult: true }),
        execution('b', 's', null, { status: 'failed', error: 'broke' }),
        execution('c', 's', null, { status: 'aborted', abortedBy: 'b s ' }),
      ],
    });
    expect(drawn(record, head)).toEqual({ a: 'finished 1', b: 'failed 1', c: 'aborted 1' });
  });

  it('shows one that finished beside one that asks, also after the answer', () => {
    const checkpoints = [checkpoint('s', null), checkpoint('e', 's', { runId: 'r2' })];
    const record = superstep({
      checkpoints,
      executions: [
        execution('ask', 's', 'e', { spans: [span('r1'), span('r2')] }),
        execution('check', 's', 'e', { spans: [span('r1')] }),
      ],
      runs: [run('r1', { ending: { kind: 'interrupted', executionIds: ['ask s e'] } }), run('r2')],
    });
    expect(drawn(record, at('s'))).toEqual({ ask: 'interrupted 1', check: 'finished 1' });
  });

  it('counts each task of a Send, and shows the status that takes precedence', () => {
    const sent = (taskId: string, status: 'finished' | 'running' | 'failed') =>
      execution('work', 's', null, { executionId: taskId, taskId, status });
    const record = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [sent('1', 'finished'), sent('2', 'failed'), sent('3', 'finished')],
    });
    expect(drawn(record, head)).toEqual({ work: 'failed 3' });
    const live = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [sent('1', 'finished'), sent('2', 'running')],
    });
    expect(drawn(live, head)).toEqual({ work: 'running 2' });
  });

  it('shows the last attempt at a task', () => {
    const attempt = (executionId: string, status: 'failed' | 'running') =>
      execution('a', 's', null, { executionId, taskId: 't', status });
    const record = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [attempt('1', 'failed'), attempt('2', 'running')],
    });
    expect(drawn(record, head)).toEqual({ a: 'running 2' });
  });
});

describe('nodeStatuses of a subgraph', () => {
  it('shows which node inside asks, and what ran before it', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), inner('x', null), inner('y', 'x')],
      executions: [
        execution('sub', 's', null, { status: 'interrupted', innerNamespace: 'sub:1' }),
        execution('sub:draft', 'x', 'y', { namespace: 'sub:1', parentId: 'sub s ' }),
        execution('sub:ask', 'y', null, { namespace: 'sub:1', parentId: 'sub s ', status: 'interrupted' }),
        execution('sub:send', 'y', null, { namespace: 'sub:1', parentId: 'sub s ' }),
      ],
    });
    expect(drawn(record, head)).toEqual({
      sub: 'interrupted 1',
      'sub:draft': 'finished 1',
      'sub:ask': 'interrupted 1',
      'sub:send': 'next',
    });
  });

  it('shows what ran inside before and after an answer', () => {
    const inSubgraph = { namespace: 'sub:1', parentId: 'sub s e' };
    const record = threadRecord({
      checkpoints: [
        checkpoint('s', null),
        checkpoint('e', 's', { runId: 'r2' }),
        inner('x', null),
        inner('y', 'x'),
        inner('z', 'y', { runId: 'r2' }),
        inner('zz', 'z', { runId: 'r2' }),
      ],
      executions: [
        execution('sub', 's', 'e', { spans: [span('r1'), span('r2')] }),
        execution('sub:draft', 'x', 'y', inSubgraph),
        execution('sub:ask', 'y', 'z', { ...inSubgraph, spans: [span('r1'), span('r2')] }),
        execution('sub:send', 'z', 'zz', { ...inSubgraph, spans: [span('r2')] }),
      ],
      runs: [run('r1', { ending: { kind: 'interrupted', executionIds: ['sub:ask y z'] } }), run('r2')],
    });
    const waiting = {
      sub: 'interrupted 1',
      'sub:draft': 'finished 1',
      'sub:ask': 'interrupted 1',
    };
    expect(drawn(record, at('s'))).toEqual({ ...waiting, 'sub:send': 'later' });
    expect(drawn(record, ofRun('r1'))).toMatchObject(waiting);
    expect(drawn(record, head)).toMatchObject({ 'sub:ask': 'finished 1', 'sub:send': 'finished 1' });
  });

  it('has nothing inside before the subgraph runs', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's'), inner('x', null), inner('y', 'x')],
      executions: [
        execution('sub', 's', 'e'),
        execution('sub:draft', 'x', 'y', { namespace: 'sub:1', parentId: 'sub s e' }),
      ],
    });
    expect(drawn(record, at('s'))).toEqual({ sub: 'next', 'sub:draft': 'later' });
  });

  it('shows what an edited state inside was copied from as run', () => {
    const record = threadRecord({
      checkpoints: [
        checkpoint('s', null),
        checkpoint('f', null, { source: 'fork', copyOf: 's' }),
        inner('x', null),
        inner('y', 'x'),
        inner('z', 'y'),
        checkpoint('n', null, { namespace: 'sub:2', source: 'update' }),
      ],
      copies: [{ namespace: 'sub:2', of: { namespace: 'sub:1', checkpointId: 'y' } }],
      executions: [
        execution('sub', 's', null, { status: 'finished', innerNamespace: 'sub:1' }),
        execution('sub:plan', 'x', 'y', { namespace: 'sub:1', parentId: 'sub s ' }),
        execution('sub:draft', 'y', 'z', { namespace: 'sub:1', parentId: 'sub s ' }),
        execution('sub', 'f', null, { innerNamespace: 'sub:2' }),
        execution('sub:draft', 'n', null, { namespace: 'sub:2', parentId: 'sub f ' }),
      ],
      headId: 'f',
    });
    expect(drawn(record, head)).toEqual({ sub: 'next', 'sub:plan': 'finished 1', 'sub:draft': 'next' });
  });
});

it('draws a question that an edit inside its subgraph left behind as next', () => {
  const inSubgraph = { namespace: 'sub:1', parentId: 'sub s ' };
  const record = threadRecord({
    checkpoints: [
      checkpoint('s', null),
      inner('x', null),
      inner('y', 'x'),
      inner('u', 'y', { source: 'update' }),
    ],
    executions: [
      execution('sub', 's', null),
      execution('sub:a', 'x', 'y', inSubgraph),
      execution('sub:ask', 'y', null, { ...inSubgraph, status: 'interrupted' }),
      execution('sub:ask', 'u', null, inSubgraph),
    ],
  });
  expect(drawn(record, head)).toEqual({ sub: 'next', 'sub:a': 'finished 1', 'sub:ask': 'next' });
});

describe('nodeStatuses of a run that goes on', () => {
  const waiting = {
    checkpoints: [checkpoint('s', null), checkpoint('p', 's')],
    executions: [
      execution('plan', 's', 'p'),
      execution('ask', 'p', null, { status: 'interrupted' as const }),
    ],
  };
  const active = (more: object) => run('r2', { status: 'running', ending: null, ...more });

  it('has queued what a resume that has not started will run', () => {
    const resume = active({ origin: { kind: 'resume', checkpointId: null } });
    const record = threadRecord({ ...waiting, runs: [run('r1'), resume] });
    expect(drawn(record, head)).toEqual({ plan: 'finished 1', ask: 'queued 1' });
  });

  it('is empty for an input that no step has taken in', () => {
    const record = threadRecord({ ...waiting, runs: [run('r1'), active({})] });
    expect(drawn(record, head)).toEqual({});
    expect(drawn(record, ofRun('r1'))).toEqual({ plan: 'finished 1', ask: 'interrupted 1' });
  });

  it('does not change what an older checkpoint shows', () => {
    const record = threadRecord({
      checkpoints: [
        ...waiting.checkpoints,
        checkpoint('i2', 'p', { source: 'input', runId: 'r2' }),
        checkpoint('s2', 'i2', { runId: 'r2' }),
      ],
      executions: [
        ...waiting.executions,
        execution('plan', 's2', null, { status: 'running', spans: [span('r2', 5)] }),
      ],
      runs: [run('r1'), active({})],
    });
    expect(drawn(record, head)).toEqual({ plan: 'running 1' });
    expect(drawn(record, at('p'))).toEqual({ plan: 'finished 1', ask: 'interrupted 1' });
    expect(nodeStatuses(record, head)?.get('plan')?.time).toBeNull();
  });

  it('has executions that only events report', () => {
    const record = threadRecord({
      checkpoints: [],
      executions: [execution('a', null, null, { status: 'running', spans: [span('r2', 5)] })],
      runs: [active({})],
    });
    expect(drawn(record, head)).toEqual({ a: 'running 1' });
  });

  it('keeps a question of the run itself, and what a checkpoint of its graph says is next', () => {
    const record = threadRecord({
      checkpoints: [],
      executions: [
        execution('ask', null, null, { status: 'interrupted', spans: [span('r2')] }),
        execution('later', null, null, { status: 'queued' }),
      ],
      runs: [active({})],
    });
    expect(drawn(record, head)).toEqual({ ask: 'interrupted 1', later: 'queued' });
  });
});
