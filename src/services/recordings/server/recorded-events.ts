import { parseFrame } from '../format/frame-line.ts';
import type { LineFile } from '../format/line-file.ts';

/** Frames that are sent at once. */
const batchFrames = 500;
const batchBytes = 2 ** 20;

/**
 * The recorded events of a run as server-sent events, after `lastEventId`; from the first one for `-1`, and none without
 * an ID, as servers do once a run has ended (docs/protocol.md, Resuming a stream).
 */
export function recordedEvents(
  frames: LineFile | null,
  lastEventId: string | null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let seq = 0;
  let isAfter = lastEventId === '-1';
  return new ReadableStream({
    async pull(controller) {
      if (frames === null || lastEventId === null || seq >= frames.length) return controller.close();
      const lines = await frames.lines(seq, seq + batchFrames, batchBytes);
      let text = '';
      for (const line of lines) {
        const frame = parseFrame(line, seq);
        seq += 1;
        if (frame === null) continue;
        if (isAfter) {
          const name = [frame.mode, ...frame.namespace].join('|');
          const data = frame.text.split('\n').map((part) => `data: ${part}\n`);
          text += `event: ${name}\n${data.join('')}${frame.id === null ? '' : `id: ${frame.id}\n`}\n`;
        }
        isAfter ||= frame.id === lastEventId;
      }
      // An empty part would never be asked for again.
      controller.enqueue(encoder.encode(text === '' ? ':\n' : text));
    },
  });
}
