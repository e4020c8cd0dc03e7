import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition, RunBatch } from '../../../shared/model/frame-block.ts';
import type { RunConnectionState } from '../../../shared/model/run.ts';
import { truncateOversized } from './block-builder.ts';
import type { RunLog } from './run-log.ts';

// How long a live batch collects frames after its first one, in milliseconds: one frame of a screen.
const batchMs = 16;

// Yields a run's frames in batches, from the first one or after those that the reader has, then live until
// the end. The last batch has `end`. Each frame comes once, in order, at any pace; leaving the loop does not
// affect the run.
export async function* tailLog(
  log: RunLog,
  signal: AbortSignal,
  readerPosition: LogPosition | null = null,
): AsyncGenerator<RunBatch> {
  let seq = readerPosition?.log === log.id ? Math.min(readerPosition.count, log.length) : 0;
  let reportedLink: RunConnectionState | null = null;
  while (!signal.aborted) {
    // Sequential on purpose: each batch depends on where the last one ended.
    const block = await log.read(seq);
    const frameCount = block.count;
    seq += frameCount;
    const isLast = log.end !== null && seq === log.length;
    // The end is not reported before all older frames are.
    const connectionState = isLast || log.connectionState !== 'ended' ? log.connectionState : 'live';
    if (isLast || frameCount > 0 || connectionState !== reportedLink) {
      const { elapsedMs, ageAtFirstFrameMs, firstFrameMs } = log;
      yield {
        ...truncateOversized(block),
        connectionState,
        end: isLast ? log.end : null,
        elapsedMs,
        ageAtFirstFrameMs,
        firstFrameMs,
      };
      reportedLink = connectionState;
      if (isLast) return;
      continue;
    }
    // A frame may have arrived during the last read.
    if (seq < log.length) continue;
    await log.changed(signal);
    if (log.end === null) await pause(batchMs, undefined, { signal }).catch(() => undefined);
  }
}
