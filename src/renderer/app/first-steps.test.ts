import { expect, it } from 'vitest';
import { firstSteps, formatDone, invitedStep, parseDone, stepsDone, type Scene } from './first-steps.ts';

const scene = (phase: Scene['phase'], change: Partial<Scene> = {}): Scene => ({
  threadId: 't',
  phase,
  isInPast: false,
  ...change,
});

it('the demo invites to what can be done now', () => {
  const none = new Set<never>();
  expect(invitedStep(scene('none'), none)).toBe('run');
  expect(invitedStep(scene('interrupted'), none)).toBe('question');
  expect(invitedStep(scene('finished'), none)).toBe('time-travel');
  for (const phase of ['starting', 'running', 'reading', 'failed'] as const)
    expect(invitedStep(scene(phase), none)).toBeNull();
});

it('a step that was done or closed does not come back', () => {
  for (const phase of ['none', 'interrupted', 'finished'] as const)
    expect(invitedStep(scene(phase), new Set(firstSteps))).toBeNull();
});

it('a step is done by doing it, however somebody came to it', () => {
  expect(stepsDone(scene('none'), scene('starting'))).toEqual(['run']);
  expect(stepsDone(scene('interrupted'), scene('starting'))).toEqual(['run', 'question']);
  // Another thread that runs is no answer.
  expect(stepsDone(scene('interrupted'), scene('running', { threadId: 'u' }))).toEqual(['run']);
  expect(stepsDone(scene('finished'), scene('finished', { isInPast: true }))).toEqual(['time-travel']);
  expect(stepsDone(scene('running'), scene('finished'))).toEqual([]);
});

it('what is stored of the steps is read back, and nothing else is', () => {
  expect(parseDone(null)).toEqual(new Set());
  expect(parseDone('time-travel later run')).toEqual(new Set(['run', 'time-travel']));
  expect(parseDone(formatDone(new Set(firstSteps)))).toEqual(new Set(firstSteps));
});
