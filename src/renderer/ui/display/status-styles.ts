import {
  Ban,
  Check,
  Circle,
  CircleDashed,
  CircleHelp,
  CircleDotDashed,
  LoaderCircle,
  Pause,
  Slash,
  TimerOff,
  X,
  type LucideIcon,
} from 'lucide-react';

/** The four status colours, the accent, and none. */
export type Tone = 'run' | 'ok' | 'wait' | 'fail' | 'accent' | 'mute';

/** Statuses of threads, runs, outcomes and nodes. They look the same everywhere. */
export type Status =
  | 'idle'
  | 'busy'
  | 'interrupted'
  | 'error'
  | 'unknown'
  | 'starting'
  | 'pending'
  | 'running'
  | 'reading'
  | 'success'
  | 'timeout'
  | 'next'
  | 'queued'
  | 'skipped'
  | 'finished'
  | 'failed'
  | 'waiting'
  | 'paused'
  | 'cancelled'
  | 'lost'
  | 'reconnecting';

export interface StatusStyle {
  readonly tone: Tone;
  readonly word: string;
  readonly Icon: LucideIcon;
  /** Whether the icon spins (not with reduced motion). */
  readonly moves: boolean;
  /** Filled instead of outlined. */
  readonly full: boolean;
}

const style = (tone: Tone, word: string, Icon: LucideIcon, moves = false): StatusStyle => ({
  tone,
  word,
  Icon,
  moves,
  full: Icon === Pause,
});

/** Each status has an icon, a label and a colour, so that colour is never the only signal. */
export const statusStyles: Readonly<Record<Status, StatusStyle>> = {
  idle: style('mute', 'idle', Circle),
  busy: style('run', 'running', LoaderCircle, true),
  interrupted: style('wait', 'interrupted', Pause),
  error: style('fail', 'failed', X),
  unknown: style('mute', 'unknown', CircleHelp),
  starting: style('mute', 'starting', LoaderCircle, true),
  pending: style('mute', 'queued', CircleDashed),
  running: style('run', 'running', LoaderCircle, true),
  reading: style('mute', 'reading', LoaderCircle, true),
  success: style('ok', 'finished', Check),
  timeout: style('fail', 'timed out', TimerOff),
  queued: style('run', 'queued', CircleDashed),
  skipped: style('mute', 'not taken', Slash),
  next: style('accent', 'next', CircleDotDashed),
  finished: style('ok', 'finished', Check),
  failed: style('fail', 'failed', X),
  waiting: style('wait', 'interrupted', Pause),
  paused: style('wait', 'paused', Pause),
  cancelled: style('mute', 'stopped', Ban),
  lost: style('wait', 'unknown outcome', CircleHelp),
  reconnecting: style('wait', 'reconnecting', LoaderCircle, true),
};
