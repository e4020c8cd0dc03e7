import { describe, expect, it } from 'vitest';
import type { RunEnding } from './model/thread-record.ts';
import { recordedRunStatus, recordedRunText } from './status-labels.ts';

const textOf = (ending: RunEnding): string =>
  recordedRunText({ status: 'ended', ending }, (id) => `node-${id}`);

describe('the words for a run', () => {
  it.each<[RunEnding, string, string]>([
    [{ kind: 'finished' }, 'finished', 'finished'],
    [{ kind: 'interrupted', executionIds: ['a', 'b'] }, 'interrupted', 'interrupted in node-a, node-b'],
    [{ kind: 'interrupted', executionIds: [] }, 'interrupted', 'interrupted'],
    [{ kind: 'paused', place: 'before', nodes: ['b'] }, 'paused', 'paused before b'],
    [
      { kind: 'paused', place: 'after', nodes: ['a', 'b', 'c', 'd', 'e'] },
      'paused',
      'paused after a, b, c and 2 more',
    ],
    [{ kind: 'paused', place: 'unknown', nodes: ['b'] }, 'paused', 'paused, next: b'],
    [{ kind: 'paused', place: 'unknown', nodes: [] }, 'paused', 'paused'],
    [{ kind: 'cancelled', isKept: true }, 'cancelled', 'cancelled, what it wrote is kept'],
    [{ kind: 'cancelled', isKept: false }, 'cancelled', 'cancelled, rolled back'],
    [{ kind: 'cancelled', isKept: null }, 'cancelled', 'cancelled'],
    [{ kind: 'timed-out' }, 'timed-out', 'timed out'],
    [
      { kind: 'unknown', why: 'None of its checkpoints is known.' },
      'unknown',
      'unknown: None of its checkpoints is known.',
    ],
  ])('name its end %j', (ending, status, text) => {
    expect(recordedRunStatus({ status: 'ended', ending })).toBe(status);
    expect(textOf(ending)).toBe(text);
  });

  it('say where and why a run failed, and a recursion limit by its name', () => {
    const failed = { kind: 'failed', executionId: 'a', error: 'no model', isRecursionLimit: false } as const;
    expect(textOf(failed)).toBe('failed in node-a: no model');
    expect(textOf({ ...failed, executionId: null, error: null })).toBe('failed');
    expect(textOf({ ...failed, isRecursionLimit: true })).toBe('failed at its recursion limit');
    expect(recordedRunStatus({ status: 'ended', ending: failed })).toBe('failed');
  });

  it('say that a run is active, or that nobody knows', () => {
    expect(recordedRunText({ status: 'queued', ending: null })).toBe('queued');
    expect(recordedRunText({ status: 'running', ending: null })).toBe('running');
    expect(recordedRunText({ status: 'unknown', ending: null })).toBe('unknown');
  });
});
