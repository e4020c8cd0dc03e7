import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildRunBatch } from '../../../testing/renderer/run-batches.ts';
import { buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { createRunLogStore } from '../log/run-log-store.ts';
import { useRunEvidence } from './use-run-evidence.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a node that runs many times a second is rendered a few times a second, and its last task is not missed', () => {
  const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r' });
  const logs = [store];
  const runs = [] as const;
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useRunEvidence(logs, runs, 'r', 'work', null);
  });
  const frames = buildFrames(...Array.from({ length: 100 }, (_, at) => taskStart(`task-${at}`, 'work')));
  const before = renders;
  for (const at of frames.keys()) {
    act(() => {
      store.take(buildRunBatch(frames.slice(at, at + 1)));
      vi.advanceTimersByTime(10);
    });
  }
  // 100 tasks in a second.
  expect(renders - before).toBeGreaterThan(2);
  expect(renders - before).toBeLessThanOrEqual(6);
  act(() => void vi.advanceTimersByTime(300));
  expect(result.current[0]?.newestRows.at(-1)?.taskId).toBe('task-99');
});
