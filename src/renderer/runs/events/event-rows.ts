import type { RunFrame } from '../../../shared/model/run.ts';

/** The modes that occur in a log, with how often, in the order of their first frame. */
export function modesOf(frames: readonly RunFrame[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { mode } of frames) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  return [...counts];
}

/** Positions of the frames of one mode; of all with `null`. */
export function framesOfMode(frames: readonly RunFrame[], mode: string | null): readonly number[] | null {
  if (mode === null) return null;
  return frames.flatMap((frame, at) => (frame.mode === mode ? [at] : []));
}

export interface Window {
  /** The first row to draw, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** The rows in view, with some to spare on both sides. */
export function rowsInView(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  spare = 8,
): Window {
  const first = Math.floor(scrollTop / rowHeight) - spare;
  const last = Math.ceil((scrollTop + viewHeight) / rowHeight) + spare;
  const to = Math.min(count, Math.max(0, last));
  return { from: Math.min(to, Math.max(0, first)), to };
}

/** A frame's time in seconds with milliseconds: `12.041`. */
export function timeText(ms: number): string {
  return (ms / 1000).toFixed(3);
}
