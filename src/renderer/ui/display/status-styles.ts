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
import { statusLabels, type StatusName } from '../../../shared/status-labels.ts';

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
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isAnimated: boolean;
  readonly isFilled: boolean;
}

const style = (tone: Tone, label: string, Icon: LucideIcon, isAnimated = false): StatusStyle => ({
  tone,
  label,
  Icon,
  isAnimated,
  isFilled: Icon === Pause,
});

/** Each status has an icon, a label and a colour, so that colour is never the only signal. */
export const statusStyles: Readonly<Record<Status, StatusStyle>> = {
  idle: style('mute', statusLabels.idle, Circle),
  busy: style('run', statusLabels.active, LoaderCircle, true),
  interrupted: style('wait', statusLabels.waiting, Pause),
  error: style('fail', statusLabels.failed, X),
  unknown: style('mute', statusLabels.unknown, CircleHelp),
  starting: style('mute', 'starting', LoaderCircle, true),
  pending: style('mute', statusLabels.queued, CircleDashed),
  running: style('run', statusLabels.running, LoaderCircle, true),
  reading: style('mute', 'reading', LoaderCircle, true),
  success: style('ok', statusLabels.finished, Check),
  timeout: style('fail', statusLabels['timed-out'], TimerOff),
  queued: style('run', statusLabels.queued, CircleDashed),
  skipped: style('mute', 'not taken', Slash),
  next: style('accent', statusLabels.next, CircleDotDashed),
  finished: style('ok', statusLabels.finished, Check),
  failed: style('fail', statusLabels.failed, X),
  waiting: style('wait', statusLabels.interrupted, Pause),
  paused: style('wait', statusLabels.paused, Pause),
  cancelled: style('mute', statusLabels.cancelled, Ban),
  aborted: style('mute', statusLabels.aborted, Ban),
  lost: style('wait', statusLabels.unknown, CircleHelp),
  reconnecting: style('wait', 'reconnecting', LoaderCircle, true),
};

/** The look of each word for how something stands. */
export const styleNameOfStatus: Readonly<Record<StatusName, Status>> = {
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
