import { describe, expect, it } from 'vitest';
import { buildHistory, buildSources, buildTask } from '../../../../testing/renderer/execution-builders.ts';
import { chooseExecution } from './choose-execution.ts';
import { collectExecutions } from './collect-executions.ts';

describe('the execution to show', () => {
  const done = { status: 'finished' as const };
  const history = buildHistory(
    { source: 'input' },
    { tasks: [buildTask('t1', 'plan', done)] },
    { tasks: [buildTask('t2', 'plan', done)] },
    { tasks: [buildTask('t3', 'plan')] },
  );
  const all = collectExecutions(buildSources('plan', history));

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
    const older = collectExecutions(buildSources('plan', history, [], { checkpointId: 'c2' }));
    expect(chooseExecution(older, null, 'c0')?.taskId).toBe('t1');
  });

  it('is none without executions', () => {
    expect(chooseExecution([], 't1', null)).toBeNull();
  });
});
