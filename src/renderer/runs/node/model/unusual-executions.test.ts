import { describe, expect, it } from 'vitest';
import {
  buildHistory,
  buildSources,
  buildTask,
  runEvidenceOf,
} from '../../../../testing/renderer/execution-builders.ts';
import { buildFrameList } from '../../../../testing/renderer/frame-list-builder.ts';
import { buildFrames } from '../../../../testing/renderer/run-frame-builder.ts';
import { taskResult, taskStart } from '../../../../testing/renderer/run-frame-builder.ts';
import { createRunModel } from '../../model/run-model.ts';
import { collectExecutions } from './collect-executions.ts';
import { runEvidence } from './execution-sources.ts';

describe('the executions of a node, where the history does not tell all', () => {
  it('are next at the head of the thread, and unknown while a run is active there', () => {
    const history = buildHistory({ source: 'input' }, { tasks: [buildTask('t1', 'plan')] });
    const [next] = collectExecutions(buildSources('plan', history));
    expect(next).toMatchObject({
      status: 'next',
      runId: null,
      input: { known: true, value: { from: 'state' } },
      output: { known: false, why: 'not-started' },
      ms: { known: false, why: 'not-started' },
    });
    const [active] = collectExecutions(buildSources('plan', history, [], { isActive: true }));
    expect(active?.status).toBe('unknown');
  });

  it('leave out tasks that an edit replaced before they ran', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'plan')] },
      { source: 'update', tasks: [buildTask('t2', 'plan', { status: 'finished' })] },
      {},
    );
    expect(collectExecutions(buildSources('plan', history)).map(({ taskId }) => taskId)).toEqual(['t2']);
  });

  it('tell forks apart: one task, run twice from one checkpoint', () => {
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'plan', { status: 'finished' })] },
      {},
      { parentId: 'c1', runId: 'r2' },
    );
    const both = collectExecutions(buildSources('plan', history));
    expect(both.map(({ runId, isOnBranch }) => [runId, isOnBranch])).toEqual([
      ['r1', false],
      ['r2', true],
    ]);
    const older = collectExecutions(buildSources('plan', history, [], { checkpointId: 'c2' }));
    expect(older.map(({ isOnBranch }) => isOnBranch)).toEqual([true, false]);
  });

  it('in a subgraph come from its own checkpoints', () => {
    const inner = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t5', 'draft', { status: 'finished' })] },
      {},
    );
    const run = runEvidenceOf('r1', 'write:draft', [
      taskStart('t2', 'write'),
      taskStart('t5', 'draft', 'write:t2'),
      taskResult('t5', 'draft', {}, 'write:t2'),
    ]);
    const levels = [{ namespace: 'write:t2', checkpoints: inner, hasOlder: false }];
    const [draft, ...others] = collectExecutions(buildSources('write:draft', [], [run], { levels }));
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      status: 'finished',
      ms: { known: true, value: 100 },
      before: { value: { namespace: 'write:t2' } },
      isOnBranch: true,
    });
  });

  it('are known from updates alone, where the run streams no tasks', () => {
    const run = runEvidenceOf(
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
    const both = collectExecutions(buildSources('plan', [], [run]));
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
    const history = buildHistory(
      { source: 'input' },
      { tasks: [buildTask('t1', 'plan', { status: 'finished' })] },
      {},
    );
    expect(collectExecutions(buildSources('plan', history, [run])).map(({ taskId }) => taskId)).toEqual([
      't1',
    ]);
  });

  it('say that a start is missing where reading began late', () => {
    const run = runEvidenceOf('r1', 'plan', [taskResult('t1', 'plan')], { run: { joinedLate: true } });
    const [plan] = collectExecutions(buildSources('plan', [], [run], { levels: [] }));
    expect(plan).toMatchObject({
      status: 'finished',
      startedAt: { known: false, why: 'events-missing' },
      ms: { known: false, why: 'events-missing' },
      input: { known: false, why: 'events-missing' },
      output: { known: true, value: { from: 'event', seq: 0 } },
    });
  });

  it('do not take the end of a cancelled run for their own', () => {
    const run = runEvidenceOf('r1', 'slow', [taskStart('t1', 'slow'), ['custom', 1]], {
      outcome: 'cancelled',
    });
    const [slow] = collectExecutions(buildSources('slow', [], [run]));
    expect(slow).toMatchObject({
      status: 'stopped',
      ms: { known: false, why: 'not-reported' },
      output: { known: false, why: 'not-reported' },
    });
  });

  it('say that their checkpoint is not loaded while older ones are', () => {
    const run = runEvidenceOf('r1', 'plan', [taskStart('t1', 'plan'), taskResult('t1', 'plan')], {
      outcome: 'finished',
    });
    const levels = [{ namespace: '', checkpoints: [], hasOlder: true }];
    const [plan] = collectExecutions(buildSources('plan', [], [run], { levels }));
    expect(plan?.before).toEqual({ known: false, why: 'not-loaded' });
  });

  it('are none of a node that never ran', () => {
    expect(collectExecutions(buildSources('plan', []))).toEqual([]);
  });

  it('of a long loop are the newest, and the clicked one', () => {
    const frames = buildFrames(...Array.from({ length: 3000 }, (_, at) => taskStart(`t${at}`, 'plan')));
    const model = createRunModel();
    for (const frame of frames) model.add(frame);
    const log = { model, frames: buildFrameList(frames).list, end: null, ageAtFirstFrameMs: null };
    const evidence = runEvidence('r1', log, undefined, 'plan', 't7');
    const ids = collectExecutions(buildSources('plan', [], [evidence])).map(({ taskId }) => taskId);
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([501, 't7', 't2500', 't2999']);
    expect(evidence.isCut).toBe(true);
    expect(runEvidence('r1', log, undefined, 'plan').newestRows).toBe(evidence.newestRows);
  });

  it('are collected from ten thousand checkpoints', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      tasks: [buildTask(`t${at}`, 'plan', { status: 'finished' as const })],
    }));
    const all = collectExecutions(buildSources('plan', buildHistory(...rows)));
    expect(all).toHaveLength(10_000);
  });
});
