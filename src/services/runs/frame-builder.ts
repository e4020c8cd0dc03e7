import { messageEvent } from '../../remote-graph/event-name.ts';
import { FrameBatch } from '../../remote-graph/frame-pack.ts';

/** A frame for tests; `cutAt`: its payload came in two pieces. */
export interface FrameSpec {
  readonly text: string;
  readonly id?: string | number | null;
  readonly event?: string;
  readonly namespace?: readonly string[];
  readonly cutAt?: number;
}

/** Frames that came together, as a stream gives them. */
export function buildFrameBatch(...frames: readonly FrameSpec[]): FrameBatch {
  const pack = new FrameBatch();
  for (const { text, id = null, event = 'values', namespace = [], cutAt } of frames) {
    const bytes = new TextEncoder().encode(text);
    const rest = cutAt === undefined ? null : [bytes.slice(cutAt)];
    const name = { ...messageEvent, text: [event, ...namespace].join('|'), mode: event, namespace };
    pack.add(name, id, id !== null, bytes, 0, cutAt ?? bytes.length, rest);
  }
  return pack;
}
