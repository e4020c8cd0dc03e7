import { workTimeAt, type Wait } from '../../../shared/thread-record/timeline-axis.ts';

// A label of the time axis: where it is, and the time of work that it stands for, in milliseconds.
export interface AxisTime {
  readonly atMs: number;
  readonly text: string;
}

// Keeps this part of the span around a wait free for its own label.
const besideWait = 0.06;

// Round times on a span of the axis, at most `limit`. Times don't count the waits.
export function axisTimes(fromMs: number, toMs: number, waits: readonly Wait[], limit: number): AxisTime[] {
  const lengthMs = toMs - fromMs;
  const [first, last] = [workTimeAt(waits, fromMs), workTimeAt(waits, toMs)];
  const step = roundStep((last - first) / Math.max(1, limit));
  const times: AxisTime[] = [];
  for (let n = Math.max(1, Math.ceil(first / step)); n * step <= last; n += 1) {
    const atMs = placeOf(waits, n * step);
    const isFree = waits.every(
      (wait) => atMs < wait.fromMs - lengthMs * besideWait || atMs > wait.toMs + lengthMs * besideWait,
    );
    if (isFree) times.push({ atMs, text: axisText(n * step, step) });
  }
  return times;
}

// Where a time of work is on the axis.
function placeOf(waits: readonly Wait[], workMs: number): number {
  let atMs = workMs;
  for (const { fromMs, toMs } of waits) if (atMs > fromMs) atMs += toMs - fromMs;
  return atMs;
}

// The smallest of 1, 2 and 5 times a power of ten that is at least `min`.
function roundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, min)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= min) ?? 10;
  return factor * power;
}

// Formats an axis label as exactly as its step needs: `200 ms`, `1.5 s`, `40 s`, `2 min`.
export function axisText(ms: number, step: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 120_000) return `${Number((ms / 1000).toFixed(step < 10 ? 3 : 2))} s`;
  return step < 60_000
    ? `${Math.floor(ms / 60_000)} min ${Number(((ms % 60_000) / 1000).toFixed(2))} s`
    : `${Number((ms / 60_000).toFixed(1))} min`;
}
