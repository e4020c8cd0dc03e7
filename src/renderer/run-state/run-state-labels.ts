import { endingText } from '../../shared/status-labels.ts';
import { styleNameOfStatus, statusStyles, type Status } from '../ui/display/status-styles.ts';
import type { RunState, SourcedPhase, PhaseSource } from './run-state.ts';

export function statusOfPhase({ phase }: Pick<SourcedPhase, 'phase'>): Status {
  if (phase === 'none') return 'idle';
  return phase === 'starting' || phase === 'reconnecting' || phase === 'reading'
    ? phase
    : styleNameOfStatus[phase];
}

const sources: Readonly<Record<PhaseSource, string>> = {
  window: 'from this window',
  stream: 'from the events of the run',
  record: 'from its runs and checkpoints',
  thread: 'from the thread',
  connection: 'because the server is not responding',
};

/** A phase as text, with its reason, time and source: `paused before review since 12:04:31, from its runs and checkpoints`. */
export function phaseText(state: Pick<RunState, 'phase' | 'by' | 'since' | 'ending'>): string {
  const { phase, by, ending } = state;
  const text = ending?.kind === phase ? endingText(ending) : statusStyles[statusOfPhase(state)].label;
  const since = state.since === null ? '' : ` since ${new Date(state.since).toLocaleTimeString()}`;
  return by === null ? text : `${text}${since}, ${sources[by]}`;
}
