import { describe, expect, it } from 'vitest';
import type { RunFrame, RunOutcome } from '../../../shared/model/run.ts';
import { nodesOfRun } from '../../../testing/renderer/run-nodes.ts';
import { createRunModel } from './run-model.ts';
import {
  taskResult,
  buildFrames,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';

/** `node: status visits ms`, one line per node. */
function nodeLines(frames: readonly RunFrame[], outcome?: RunOutcome): string[] {
  const model = createRunModel();
  for (const frame of frames) model.add(frame);
  if (outcome) model.end({ outcome, error: null, incomplete: false });
  return [...nodesOfRun(model)].map(
    ([id, { status, visits, time }]) => `${id}: ${status} ${visits} ${time?.ms ?? '-'}`,
  );
}

const nestedEntries = [
  taskStart('t1', 'write'),
  taskStart('t2', 'draft', 'write:t1'),
  taskResult('t2', 'draft', {}, 'write:t1'),
  taskStart('t3', 'deep', 'write:t1'),
  taskStart('t4', 'polish', 'write:t1', 'deep:t3'),
];
const nested = buildFrames(...nestedEntries);

describe('the canvas of a run by its events alone', () => {
  it('knows whether anything reported what is about to run', () => {
    const isRelevant = (...entries: readonly FrameEntry[]): boolean => {
      const model = createRunModel();
      for (const frame of buildFrames(...entries)) model.add(frame);
      return model.reportsQueued();
    };
    // What JavaScript servers send unasked beside values of subgraphs.
    expect(isRelevant(['checkpoints', { id: 'c', parent_id: null, step: -1, source: 'input' }])).toBe(false);
    expect(isRelevant(['checkpoints', { values: {}, next: ['plan'] }])).toBe(true);
  });

  it('lets nothing run inside of a task that has ended', () => {
    expect(nodeLines(buildFrames(...nestedEntries, taskResult('t1', 'write')))).toEqual([
      'write: finished 1 500',
      'write:draft: finished 1 100',
      'write:deep: cancelled 1 -',
      'write:deep:polish: cancelled 1 -',
    ]);
  });

  it('follows tasks from start to result, by node', () => {
    expect(
      nodeLines(buildFrames(taskStart('t1', 'plan'), taskResult('t1', 'plan'), taskStart('t2', 'write'))),
    ).toEqual(['plan: finished 1 100', 'write: running 1 -']);
  });

  it('names nodes by the subgraphs around them', () => {
    expect(nodeLines(nested)).toEqual([
      'write: running 1 -',
      'write:draft: finished 1 100',
      'write:deep: running 1 -',
      'write:deep:polish: running 1 -',
    ]);
  });

  it('nothing of an attempt runs on once the server begins the run again', () => {
    const cut = [
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
      taskStart('t2', 'write'),
      ['metadata', { run_id: 'r', attempt: 2 }],
    ] as const;
    expect(nodeLines(buildFrames(...cut))).toEqual(['plan: finished 1 100', 'write: cancelled 1 -']);
    expect(nodeLines(buildFrames(...cut, taskStart('t2', 'write'), taskResult('t2', 'write')))).toEqual([
      'plan: finished 1 100',
      // From the start of its first attempt.
      'write: finished 1 300',
    ]);
  });

  it('marks containers whose own start was not seen', () => {
    expect(nodeLines(nested.slice(4))).toEqual([
      'write: running 1 -',
      'write:deep: running 1 -',
      'write:deep:polish: running 1 -',
    ]);
  });

  it('leaves out the numbers that count repeated calls in a namespace', () => {
    expect(nodeLines(buildFrames(taskStart('t2', 'a', 'sub:t1', '1')))).toEqual([
      'sub: running 1 -',
      'sub:a: running 1 -',
    ]);
  });

  it('counts visits and adds their time', () => {
    const frames = buildFrames(
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
      taskStart('t2', 'plan'),
      taskResult('t2', 'plan'),
    );
    expect(nodeLines(frames)).toEqual(['plan: finished 2 200']);
  });

  it('keeps a node running until the last of its parallel tasks has ended', () => {
    const frames = buildFrames(
      taskStart('t1', 'work'),
      taskStart('t2', 'work'),
      taskResult('t1', 'work'),
      taskResult('t2', 'work', { interrupts: [{ id: 'i', value: 1 }] }),
    );
    expect(nodeLines(frames.slice(0, 3))).toEqual(['work: running 2 200']);
    expect(nodeLines(frames)).toEqual(['work: interrupted 2 300']);
  });

  it('marks what waits, inside and around', () => {
    const interrupted = { result: {}, interrupts: [{ id: 'i', value: 'ok?' }] };
    const frames = buildFrames(
      taskStart('t1', 'sub'),
      taskStart('t2', 'ask', 'sub:t1'),
      taskResult('t2', 'ask', interrupted, 'sub:t1'),
      taskResult('t1', 'sub', interrupted),
    );
    expect(nodeLines(frames, 'interrupted')).toEqual([
      'sub: interrupted 1 300',
      'sub:ask: interrupted 1 100',
    ]);
  });

  it('marks a task that reports an error', () => {
    expect(
      nodeLines(buildFrames(taskStart('t1', 'boom'), taskResult('t1', 'boom', { error: 'broke' }))),
    ).toEqual(['boom: failed 1 100']);
  });

  it('distinguishes a failed task from one with nothing to say, where both report an empty result', () => {
    const frames = buildFrames(
      taskStart('t1', 'quiet'),
      ['updates', { quiet: {} }],
      taskResult('t1', 'quiet', { result: {} }),
      taskStart('t2', 'boom'),
      taskResult('t2', 'boom', { result: {} }),
    );
    expect(nodeLines(frames, 'failed')).toEqual(['quiet: finished 1 200', 'boom: failed 1 100']);
    expect(nodeLines(frames, 'finished')).toEqual(['quiet: finished 1 200', 'boom: finished 1 100']);
  });

  it.each<[RunOutcome, string]>([
    ['finished', 'finished'],
    ['failed', 'failed'],
    ['interrupted', 'unknown'],
    ['cancelled', 'cancelled'],
    ['lost', 'unknown'],
  ])('leaves nodes that still ran when the run %s as %s', (outcome, status) => {
    expect(nodeLines(buildFrames(taskStart('t1', 'slow')), outcome)).toEqual([`slow: ${status} 1 -`]);
  });

  it('leaves a node waiting in which another one waits', () => {
    const frames = buildFrames(
      taskStart('t1', 'write'),
      taskStart('t2', 'ask', 'write:t1'),
      taskResult('t2', 'ask', { interrupts: [{ id: 'i', value: 'Go on?' }] }, 'write:t1'),
    );
    const statuses = nodeLines(frames, 'interrupted').map((line) => line.split(' ')[1]);
    expect(statuses).toEqual(['interrupted', 'interrupted']);
  });

  it('counts a node once whose update comes before its task', () => {
    const frames = buildFrames(
      ['updates', { plan: { text: 'x' } }],
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan', { result: { text: 'x' } }),
    );
    expect(nodeLines(frames, 'finished')).toEqual(['plan: finished 1 100']);
  });

  it('reads a result that lacks its values', () => {
    const result = { id: 't1', name: 'plan', interrupts: [] };
    const frames = buildFrames(taskStart('t1', 'plan'), ['tasks', result], taskStart('t2', 'ask'));
    expect(nodeLines(frames)).toEqual(['plan: finished 1 100', 'ask: running 1 -']);
  });

  it('falls back to updates where the server sends no tasks', () => {
    const frames = buildFrames(
      ['updates', { plan: { text: 'x' } }],
      ['updates', { polish: null }, 'write:t1', 'deep:t3'],
      ['updates', { __interrupt__: [] }],
    );
    expect(nodeLines(frames)).toEqual([
      'write: running 1 -',
      'write:deep: running 1 -',
      'write:deep:polish: finished 1 -',
      'plan: finished 1 -',
    ]);
  });

  it('queues what a checkpoint says is next, in the graph and in subgraphs, until it begins', () => {
    const frames = buildFrames(
      ['checkpoints', { values: {}, metadata: {}, next: ['plan', 'sort'] }],
      taskStart('t1', 'plan'),
      ['debug', { step: 0, type: 'checkpoint', payload: { values: {}, next: ['draft'] } }, 'write:t9'],
      ['checkpoints', { next: ['plan'] }],
    );
    expect(nodeLines(frames.slice(0, 1))).toEqual(['plan: queued 0 -', 'sort: queued 0 -']);
    expect(nodeLines(frames.slice(0, 3))).toEqual([
      'plan: running 1 -',
      'write: running 1 -',
      'write:draft: queued 0 -',
      'sort: queued 0 -',
    ]);
    expect(nodeLines(frames)).toEqual(['plan: running 1 -', 'write: running 1 -', 'write:draft: queued 0 -']);
    // What is next after the end is in the thread's state, which the events of a run do not report.
    expect(nodeLines(frames.slice(0, 1), 'interrupted')).toEqual([]);
    expect(nodeLines(frames.slice(0, 1), 'failed')).toEqual([]);
  });

  it('reads the tasks of debug frames, and counts none twice', () => {
    const task = { id: 't1', name: 'plan', input: {}, triggers: ['branch:to:plan'], interrupts: [] };
    const result = { id: 't1', name: 'plan', result: [['text', 'x']], interrupts: [] };
    const debug = buildFrames(
      ['debug', { step: 1, type: 'task', timestamp: '', payload: task }],
      ['debug', { step: 1, type: 'task_result', timestamp: '', payload: result }],
    );
    expect(nodeLines(debug)).toEqual(['plan: finished 1 100']);
    const both = buildFrames(
      ['tasks', task],
      ['debug', { step: 1, type: 'task', payload: task }],
      ['tasks', result],
      ['debug', { step: 1, type: 'task_result', payload: { ...result, result: [] } }],
    );
    expect(nodeLines(both)).toEqual(['plan: finished 1 200']);
    expect(nodeLines(both, 'failed')).toEqual(['plan: finished 1 200']);
  });

  it('passes over frames that are not JSON, or not what they should be', () => {
    const frames = buildFrames(
      ['tasks', '{"id": NaN'],
      ['tasks', '[]'],
      ['tasks', { id: 7 }],
      ['updates', '"x"'],
      ['odd', 'x'],
      ['checkpoints', '{"next": ['],
      ['debug', '{"type":"task"'],
      ['debug', { type: 'task', payload: 7 }],
    );
    expect(nodeLines(frames)).toEqual([]);
  });

  it('gives the same picture when the run is read again, and the same object until something changes', () => {
    expect(nodeLines(nested, 'failed')).toEqual(nodeLines(nested, 'failed'));
    const model = createRunModel();
    const clock = {
      runId: 'r',
      origin: { kind: 'input', checkpointId: null },
      createdAt: null,
      firstFrameMs: null,
    } as const;
    expect(model.events({ ...clock })).toBe(model.events(clock));
  });
});
