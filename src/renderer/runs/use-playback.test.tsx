import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canvasOf } from '../../testing/renderer/canvas-of.ts';
import { CanvasContext } from '../graph/canvas/canvas-context.ts';
import { InterruptBadge } from '../graph/nodes/InterruptBadge.tsx';
import type { RunFrame } from '../../shared/model/run.ts';
import {
  createBackEnd,
  finished,
  question,
  questionRecord,
  run,
  showDock,
} from '../../testing/renderer/run-dock-window.tsx';
import { buildFrames, taskResult, taskStart } from '../../testing/renderer/run-frame-builder.ts';
import { buildRunBatch } from '../../testing/renderer/stub-handlers.ts';

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
  end.back.record = questionRecord;
  end.back.batches = [buildRunBatch(slowly(frames), ended)];
  const { activity } = showDock(end);
  const asks = () => activity.questions().questions;
  const status = (node: string) => activity.get(node).status;
  await waitFor(() => expect(status('review')).toBe('waiting'));

  fireEvent.click(await button('Play back run'));
  fireEvent.click(await button('Pause'));
  await seek(150);
  await waitFor(() => expect(status('plan')).toBe('finished'));
  expect(status('review')).toBe('idle');
  expect(asks()).toEqual([]);
  await seek(300);
  await waitFor(() => expect(status('review')).toBe('waiting'));
  expect(asks()).toEqual([{ nodeId: 'review', line: 'Publish?' }]);
  expect(activity.questions().isAnswerable).toBe(false);
  await seek(50);
  await waitFor(() => expect(status('review')).toBe('idle'));
  expect(asks()).toEqual([]);

  fireEvent.click(await button('Close playback'));
  await waitFor(() => expect(status('review')).toBe('waiting'));
  expect(activity.questions().isAnswerable).toBe(true);
});

it('at its end, a played run shows nothing that the thread asked later', async () => {
  const end = createBackEnd();
  const frames = buildFrames(taskStart('1', 'plan'), taskResult('1', 'plan'));
  end.back.runs = [run('r1', 'success')];
  end.back.state = question;
  end.back.record = questionRecord;
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

it('a recording shows the question of its thread, and during a playback only what the run had asked by then', async () => {
  const end = createBackEnd();
  const asked = { interrupts: [{ id: 'a', value: 'Publish the first draft?' }] };
  const frames = buildFrames(taskStart('2', 'review'), taskResult('2', 'review', asked));
  end.back.runs = [run('r1', 'interrupted')];
  end.back.state = question;
  end.back.batches = [buildRunBatch(slowly(frames), ended)];
  const { activity } = showDock(end, undefined, null, 'recording-1');
  render(
    <CanvasContext value={canvasOf(activity)}>
      <InterruptBadge nodeId="review" open={false} />
    </CanvasContext>,
  );
  const card = () =>
    screen.queryByRole('region', { name: 'review · recorded question' })?.textContent ?? null;
  const badge = () => screen.queryByTestId('waiting-review')?.getAttribute('aria-label') ?? null;
  await waitFor(() => expect(card()).toContain('Publish?'));
  expect(screen.getByText('The thread waited for an answer when it was recorded.')).toBeTruthy();
  expect(badge()).toBe('review asked: Publish?');
  expect(screen.queryByRole('button', { name: /Resume|Continue/ })).toBeNull();

  fireEvent.click(await button('Play back run'));
  fireEvent.click(await button('Pause'));
  await seek(50);
  await waitFor(() => expect(card()).toBeNull());
  await seek(150);
  await waitFor(() => expect(card()).toContain('Publish the first draft?'));
  expect(screen.getByText('Asked by this run so far.')).toBeTruthy();

  fireEvent.click(await button('Close playback'));
  await waitFor(() => expect(card()).toContain('Publish?'));
  expect(badge()).toBe('review asked: Publish?');
});
