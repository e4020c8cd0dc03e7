import { describe, expect, it } from 'vitest';
import type { RunFrame, RunOutcome } from '../../shared/model/run.ts';
import { ends, framesOf, starts } from './frame-builder.ts';
import { createTaskReader } from './task-frame.ts';
import { createTrace } from './trace.ts';

/** One line per step: `container| after: task ms tokens, ...`, with `^` where the start led to it and `$` at the end. */
function stepsIn(
  frames: readonly RunFrame[],
  { fromStart = true, outcome = 'finished', tokens = {} }: Options = {},
): string[] {
  const trace = createTrace();
  const read = createTaskReader();
  for (const frame of frames) trace.add(read(frame));
  trace.end({ outcome });
  return trace
    .steps('r', fromStart, (id) => tokens[id] ?? null)
    .map(({ container, after, begins, ends: isEnd, tasks }) => {
      const words = tasks.map(({ name, ms, tokens: own }) =>
        [name, ms, own].filter((one) => one !== null).join(' '),
      );
      return `${container}| ${begins ? '^' : (after ?? '?')}: ${words.join(', ')}${isEnd ? '$' : ''}`;
    });
}

interface Options {
  readonly fromStart?: boolean;
  readonly outcome?: RunOutcome;
  readonly tokens?: Readonly<Record<string, number>>;
}

const nested = framesOf(
  starts('t1', 'write'),
  starts('t2', 'draft', 'write:t1'),
  ends('t2', 'draft', {}, 'write:t1'),
  starts('t3', 'check', 'write:t1'),
  ends('t3', 'check', {}, 'write:t1'),
  ends('t1', 'write'),
  starts('t4', 'review'),
);

describe('createTrace', () => {
  it('puts tasks that began together into one step, and the next ones after it', () => {
    const frames = framesOf(
      starts('t1', 'split'),
      ends('t1', 'split'),
      starts('t2', 'work'),
      starts('t3', 'work'),
      ends('t3', 'work'),
      ends('t2', 'work'),
      starts('t4', 'gather'),
      ends('t4', 'gather'),
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
    const frames = framesOf(
      starts('t0', 'review'),
      ends('t0', 'review'),
      starts('t1', 'write'),
      starts('t2', 'draft', 'write:t1'),
    );
    expect(stepsIn(frames, { fromStart: false })).toEqual([
      '| ?: review 100',
      '| 0: write$',
      'write| ^: draft',
    ]);
  });

  it('takes two calls of one subgraph for two', () => {
    const frames = framesOf(
      starts('t1', 'sub'),
      starts('t2', 'a', 'sub:t1', '1'),
      ends('t2', 'a', {}, 'sub:t1', '1'),
      starts('t3', 'a', 'sub:t1', '2'),
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
    const trace = createTrace();
    const read = createTaskReader();
    const task = { id: 't', name: 'c', input: {}, triggers: ['join:a+b:c'], interrupts: [] };
    for (const frame of framesOf(['tasks', task])) trace.add(read(frame));
    expect(trace.steps('r', true, () => null)[0]?.tasks[0]?.from).toEqual(['a', 'b']);
  });
});
