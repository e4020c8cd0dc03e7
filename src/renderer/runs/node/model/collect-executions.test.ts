import { describe, expect, it } from 'vitest';
import type { Run, RunFrame, RunOutcome } from '../../../../shared/model/runs/run.ts';
import type { CheckpointSummary, CheckpointTask } from '../../../../shared/model/threads/thread.ts';
import { buildCheckpoint } from '../../../../testing/renderer/checkpoint-builder.ts';
import { buildFrameList } from '../../../../testing/renderer/frame-list-builder.ts';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../../testing/renderer/run-frame-builder.ts';
import { createRunModel } from '../../model/run-model.ts';
import { chooseExecution } from './choose-execution.ts';
import { collectExecutions } from './collect-executions.ts';
import { runEvidence, type ExecutionSources, type RunEvidence } from './execution-sources.ts';
import { valueOr } from './fact.ts';
import type { NodeExecution } from './node-execution.ts';

interface RunFacts {
  readonly outcome?: RunOutcome;
  readonly incomplete?: boolean;
  readonly run?: Partial<Run>;
}

/** The evidence of a run with these events; the first one came at 1000 by the server's clock. */
function runOf(
  runId: string,
  nodeId: string,
  entries: readonly FrameEntry[],
  { outcome, incomplete = false, run = {} }: RunFacts = {},
): RunEvidence {
  const frames: readonly RunFrame[] = buildFrames(...entries);
  const model = createRunModel();
  for (const frame of frames) model.add(frame);
  const end = outcome === undefined ? null : { outcome, error: null, incomplete };
  if (end) model.end(end);
  const record = { createdAt: new Date(900).toISOString(), joinedLate: false, ...run };
  return runEvidence(
    runId,
    { model, frames: buildFrameList(frames).list, end, ageAtFirstFrameMs: 100 },
    record,
    nodeId,
  );
}

function task(id: string, name: string, more: Partial<CheckpointTask> = {}): CheckpointTask {
  return { id, name, ...more };
}

/** Checkpoints `c0`, `c1`, ... each after the one before, of the given run, a second apart; newest first. */
function historyOf(...rows: readonly Partial<CheckpointSummary>[]): CheckpointSummary[] {
  return rows
    .map((row, at) =>
      buildCheckpoint({
        checkpointId: `c${at}`,
        parentId: at === 0 ? null : `c${at - 1}`,
        step: at - 1,
        runId: 'r1',
        createdAt: new Date(at * 1000).toISOString(),
        ...row,
      }),
    )
    .toReversed();
}

function sources(
  nodeId: string,
  checkpoints: readonly CheckpointSummary[],
  runs: readonly RunEvidence[] = [],
  more: Partial<ExecutionSources> = {},
): ExecutionSources {
  return {
    nodeId,
    levels: [{ namespace: '', checkpoints, hasOlder: false }],
    runs,
    whyNoEvents: () => 'no-events',
    headTasks: [],
    headId: checkpoints[0]?.checkpointId ?? null,
    isActive: false,
    checkpointId: null,
    ...more,
  };
}

/** `status@step run`, with the time that it worked or why that is not known. */
function lines(executions: readonly NodeExecution[]): string[] {
  return executions.map(
    ({ status, step, runId, ms }) =>
      `${status}@${String(valueOr(step, '?'))} ${runId ?? '-'} ${ms.known ? ms.value : ms.why}`,
  );
}

describe('the executions of a node', () => {
  it('come from the history alone, with what only events would tell as unknown', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'plan', { status: 'finished' })] },
      {},
    );
    const [plan, ...others] = collectExecutions(sources('plan', history));
    expect(others).toEqual([]);
    expect(plan).toMatchObject({
      status: 'finished',
      taskId: 't1',
      runId: 'r1',
      step: { known: true, value: 1 },
      startedAt: { known: false, why: 'no-events' },
      ms: { known: false, why: 'no-events' },
      stepMs: 1000,
      input: { known: true, value: { from: 'state' } },
      output: { known: true, value: { from: 'checkpoint', taskId: 't1' } },
      before: { known: true, value: { namespace: '', checkpoint: { checkpointId: 'c1' } } },
      after: { known: true, value: { checkpoint: { checkpointId: 'c2' } } },
    });
  });

  it('join the events of a run by the id of the task', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'plan', { status: 'finished' })] },
      {},
    );
    const run = runOf('r1', 'plan', [['metadata', {}], taskStart('t1', 'plan'), taskResult('t1', 'plan')], {
      outcome: 'finished',
    });
    const [plan, ...others] = collectExecutions(sources('plan', history, [run]));
    expect(others).toEqual([]);
    expect(plan).toMatchObject({
      startedAt: { known: true, value: 1100 },
      ms: { known: true, value: 100 },
      input: { known: true, value: { from: 'event', runId: 'r1', seq: 1 } },
      output: { known: true, value: { from: 'event', runId: 'r1', seq: 2 } },
      attempts: { known: false, why: 'not-reported' },
    });
  });

  it('are listed once for each pass of a loop, oldest first', () => {
    const plan = (id: string) => ({ tasks: [task(id, 'plan', { status: 'finished' as const })] });
    const other = { tasks: [task('x', 'other', { status: 'finished' as const })] };
    const history = historyOf({ source: 'input' }, plan('t1'), other, plan('t2'), {});
    const run = runOf('r1', 'plan', [
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
      taskStart('x', 'other'),
      taskResult('x', 'other'),
      taskStart('t2', 'plan'),
      ['custom', 1],
      taskResult('t2', 'plan'),
    ]);
    expect(lines(collectExecutions(sources('plan', history, [run])))).toEqual([
      'finished@1 r1 100',
      'finished@3 r1 200',
    ]);
  });

  it('are listed once for each Send, whose input only events tell', () => {
    const sent = (id: string): CheckpointTask => task(id, 'work', { status: 'finished', sent: true });
    const history = historyOf({ source: 'input' }, { tasks: [sent('t1'), sent('t2'), sent('t3')] }, {});
    const before = collectExecutions(sources('work', history));
    expect(before.map(({ taskId }) => taskId)).toEqual(['t1', 't2', 't3']);
    expect(before.every(({ input }) => !input.known && input.why === 'send-input')).toBe(true);
    const run = runOf('r1', 'work', [
      taskStart('t1', 'work'),
      taskStart('t2', 'work'),
      taskResult('t2', 'work'),
      taskResult('t1', 'work'),
    ]);
    const joined = collectExecutions(sources('work', history, [run]));
    expect(lines(joined)).toEqual(['finished@1 r1 300', 'finished@1 r1 100', 'finished@1 r1 events-missing']);
    expect(joined[1]?.input).toEqual({ known: true, value: { from: 'event', runId: 'r1', seq: 1 } });
  });

  it('go on in the run that answers their interrupt: one execution over two runs', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'review', { status: 'finished' })], interrupts: 1 },
      { runId: 'r2' },
    );
    const interrupted = runOf(
      'r1',
      'review',
      [taskStart('t1', 'review'), taskResult('t1', 'review', { result: {}, interrupts: [{ id: 'i' }] })],
      { outcome: 'interrupted' },
    );
    const answered = runOf('r2', 'review', [taskStart('t1', 'review'), taskResult('t1', 'review')]);
    const both = collectExecutions(sources('review', history, [interrupted, answered]));
    expect(lines(both)).toEqual(['finished@1 r2 200']);
    expect(both[0]).toMatchObject({
      isPartial: false,
      parts: [{ runId: 'r1' }, { runId: 'r2' }],
      stepMs: null,
    });

    const later = collectExecutions(sources('review', history, [answered]));
    expect(lines(later)).toEqual(['finished@1 r2 100']);
    expect(later[0]?.isPartial).toBe(true);

    // The events of the run that answered are not known: its output is that of the checkpoint.
    const earlier = collectExecutions(sources('review', history, [interrupted]));
    expect(lines(earlier)).toEqual(['finished@1 r2 no-events']);
    expect(earlier[0]?.output).toEqual({ known: true, value: { from: 'checkpoint', taskId: 't1' } });
  });

  it('wait, while nobody has answered', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'review', { status: 'waiting' })], interrupts: 1 },
    );
    const [review] = collectExecutions(sources('review', history));
    expect(review).toMatchObject({
      status: 'waiting',
      runId: 'r1',
      output: { known: false, why: 'not-reported' },
    });
  });

  it('have finished beside a task that waits, where the newest state says so', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'legal', { status: 'waiting' }), task('t2', 'lead', { status: 'waiting' })] },
    );
    const head = { id: 't1', nodeId: 'legal', error: null, waiting: false, finished: true as const };
    const [legal] = collectExecutions(sources('legal', history, [], { headTasks: [head] }));
    expect(legal?.status).toBe('finished');
  });

  it('list a failed attempt and the one of the run that went on', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'charge', { status: 'finished' })] },
      { runId: 'r2' },
    );
    const failed = runOf(
      'r1',
      'charge',
      [taskStart('t1', 'charge'), taskResult('t1', 'charge', { error: { name: 'Declined', message: 'no' } })],
      { outcome: 'failed' },
    );
    const went = runOf('r2', 'charge', [taskStart('t1', 'charge'), taskResult('t1', 'charge')]);
    const both = collectExecutions(sources('charge', history, [failed, went]));
    expect(lines(both)).toEqual(['failed@1 r1 100', 'finished@1 r2 100']);
    expect(both[0]).toMatchObject({ error: 'Declined: no', after: { known: false, why: 'no-checkpoint' } });
    expect(new Set(both.map(({ key }) => key)).size).toBe(2);
  });

  it('have failed by the history alone', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'charge', { status: 'failed' })], failed: true },
    );
    const [charge] = collectExecutions(sources('charge', history));
    expect(charge).toMatchObject({ status: 'failed', output: { known: false, why: 'not-reported' } });
  });

  it('count the starts of a task that the server began again', () => {
    const run = runOf('r1', 'plan', [
      ['metadata', { run_id: 'r1', attempt: 1 }],
      taskStart('t1', 'plan'),
      ['metadata', { run_id: 'r1', attempt: 2 }],
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
    ]);
    const [plan] = collectExecutions(sources('plan', [], [run]));
    expect(plan).toMatchObject({ attempts: { known: true, value: 2 }, status: 'finished' });
  });

  it('run, before any checkpoint tells of them', () => {
    const history = historyOf({ source: 'input' });
    const run = runOf('r1', 'plan', [taskStart('t1', 'plan')]);
    const [plan] = collectExecutions(sources('plan', history, [run], { isActive: true }));
    expect(plan).toMatchObject({
      status: 'running',
      startedAt: { known: true, value: 1000 },
      ms: { known: false, why: 'running' },
      output: { known: false, why: 'running' },
      before: { known: false, why: 'running' },
    });
  });

  it('run again, although the history still says that they wait', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'review', { status: 'waiting' })], interrupts: 1 },
    );
    const answered = runOf('r2', 'review', [taskStart('t1', 'review')]);
    const [review] = collectExecutions(sources('review', history, [answered], { isActive: true }));
    expect(review?.status).toBe('running');
  });

  it('are next at the head of the thread, and unknown while a run is active there', () => {
    const history = historyOf({ source: 'input' }, { tasks: [task('t1', 'plan')] });
    const [next] = collectExecutions(sources('plan', history));
    expect(next).toMatchObject({
      status: 'next',
      runId: null,
      input: { known: true, value: { from: 'state' } },
      output: { known: false, why: 'not-started' },
      ms: { known: false, why: 'not-started' },
    });
    const [active] = collectExecutions(sources('plan', history, [], { isActive: true }));
    expect(active?.status).toBe('unknown');
  });

  it('leave out tasks that an edit replaced before they ran', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'plan')] },
      { source: 'update', tasks: [task('t2', 'plan', { status: 'finished' })] },
      {},
    );
    expect(collectExecutions(sources('plan', history)).map(({ taskId }) => taskId)).toEqual(['t2']);
  });

  it('tell forks apart: one task, run twice from one checkpoint', () => {
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'plan', { status: 'finished' })] },
      {},
      { parentId: 'c1', runId: 'r2' },
    );
    const both = collectExecutions(sources('plan', history));
    expect(both.map(({ runId, isOnBranch }) => [runId, isOnBranch])).toEqual([
      ['r1', false],
      ['r2', true],
    ]);
    const older = collectExecutions(sources('plan', history, [], { checkpointId: 'c2' }));
    expect(older.map(({ isOnBranch }) => isOnBranch)).toEqual([true, false]);
  });

  it('in a subgraph come from its own checkpoints', () => {
    const inner = historyOf(
      { source: 'input' },
      { tasks: [task('t5', 'draft', { status: 'finished' })] },
      {},
    );
    const run = runOf('r1', 'write:draft', [
      taskStart('t2', 'write'),
      taskStart('t5', 'draft', 'write:t2'),
      taskResult('t5', 'draft', {}, 'write:t2'),
    ]);
    const levels = [{ namespace: 'write:t2', checkpoints: inner, hasOlder: false }];
    const [draft, ...others] = collectExecutions(sources('write:draft', [], [run], { levels }));
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      status: 'finished',
      ms: { known: true, value: 100 },
      before: { value: { namespace: 'write:t2' } },
      isOnBranch: true,
    });
  });

  it('are known from updates alone, where the run streams no tasks', () => {
    const run = runOf(
      'r1',
      'plan',
      [
        ['updates', { plan: { a: 1 } }],
        ['updates', { plan: { a: 2 } }],
      ],
      {
        outcome: 'finished',
      },
    );
    const both = collectExecutions(sources('plan', [], [run]));
    expect(both.map(({ output }) => output)).toEqual([
      { known: true, value: { from: 'update', runId: 'r1', seq: 0 } },
      { known: true, value: { from: 'update', runId: 'r1', seq: 1 } },
    ]);
    expect(both[0]).toMatchObject({
      taskId: null,
      status: 'finished',
      startedAt: { known: false, why: 'no-task-events' },
      input: { known: false, why: 'no-task-events' },
    });
    // With the history, its checkpoints tell more.
    const history = historyOf(
      { source: 'input' },
      { tasks: [task('t1', 'plan', { status: 'finished' })] },
      {},
    );
    expect(collectExecutions(sources('plan', history, [run])).map(({ taskId }) => taskId)).toEqual(['t1']);
  });

  it('say that a start is missing where reading began late', () => {
    const run = runOf('r1', 'plan', [taskResult('t1', 'plan')], { run: { joinedLate: true } });
    const [plan] = collectExecutions(sources('plan', [], [run], { levels: [] }));
    expect(plan).toMatchObject({
      status: 'finished',
      startedAt: { known: false, why: 'events-missing' },
      ms: { known: false, why: 'events-missing' },
      input: { known: false, why: 'events-missing' },
      output: { known: true, value: { from: 'event', seq: 0 } },
    });
  });

  it('do not take the end of a cancelled run for their own', () => {
    const run = runOf('r1', 'slow', [taskStart('t1', 'slow'), ['custom', 1]], { outcome: 'cancelled' });
    const [slow] = collectExecutions(sources('slow', [], [run]));
    expect(slow).toMatchObject({
      status: 'stopped',
      ms: { known: false, why: 'not-reported' },
      output: { known: false, why: 'not-reported' },
    });
  });

  it('say that their checkpoint is not loaded while older ones are', () => {
    const run = runOf('r1', 'plan', [taskStart('t1', 'plan'), taskResult('t1', 'plan')], {
      outcome: 'finished',
    });
    const levels = [{ namespace: '', checkpoints: [], hasOlder: true }];
    const [plan] = collectExecutions(sources('plan', [], [run], { levels }));
    expect(plan?.before).toEqual({ known: false, why: 'not-loaded' });
  });

  it('are none of a node that never ran', () => {
    expect(collectExecutions(sources('plan', []))).toEqual([]);
  });

  it('of a long loop are the newest, and the clicked one', () => {
    const frames = buildFrames(...Array.from({ length: 3000 }, (_, at) => taskStart(`t${at}`, 'plan')));
    const model = createRunModel();
    for (const frame of frames) model.add(frame);
    const log = { model, frames: buildFrameList(frames).list, end: null, ageAtFirstFrameMs: null };
    const evidence = runEvidence('r1', log, undefined, 'plan', 't7');
    const ids = collectExecutions(sources('plan', [], [evidence])).map(({ taskId }) => taskId);
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([501, 't7', 't2500', 't2999']);
    expect(evidence.isCut).toBe(true);
    expect(runEvidence('r1', log, undefined, 'plan').newestRows).toBe(evidence.newestRows);
  });

  it('are collected from ten thousand checkpoints', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      tasks: [task(`t${at}`, 'plan', { status: 'finished' as const })],
    }));
    const all = collectExecutions(sources('plan', historyOf(...rows)));
    expect(all).toHaveLength(10_000);
  });
});

describe('the execution to show', () => {
  const done = { status: 'finished' as const };
  const history = historyOf(
    { source: 'input' },
    { tasks: [task('t1', 'plan', done)] },
    { tasks: [task('t2', 'plan', done)] },
    { tasks: [task('t3', 'plan')] },
  );
  const all = collectExecutions(sources('plan', history));

  it('is the clicked one', () => {
    expect(chooseExecution(all, 't1', null)?.taskId).toBe('t1');
  });

  it('is the last one that ran, not the next one', () => {
    expect(chooseExecution(all, null, null)?.taskId).toBe('t2');
    expect(chooseExecution(all.slice(2), null, null)?.taskId).toBe('t3');
  });

  it('is the one that the displayed checkpoint runs', () => {
    expect(chooseExecution(all, null, 'c1')?.taskId).toBe('t1');
  });

  it('is on the branch of the displayed checkpoint', () => {
    const older = collectExecutions(sources('plan', history, [], { checkpointId: 'c2' }));
    expect(chooseExecution(older, null, 'c0')?.taskId).toBe('t1');
  });

  it('is none without executions', () => {
    expect(chooseExecution([], 't1', null)).toBeNull();
  });
});
