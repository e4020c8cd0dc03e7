import { describe, expect, it } from 'vitest';
import type { RunFrame, RunOutcome } from '../../../shared/model/runs/run.ts';
import { taskResult, buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { createTaskReader } from '../../../shared/run-events/frames/task-frame.ts';
import { createTraceReducer } from './trace.ts';

/** One line per step: `container| after: task ms tokens, ...`, with `^` where the start led to it and `$` at the end. */
function stepsIn(
  frames: readonly RunFrame[],
  { fromStart = true, outcome = 'finished', tokens = {} }: Options = {},
): string[] {
  const trace = createTraceReducer();
  const read = createTaskReader();
  for (const frame of frames) trace.add(read(frame));
  trace.end({ outcome });
  return trace
    .steps('r', fromStart, (id) => tokens[id] ?? null)
    .map(({ container, previousStep, isFirst, isLast: isEnd, tasks }) => {
      const parts = tasks.map(({ name, ms, tokens: own }) =>
        [name, ms, own].filter((one) => one !== null).join(' '),
      );
      return `${container}| ${isFirst ? '^' : (previousStep ?? '?')}: ${parts.join(', ')}${isEnd ? '$' : ''}`;
    });
}

interface Options {
  readonly fromStart?: boolean;
  readonly outcome?: RunOutcome;
  readonly tokens?: Readonly<Record<string, number>>;
}

const nested = buildFrames(
  taskStart('t1', 'write'),
  taskStart('t2', 'draft', 'write:t1'),
  taskResult('t2', 'draft', {}, 'write:t1'),
  taskStart('t3', 'check', 'write:t1'),
  taskResult('t3', 'check', {}, 'write:t1'),
  taskResult('t1', 'write'),
  taskStart('t4', 'review'),
);

describe('createTrace', () => {
  it('puts tasks that began together into one step, and the next ones after it', () => {
    const frames = buildFrames(
      taskStart('t1', 'split'),
      taskResult('t1', 'split'),
      taskStart('t2', 'work'),
      taskStart('t3', 'work'),
      taskResult('t3', 'work'),
      taskResult('t2', 'work'),
      taskStart('t4', 'gather'),
      taskResult('t4', 'gather'),
    );
    expect(stepsIn(frames)).toEqual(['| ^: split 100', '| 0: work 300, work 100', '| 1: gather 100$']);
  });

  it('keeps the steps of subgraphs apart, each from its own start to its own end', () => {
    expect(stepsIn(nested, { outcome: 'interrupted' })).toEqual([
      '| ^: write 500',
      'write| ^: draft 100',
      'write| 1: check 100$',
      '| 0: review',
    ]);
  });

  it('knows of an answered interrupt that nothing of this run led to it, in its subgraph neither', () => {
    expect(stepsIn(nested, { fromStart: false, outcome: 'failed' }).slice(0, 2)).toEqual([
      '| ?: write 500',
      'write| ?: draft 100',
    ]);
  });

  it('begins a subgraph anew that a later step of a resumed run calls', () => {
    const frames = buildFrames(
      taskStart('t0', 'review'),
      taskResult('t0', 'review'),
      taskStart('t1', 'write'),
      taskStart('t2', 'draft', 'write:t1'),
    );
    expect(stepsIn(frames, { fromStart: false })).toEqual([
      '| ?: review 100',
      '| 0: write$',
      'write| ^: draft',
    ]);
  });

  it('takes two calls of one subgraph for two', () => {
    const frames = buildFrames(
      taskStart('t1', 'sub'),
      taskStart('t2', 'a', 'sub:t1', '1'),
      taskResult('t2', 'a', {}, 'sub:t1', '1'),
      taskStart('t3', 'a', 'sub:t1', '2'),
    );
    expect(stepsIn(frames, { outcome: 'lost' })).toEqual(['| ^: sub', 'sub| ^: a 100', 'sub| ^: a']);
  });

  it('counts tokens for the innermost task that used them', () => {
    expect(stepsIn(nested, { tokens: { t1: 30, t2: 10, t3: 20 } }).slice(0, 3)).toEqual([
      '| ^: write 500 0',
      'write| ^: draft 100 10',
      'write| 1: check 100 20$',
    ]);
  });

  it('keeps the nodes that a join waited for', () => {
    const trace = createTraceReducer();
    const read = createTaskReader();
    const task = { id: 't', name: 'c', input: {}, triggers: ['join:a+b:c'], interrupts: [] };
    for (const frame of buildFrames(['tasks', task])) trace.add(read(frame));
    expect(trace.steps('r', true, () => null)[0]?.tasks[0]?.from).toEqual(['a', 'b']);
  });
});
