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
import { statusWords, type StatusName } from '../../../shared/status-labels.ts';

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
  | 'aborted'
  | 'lost'
  | 'reconnecting';

export interface StatusStyle {
  readonly tone: Tone;
  readonly word: string;
  readonly Icon: LucideIcon;
  readonly moves: boolean;
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
  idle: style('mute', statusWords.idle, Circle),
  busy: style('run', statusWords.active, LoaderCircle, true),
  interrupted: style('wait', statusWords.waiting, Pause),
  error: style('fail', statusWords.failed, X),
  unknown: style('mute', statusWords.unknown, CircleHelp),
  starting: style('mute', 'starting', LoaderCircle, true),
  pending: style('mute', statusWords.queued, CircleDashed),
  running: style('run', statusWords.running, LoaderCircle, true),
  reading: style('mute', 'reading', LoaderCircle, true),
  success: style('ok', statusWords.finished, Check),
  timeout: style('fail', statusWords['timed-out'], TimerOff),
  queued: style('run', statusWords.queued, CircleDashed),
  skipped: style('mute', 'not taken', Slash),
  next: style('accent', statusWords.next, CircleDotDashed),
  finished: style('ok', statusWords.finished, Check),
  failed: style('fail', statusWords.failed, X),
  waiting: style('wait', statusWords.interrupted, Pause),
  paused: style('wait', statusWords.paused, Pause),
  cancelled: style('mute', statusWords.cancelled, Ban),
  aborted: style('mute', statusWords.aborted, Ban),
  lost: style('wait', statusWords.unknown, CircleHelp),
  reconnecting: style('wait', 'reconnecting', LoaderCircle, true),
};

/** The look of each word for how something stands. */
export const statusOfName: Readonly<Record<StatusName, Status>> = {
  queued: 'pending',
  running: 'running',
  interrupted: 'waiting',
  paused: 'paused',
  finished: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
  'timed-out': 'timeout',
  aborted: 'aborted',
  next: 'next',
  idle: 'idle',
  active: 'busy',
  waiting: 'interrupted',
  unknown: 'unknown',
};
