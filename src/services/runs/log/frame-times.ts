import { z } from 'zod';

// How the times of frames are known: by the server's clock; `seen`: from their arrival, which came as they were sent;
// `unknown`: not at all, because they were sent at another time than they arrived.
export const FrameTimeSource = z.enum(['server', 'seen', 'unknown']);
export type FrameTimeSource = z.infer<typeof FrameTimeSource>;

const maxSpans = 1000;

/**
 * How the times of a log's frames are known.
 *
 * - `serverStartMs`: When the first frame was sent, by the server's clock, in milliseconds since 1970; `null` if no
 *   frame says so.
 * - `spans`: In order: each source is that of the frames from `from` to the next span.
 */
export const FrameTimes = z.strictObject({
  serverStartMs: z.number().nullable(),
  spans: z.array(z.strictObject({ from: z.int().nonnegative(), source: FrameTimeSource })).max(maxSpans),
});
export type FrameTimes = z.infer<typeof FrameTimes>;

/** For a log without information about its times. */
export const unknownTimes: FrameTimes = { serverStartMs: null, spans: [] };

export function addSource(spans: FrameTimes['spans'], from: number, source: FrameTimeSource): void {
  const last = spans.at(-1)?.source ?? 'unknown';
  if (last === source || spans.length === maxSpans) return;
  spans.push({ from, source: spans.length === maxSpans - 1 ? 'unknown' : source });
}

export function sourceOf({ spans }: FrameTimes, seq: number): FrameTimeSource {
  return spans.findLast(({ from }) => from <= seq)?.source ?? 'unknown';
}
