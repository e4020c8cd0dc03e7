import { isRunActive, type RunPhase } from '../run-state/run-state.ts';

/** What the demo invites to, once each. */
export const firstSteps = ['run', 'question', 'time-travel'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What a window shows of the demo server's thread. */
export interface Scene {
  readonly threadId: string | null;
  readonly phase: RunPhase;
  /** Whether an earlier checkpoint is selected. */
  readonly isInPast: boolean;
}

/** The step to invite to, if any: the one that can be done now, and was neither done nor closed before. */
export function invitedStep(scene: Scene, done: ReadonlySet<FirstStep>): FirstStep | null {
  const step = possibleStep(scene);
  return step === null || done.has(step) ? null : step;
}

function possibleStep({ phase }: Scene): FirstStep | null {
  if (phase === 'none') return 'run';
  if (phase === 'interrupted') return 'question';
  return phase === 'finished' ? 'time-travel' : null;
}

/** The steps that are done by what changed. */
export function stepsDone(before: Scene, { threadId, phase, isInPast }: Scene): readonly FirstStep[] {
  const isAnswer = before.threadId === threadId && before.phase === 'interrupted' && isRunActive(phase);
  return [
    ...(isRunActive(phase) ? (['run'] as const) : []),
    ...(isAnswer ? (['question'] as const) : []),
    ...(isInPast ? (['time-travel'] as const) : []),
  ];
}

/** Stored as a list, so that a later version may have more. Anything else stored is no step. */
export function parseDone(text: string | null): ReadonlySet<FirstStep> {
  const words = (text ?? '').split(' ');
  return new Set(firstSteps.filter((step) => words.includes(step)));
}

export function formatDone(done: ReadonlySet<FirstStep>): string {
  return [...done].join(' ');
}
