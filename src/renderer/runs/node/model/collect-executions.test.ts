import { describe, expect, it } from 'vitest';
import type { CheckpointTask } from '../../../../shared/model/threads/thread.ts';
import {
  buildHistory,
  buildSources,
  buildTask,
  executionLines,
  runEvidenceOf,
} from '../../../../testing/renderer/execution-builders.ts';
import { taskResult, taskStart } from '../../../../testing/renderer/run-frame-builder.ts';
import { collectExecutions } from './collect-executions.ts';

describe('the executions of a node', () => {
  it('come from the history alone, with what only events would tell as unknown', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'plan', { status: 'finished' })] },
      {},
    );
    const [plan, ...others] = collectExecutions(buildSources('plan', history));
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
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'plan', { status: 'finished' })] },
      {},
    );
    const run = runEvidenceOf(
      'r1',
      'plan',
      [['metadata', {}], taskStart('t1', 'plan'), taskResult('t1', 'plan')],
      {
        outcome: 'finished',
      },
    );
    const [plan, ...others] = collectExecutions(buildSources('plan', history, [run]));
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
    const plan = (id: string) => ({ tasks: [buildTask(id, 'plan', { status: 'finished' as const })] });
    const other = { tasks: [buildTask('x', 'other', { status: 'finished' as const })] };
    const history = buildHistory({ source: 'input' }, plan('t1'), other, plan('t2'), {});
    const run = runEvidenceOf('r1', 'plan', [
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
      taskStart('x', 'other'),
      taskResult('x', 'other'),
      taskStart('t2', 'plan'),
      ['custom', 1],
      taskResult('t2', 'plan'),
    ]);
    expect(executionLines(collectExecutions(buildSources('plan', history, [run])))).toEqual([
      'finished@1 r1 100',
      'finished@3 r1 200',
    ]);
  });

  it('are listed once for each Send, whose input only events tell', () => {
    const sent = (id: string): CheckpointTask => buildTask(id, 'work', { status: 'finished', sent: true });
    const history = buildHistory({ source: 'input' }, { tasks: [sent('t1'), sent('t2'), sent('t3')] }, {});
    const before = collectExecutions(buildSources('work', history));
    expect(before.map(({ taskId }) => taskId)).toEqual(['t1', 't2', 't3']);
    expect(before.every(({ input }) => !input.known && input.why === 'send-input')).toBe(true);
    const run = runEvidenceOf('r1', 'work', [
      taskStart('t1', 'work'),
      taskStart('t2', 'work'),
      taskResult('t2', 'work'),
      taskResult('t1', 'work'),
    ]);
    const joined = collectExecutions(buildSources('work', history, [run]));
    expect(executionLines(joined)).toEqual([
      'finished@1 r1 300',
      'finished@1 r1 100',
      'finished@1 r1 events-missing',
    ]);
    expect(joined[1]?.input).toEqual({ known: true, value: { from: 'event', runId: 'r1', seq: 1 } });
  });

  it('go on in the run that answers their interrupt: one execution over two runs', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'review', { status: 'finished' })], interrupts: 1 },
      { runId: 'r2' },
    );
    const interrupted = runEvidenceOf(
      'r1',
      'review',
      [taskStart('t1', 'review'), taskResult('t1', 'review', { result: {}, interrupts: [{ id: 'i' }] })],
      { outcome: 'interrupted' },
    );
    const answered = runEvidenceOf('r2', 'review', [taskStart('t1', 'review'), taskResult('t1', 'review')]);
    const both = collectExecutions(buildSources('review', history, [interrupted, answered]));
    expect(executionLines(both)).toEqual(['finished@1 r2 200']);
    expect(both[0]).toMatchObject({
      isPartial: false,
      parts: [{ runId: 'r1' }, { runId: 'r2' }],
      stepMs: null,
    });

    const later = collectExecutions(buildSources('review', history, [answered]));
    expect(executionLines(later)).toEqual(['finished@1 r2 100']);
    expect(later[0]?.isPartial).toBe(true);

    // The events of the run that answered are not known: its output is that of the checkpoint.
    const earlier = collectExecutions(buildSources('review', history, [interrupted]));
    expect(executionLines(earlier)).toEqual(['finished@1 r2 no-events']);
    expect(earlier[0]?.output).toEqual({ known: true, value: { from: 'checkpoint', taskId: 't1' } });
  });

  it('wait, while nobody has answered', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'review', { status: 'waiting' })], interrupts: 1 },
    );
    const [review] = collectExecutions(buildSources('review', history));
    expect(review).toMatchObject({
      status: 'waiting',
      runId: 'r1',
      output: { known: false, why: 'not-reported' },
    });
  });

  it('have finished beside a task that waits, where the newest state says so', () => {
    const history = buildHistory(
      { source: 'input' },
      {
        tasks: [
          buildTask('t1', 'legal', { status: 'waiting' }),
          buildTask('t2', 'lead', { status: 'waiting' }),
        ],
      },
    );
    const head = { id: 't1', nodeId: 'legal', error: null, waiting: false, finished: true as const };
    const [legal] = collectExecutions(buildSources('legal', history, [], { headTasks: [head] }));
    expect(legal?.status).toBe('finished');
  });

  it('list a failed attempt and the one of the run that went on', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'charge', { status: 'finished' })] },
      { runId: 'r2' },
    );
    const failed = runEvidenceOf(
      'r1',
      'charge',
      [taskStart('t1', 'charge'), taskResult('t1', 'charge', { error: { name: 'Declined', message: 'no' } })],
      { outcome: 'failed' },
    );
    const went = runEvidenceOf('r2', 'charge', [taskStart('t1', 'charge'), taskResult('t1', 'charge')]);
    const both = collectExecutions(buildSources('charge', history, [failed, went]));
    expect(executionLines(both)).toEqual(['failed@1 r1 100', 'finished@1 r2 100']);
    expect(both[0]).toMatchObject({ error: 'Declined: no', after: { known: false, why: 'no-checkpoint' } });
    expect(new Set(both.map(({ key }) => key)).size).toBe(2);
  });

  it('have failed by the history alone', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'charge', { status: 'failed' })], failed: true },
    );
    const [charge] = collectExecutions(buildSources('charge', history));
    expect(charge).toMatchObject({ status: 'failed', output: { known: false, why: 'not-reported' } });
  });

  it('count the starts of a task that the server began again', () => {
    const run = runEvidenceOf('r1', 'plan', [
      ['metadata', { run_id: 'r1', attempt: 1 }],
      taskStart('t1', 'plan'),
      ['metadata', { run_id: 'r1', attempt: 2 }],
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
    ]);
    const [plan] = collectExecutions(buildSources('plan', [], [run]));
    expect(plan).toMatchObject({ attempts: { known: true, value: 2 }, status: 'finished' });
  });

  it('run, before any checkpoint tells of them', () => {
    const history = buildHistory({ source: 'input' });
    const run = runEvidenceOf('r1', 'plan', [taskStart('t1', 'plan')]);
    const [plan] = collectExecutions(buildSources('plan', history, [run], { isActive: true }));
    expect(plan).toMatchObject({
      status: 'running',
      startedAt: { known: true, value: 1000 },
      ms: { known: false, why: 'running' },
      output: { known: false, why: 'running' },
      before: { known: false, why: 'running' },
    });
  });

  it('run again, although the history still says that they wait', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'review', { status: 'waiting' })], interrupts: 1 },
    );
    const answered = runEvidenceOf('r2', 'review', [taskStart('t1', 'review')]);
    const [review] = collectExecutions(buildSources('review', history, [answered], { isActive: true }));
    expect(review?.status).toBe('running');
  });
});
