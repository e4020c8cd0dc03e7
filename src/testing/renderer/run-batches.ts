import { encodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunBatch } from '../../shared/model/frame-block.ts';
import type { RunFrame } from '../../shared/model/run.ts';

/** A batch of a followed log; with an `end`, the last one. */
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
    firstFrameMs: null,
  };
}
