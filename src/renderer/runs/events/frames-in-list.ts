import type { RunFrame } from '../../../shared/model/run.ts';
import { FrameList } from '../frame-list.ts';

/** Frames in a list, for tests; more of them can be added behind. */
export function listOf(frames: readonly RunFrame[], maxPayloadBytes?: number) {
  const list = new FrameList(maxPayloadBytes);
  const add = (more: readonly RunFrame[]): void => {
    for (const { atMs, id, mode, namespace, text } of more) {
      list.append({
        log: 'log',
        from: list.length,
        lengths: [text.length],
        atMs: [atMs],
        ids: [id],
        names: [{ mode, namespace: [...namespace] }],
        nameAt: [0],
        text,
      });
    }
  };
  add(frames);
  return { list, add };
}
