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

const look = (tone: Tone, word: string, Icon: LucideIcon, moves = false): StatusStyle => ({
  tone,
  word,
  Icon,
  moves,
  full: Icon === Pause,
});

/** Each status has an icon, a label and a colour, so that colour is never the only signal. */
export const statusStyles: Readonly<Record<Status, StatusStyle>> = {
  idle: look('mute', 'idle', Circle),
  busy: look('run', 'running', LoaderCircle, true),
  interrupted: look('wait', 'interrupted', Pause),
  error: look('fail', 'failed', X),
  unknown: look('mute', 'unknown', CircleHelp),
  starting: look('mute', 'starting', LoaderCircle, true),
  pending: look('mute', 'queued', CircleDashed),
  running: look('run', 'running', LoaderCircle, true),
  reading: look('mute', 'reading', LoaderCircle, true),
  success: look('ok', 'finished', Check),
  timeout: look('fail', 'timed out', TimerOff),
  queued: look('run', 'queued', CircleDashed),
  skipped: look('mute', 'not taken', Slash),
  next: look('accent', 'next', CircleDotDashed),
  finished: look('ok', 'finished', Check),
  failed: look('fail', 'failed', X),
  waiting: look('wait', 'interrupted', Pause),
  paused: look('wait', 'paused', Pause),
  cancelled: look('mute', 'stopped', Ban),
  lost: look('wait', 'unknown outcome', CircleHelp),
  reconnecting: look('wait', 'reconnecting', LoaderCircle, true),
};
