import { encodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunFrame } from '../../shared/model/run.ts';
import { FrameList } from '../../renderer/runs/model/frame-list.ts';

/** A list of frames to which more can be appended. */
export function buildFrameList(frames: readonly RunFrame[], maxPayloadBytes?: number) {
  const list = new FrameList(maxPayloadBytes);
  const add = (more: readonly RunFrame[]): void => {
    for (const frame of more) list.append(encodeFrames('log', [{ ...frame, seq: list.length }]));
  };
  add(frames);
  return { list, add };
}
