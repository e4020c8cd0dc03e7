import { encodeFrames } from '../../shared/model/runs/frame-block-codec.ts';
import type { RunBatch } from '../../shared/model/runs/frame-block.ts';
import type { RunFrame } from '../../shared/model/runs/run.ts';

/** A batch as a log that is followed sends it; with an `end` it is the last one. */
export function buildRunBatch(
  frames: readonly RunFrame[],
  end: RunBatch['end'] = null,
  log = 'log',
): RunBatch {
  return {
    ...encodeFrames(log, frames),
    connectionState: end ? 'ended' : 'live',
    end,
    elapsedMs: frames.at(-1)?.atMs ?? 0,
    ageAtFirstFrameMs: null,
  };
}
