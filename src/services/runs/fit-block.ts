import { encodeFrames, decodeFrames } from '../../shared/model/runs/frame-block-codec.ts';
import type { FrameBlock } from '../../shared/model/frame-block.ts';
import { payloadBytes } from './block-builder.ts';

/** The longest payload that fits into a message with the frames before it, in bytes (16 MiB, row H-11). */
const longestPayload = 15 * 1024 * 1024;

/** A payload that no message can carry gives way to words; everything else passes untouched. */
export function truncateOversized(block: FrameBlock): FrameBlock {
  if (payloadBytes(block) <= longestPayload) return block;
  const frames = decodeFrames(block).map((frame) => {
    if (frame.text.length <= longestPayload) return frame;
    const megabytes = Math.round(frame.text.length / 2 ** 20);
    return { ...frame, text: JSON.stringify(`This payload of ${megabytes} MB is too large to be shown.`) };
  });
  return { ...encodeFrames(block.log, frames), from: block.from };
}
