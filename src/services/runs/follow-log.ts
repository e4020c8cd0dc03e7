import { setTimeout as pause } from 'node:timers/promises';
import type { RunBatch, RunFrame, RunLink } from '../../shared/model/run.ts';
import type { RunLog } from './run-log.ts';

/** UTF-16 units of payload in one batch: 256 K. A larger frame travels alone. */
const batchLength = 256 * 1024;

/** How long a live batch waits for more after its first frame, in milliseconds: one picture of a screen. */
const batchMs = 16;

/** The longest payload that fits into a message even when each of its characters is escaped (16 MiB, row H-11). */
const longestPayload = 2.5 * 1024 * 1024;

/**
 * A run's frames from the first one on, in batches, and then live until the end. The last batch has `end` set. Every
 * frame is given once, in order, whatever the pace of the reader; leaving the loop leaves the run alone.
 */
export async function* followLog(log: RunLog, signal: AbortSignal): AsyncGenerator<RunBatch> {
  let seq = 0;
  let toldLink: RunLink | null = null;
  while (!signal.aborted) {
    // Sequential on purpose: each batch depends on where the last one ended.
    const frames = await log.read(seq, batchLength);
    seq += frames.length;
    const isLast = log.end !== null && seq === log.length;
    // While older frames are still being caught up with, the end is not told.
    const link = isLast || log.link !== 'ended' ? log.link : 'live';
    if (isLast || frames.length > 0 || link !== toldLink) {
      yield { frames: frames.map(fitted), link, end: isLast ? log.end : null };
      toldLink = link;
      if (isLast) return;
      continue;
    }
    // A frame may have come while the last ones were read.
    if (seq < log.length) continue;
    await log.changed(signal);
    if (log.end === null) await pause(batchMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A payload that no message can carry gives way to words; everything else passes untouched. */
function fitted(frame: RunFrame): RunFrame {
  if (frame.text.length <= longestPayload) return frame;
  if (JSON.stringify(frame.text).length <= 15 * 1024 * 1024) return frame;
  const megabytes = Math.round(frame.text.length / 2 ** 20);
  return { ...frame, text: JSON.stringify(`This payload of ${megabytes} MB is too large to be shown.`) };
}
