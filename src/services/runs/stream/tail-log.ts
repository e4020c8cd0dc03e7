import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition, RunBatch } from '../../../shared/model/runs/frame-block.ts';
import type { RunConnectionState } from '../../../shared/model/runs/run.ts';
import { truncateOversized } from '../log/block-builder.ts';
import type { RunLog } from '../log/run-log.ts';

/** How long a live batch waits for more after its first frame, in milliseconds: one picture of a screen. */
const batchMs = 16;

/**
 * A run's frames, from the first one on or behind those of this log that the reader holds already, in batches, and then
 * live until the end. The last batch has `end` set. Every frame is given once, in order, whatever the pace of the
 * reader; leaving the loop leaves the run alone.
 */
export async function* tailLog(
  log: RunLog,
  signal: AbortSignal,
  held: LogPosition | null = null,
): AsyncGenerator<RunBatch> {
  let seq = held?.log === log.id ? Math.min(held.count, log.length) : 0;
  let toldLink: RunConnectionState | null = null;
  while (!signal.aborted) {
    // Sequential on purpose: each batch depends on where the last one ended.
    const block = await log.read(seq);
    const came = block.count;
    seq += came;
    const isLast = log.end !== null && seq === log.length;
    // While older frames are still being caught up with, the end is not told.
    const connectionState = isLast || log.link !== 'ended' ? log.link : 'live';
    if (isLast || came > 0 || connectionState !== toldLink) {
      const { elapsedMs, ageAtFirstFrameMs } = log;
      yield {
        ...truncateOversized(block),
        connectionState,
        end: isLast ? log.end : null,
        elapsedMs,
        ageAtFirstFrameMs,
      };
      toldLink = connectionState;
      if (isLast) return;
      continue;
    }
    // A frame may have come while the last ones were read.
    if (seq < log.length) continue;
    await log.changed(signal);
    if (log.end === null) await pause(batchMs, undefined, { signal }).catch(() => undefined);
  }
}
