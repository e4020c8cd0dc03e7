import { framesOfBlock, type FrameBlock } from '../../shared/model/frame-block.ts';

/** The longest payload that fits into a message with the frames before it, in UTF-16 units (16 MiB, row H-11). */
const longestPayload = 15 * 1024 * 1024;

/** A payload that no message can carry gives way to words; everything else passes untouched. */
export function fitBlock(block: FrameBlock): FrameBlock {
  if (block.text.length <= longestPayload) return block;
  const texts = framesOfBlock(block).map(({ text }) => {
    if (text.length <= longestPayload) return text;
    const megabytes = Math.round(text.length / 2 ** 20);
    return JSON.stringify(`This payload of ${megabytes} MB is too large to be shown.`);
  });
  return { ...block, lengths: texts.map(({ length }) => length), text: texts.join('') };
}
