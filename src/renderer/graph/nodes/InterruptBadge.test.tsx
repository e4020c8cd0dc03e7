import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { canvasOf } from '../../../testing/renderer/canvas-of.ts';
import { createNodeActivityStore, noQuestions } from '../../shared-ui/node-activity.ts';
import { CanvasContext } from '../canvas/canvas-context.ts';
import { InterruptBadge } from './InterruptBadge.tsx';

afterEach(cleanup);

it('offers to answer what the thread asks, and only names what a playback or a recording asked', () => {
  const activity = createNodeActivityStore();
  render(
    <CanvasContext value={canvasOf(activity)}>
      <InterruptBadge nodeId="review" open={false} />
    </CanvasContext>,
  );
  const badgeLabel = () => screen.queryByRole('button')?.getAttribute('aria-label') ?? null;
  const ask = (line: string, isAnswerable: boolean) =>
    act(() => activity.setQuestions({ questions: [{ nodeId: 'review', line }], isAnswerable }));
  ask('Publish?', true);
  expect(badgeLabel()).toBe('Answer review: Publish?');
  act(() => activity.setQuestions(noQuestions));
  expect(badgeLabel()).toBeNull();
  ask('Draft?', false);
  expect(badgeLabel()).toBe('review asked: Draft?');
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  ask('Publish?', true);
  expect(badgeLabel()).toBe('Answer review: Publish?');
});
