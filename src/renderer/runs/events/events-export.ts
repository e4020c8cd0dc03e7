import type { RunFrame } from '../../../shared/model/runs/run.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';

/**
 * An event as a line of JSON. Its payload stays what the server sent, letter by letter, as the text `data`, so that
 * numbers and the order of keys survive, and payloads that are not JSON too.
 */
export function ndjsonLine({ seq, atMs, id, mode, namespace, text }: RunFrame): string {
  return `${JSON.stringify({ seq, atMs, id, event: [mode, ...namespace].join('|'), data: text })}\n`;
}

/** Lines that are joined at a time: a text has an upper bound, a file has not. */
const linesAtOnce = 2000;

/**
 * The first `count` of the shown events as lines of JSON; `rows` are their places in the log, `null`: all of it. Reads
 * again what the window let go of, and fails when the services no longer hold it: a file is whole or is not made.
 */
export async function eventsBlob(
  { frames, load }: Pick<RunLogSnapshot, 'frames' | 'load'>,
  rows: readonly number[] | null,
  count: number,
): Promise<Blob> {
  const parts: Blob[] = [];
  let lines: string[] = [];
  for (let row = 0; row < count; row += 1) {
    const seq = rows?.[row] ?? row;
    // One after the other: what is loaded now may push out what was loaded before.
    if (!frames.has(seq)) await load(seq, rows === null ? Math.min(count, seq + linesAtOnce) : seq + 1);
    const frame = frames.frame(seq);
    if (frame) lines.push(ndjsonLine(frame));
    if (lines.length < linesAtOnce && row < count - 1) continue;
    parts.push(new Blob([lines.join('')]));
    lines = [];
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
