import type { ActivitySource } from '../activity/use-node-activity.ts';
import type { RunPlayback } from './use-playback.ts';

type Shown = Omit<ActivitySource, 'log'>;

/**
 * What the canvas shows of a run while it is played back. The thread's state and the state of its run are of now,
 * not of the displayed moment, so only the run's events count.
 */
export function playedActivity(
  { log, isRunning }: Pick<RunPlayback, 'log' | 'isRunning'>,
  shown: Shown,
): Shown {
  return log === null ? shown : { ...shown, running: isRunning, runState: null, state: null, isPlayed: true };
}
