import { frameIdOf, type FrameBlock } from '../shared/model/frame-block.ts';
import type { RunBatch } from '../shared/model/run-batch.ts';
import type { RunFrame } from '../shared/model/run.ts';

/** Frames in a row as a block of the log `log`. */
export function blockOfFrames(frames: readonly RunFrame[], log = 'log'): FrameBlock {
  return {
    log,
    from: frames[0]?.seq ?? 0,
    lengths: frames.map(({ text }) => text.length),
    atMs: frames.map(({ atMs }) => atMs),
    ids: frames.map(({ id }) => frameIdOf(id)),
    names: frames.map(({ mode, namespace }) => ({ mode, namespace: [...namespace] })),
    nameAt: frames.map((_, at) => at),
    text: frames.map(({ text }) => text).join(''),
  };
}

/** A batch as a log that is followed sends it; with an `end` it is the last one. */
export function batchOfFrames(
  frames: readonly RunFrame[],
  end: RunBatch['end'] = null,
  log = 'log',
): RunBatch {
  return { ...blockOfFrames(frames, log), link: end ? 'ended' : 'live', end };
}
