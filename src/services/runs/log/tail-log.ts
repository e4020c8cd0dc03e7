import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition, RunBatch } from '../../../shared/model/frame-block.ts';
import type { RunConnectionState } from '../../../shared/model/run.ts';
import { truncateOversized } from './block-builder.ts';
import type { RunLog } from './run-log.ts';

// How often a live run's times are sent again, in milliseconds. A batch that arrives late in a busy window has too small an
// `elapsedMs` for it, and the server's clock is known more exactly with each response.
const clockMs = 1000;

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
  let reportedAt = 0;
  while (!signal.aborted) {
    // Sequential on purpose: each batch depends on where the last one ended.
    const block = await log.read(seq);
    const frameCount = block.count;
    seq += frameCount;
    const isLast = log.end !== null && seq === log.length;
    // The end is not reported before all older frames are.
    const connectionState = isLast || log.connectionState !== 'ended' ? log.connectionState : 'live';
    const isClockDue = log.end === null && performance.now() - reportedAt >= clockMs;
    if (isLast || frameCount > 0 || connectionState !== reportedLink || isClockDue) {
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
      reportedAt = performance.now();
      if (isLast) return;
      continue;
    }
    // A frame may have arrived during the last read.
    if (seq < log.length) continue;
    await changeWithin(log, clockMs, signal);
    if (log.end === null) await pause(batchMs, undefined, { signal }).catch(() => undefined);
  }
}

// Resolves at the next change of `log`, after `ms`, or when `signal` aborts.
async function changeWithin(log: RunLog, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const waiting = new AbortController();
  const stop = (): void => waiting.abort();
  const timer = setTimeout(stop, ms);
  timer.unref();
  signal.addEventListener('abort', stop);
  await log.changed(waiting.signal);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}
