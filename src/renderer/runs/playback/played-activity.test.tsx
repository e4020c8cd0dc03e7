import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunFrame } from '../../../shared/model/runs/run.ts';
import { buildRunBatch } from '../../../testing/renderer/run-batches.ts';
import {
  createBackEnd,
  finished,
  question,
  run,
  showDock,
} from '../../../testing/renderer/run-dock-window.tsx';
import { buildFrames, taskResult, taskStart } from '../../../testing/renderer/run-frame-builder.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const ended = { outcome: 'interrupted', error: null, incomplete: false } as const;
/** A second for each millisecond of other tests: the playback must not come to its end before it is paused. */
const slowly = (frames: readonly RunFrame[]) =>
  frames.map((frame) => ({ ...frame, atMs: frame.atMs * 1000 }));
const seek = (seconds: number) =>
  act(() =>
    fireEvent.change(screen.getByRole('slider', { name: 'Time of the run' }), {
      target: { value: String(seconds * 1000) },
    }),
  );
const button = (name: string) => screen.findByRole('button', { name });

it('a played run waits only from the event of its interrupt on, and the live state returns with its end', async () => {
  const end = createBackEnd();
  const asked = { interrupts: [{ id: 'a', value: 'Publish?' }] };
  const frames = buildFrames(
    taskStart('1', 'plan'),
    taskResult('1', 'plan'),
    taskStart('2', 'review'),
    taskResult('2', 'review', asked),
  );
  end.back.runs = [run('r1', 'interrupted')];
  end.back.state = question;
  end.back.batches = [buildRunBatch(slowly(frames), ended)];
  const { activity, played } = showDock(end);
  const status = (node: string) => activity.get(node).status;
  await waitFor(() => expect(status('review')).toBe('waiting'));

  fireEvent.click(await button('Play back run'));
  fireEvent.click(await button('Pause'));
  await seek(150);
  await waitFor(() => expect(status('plan')).toBe('finished'));
  expect(status('review')).toBe('idle');
  expect(played.at(-1)).toEqual([]);
  await seek(300);
  await waitFor(() => expect(status('review')).toBe('waiting'));
  expect(played.at(-1)).toEqual([
    { taskId: '2', index: 0, id: 'a', valueText: '"Publish?"', nodeId: 'review' },
  ]);
  await seek(50);
  await waitFor(() => expect(status('review')).toBe('idle'));
  expect(played.at(-1)).toEqual([]);

  fireEvent.click(await button('Close playback'));
  await waitFor(() => expect(status('review')).toBe('waiting'));
  expect(played.at(-1)).toBeNull();
});

it('at its end, a played run shows nothing that the thread asked later', async () => {
  const end = createBackEnd();
  const frames = buildFrames(taskStart('1', 'plan'), taskResult('1', 'plan'));
  end.back.runs = [run('r1', 'success')];
  end.back.state = question;
  end.back.batches = [buildRunBatch(slowly(frames), finished)];
  const { activity } = showDock(end);
  const status = (node: string) => activity.get(node).status;
  await waitFor(() => expect(status('review')).toBe('waiting'));
  fireEvent.click(await button('Play back run'));
  fireEvent.click(await button('Pause'));
  await seek(50);
  await waitFor(() => expect(status('plan')).toBe('running'));
  await seek(100);
  await waitFor(() => expect(status('plan')).toBe('finished'));
  expect(status('review')).toBe('idle');
  fireEvent.click(await button('Close playback'));
  await waitFor(() => expect(status('review')).toBe('waiting'));
});
