import { setTimeout as pause } from 'node:timers/promises';
import { parseFrame, timeAfter } from './frame-line.ts';
import type { LineFile } from './line-file.ts';

const batchFrames = 500;
const batchBytes = 2 ** 20;

// A stream that has nothing to say for this long says so, in milliseconds: readers give up on silent ones.
const heartbeatMs = 10_000;

/**
 * - `speed`: How many times faster than they came; 0 for no pauses.
 * - `fromStart`: Also sends them to a reader that names no event, from the first one on.
 */
export interface EventPace {
  readonly speed: number;
  readonly fromStart: boolean;
}

// All at once, and none to a reader that names no event, as servers do (docs/protocol.md, Resuming a stream).
const atOnce: EventPace = { speed: 0, fromStart: false };

// The recorded events of a run as server-sent events, after `lastEventId`; from the first one for `-1`, and without an ID
// as the pace says.
export function recordedEvents(
  frames: LineFile | null,
  lastEventId: string | null,
  pace: EventPace = atOnce,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const leaving = new AbortController();
  const isWanted = lastEventId !== null || pace.fromStart;
  const texts = eventTexts(isWanted ? frames : null, lastEventId ?? '-1', pace.speed, leaving.signal);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      leaving.abort();
      await texts.return(undefined).catch(() => undefined);
    },
  });
}

// Non-empty parts of the stream. Those before `lastEventId` are skipped without pauses.
async function* eventTexts(
  frames: LineFile | null,
  lastEventId: string,
  speed: number,
  signal: AbortSignal,
): AsyncGenerator<string, undefined> {
  if (frames === null) return;
  let isAfter = lastEventId === '-1';
  let atMs = 0;
  let start: { readonly clock: number; readonly atMs: number } | null = null;
  for (let seq = 0; seq < frames.length;) {
    const lines = await frames.lines(seq, seq + batchFrames, batchBytes);
    let text = '';
    for (const line of lines) {
      const frame = parseFrame(line, seq);
      seq += 1;
      if (frame === null) continue;
      atMs = timeAfter(frame.atMs, atMs);
      if (!isAfter) {
        isAfter = frame.id === lastEventId;
        continue;
      }
      start ??= { clock: performance.now(), atMs };
      const due = speed === 0 ? 0 : start.clock + (atMs - start.atMs) / speed;
      for (let wait = due - performance.now(); wait > 0; wait = due - performance.now()) {
        if (text !== '') yield text;
        text = '';
        await pause(Math.min(wait, heartbeatMs), undefined, { signal });
        if (wait > heartbeatMs) yield ': heartbeat\n\n';
      }
      text += eventText(frame);
    }
    // Also of frames that were skipped: whoever reads is to see that it goes on.
    yield text === '' ? ':\n' : text;
  }
}

// A name or ID of several lines would end early; the file may be of anybody.
function eventText({ mode, namespace, id, text }: NonNullable<ReturnType<typeof parseFrame>>): string {
  const name = onOneLine([mode, ...namespace].join('|'));
  const data = text.split(/\r\n|[\r\n]/).map((part) => `data: ${part}\n`);
  return `event: ${name}\n${data.join('')}${id === null ? '' : `id: ${onOneLine(id)}\n`}\n`;
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, ' ');
}
