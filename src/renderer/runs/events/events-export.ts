import type { RunFrame } from '../../../shared/model/run.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';

/**
 * An event as a line of JSON. The payload is the string `data`, exactly as the server sent it, so that
 * numbers, key order and invalid JSON survive.
 */
export function ndjsonLine({ seq, atMs, id, mode, namespace, text }: RunFrame): string {
  return `${JSON.stringify({ seq, atMs, id, event: [mode, ...namespace].join('|'), data: text })}\n`;
}

/** Lines per chunk: the length of a string is limited, that of a blob isn't. */
const linesAtOnce = 2000;

/**
 * The first `count` displayed events as NDJSON; `rows` are log indexes, `null`: all. Reloads evicted payloads
 * and rejects if the host no longer has them, so that a file is never partial.
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
    // Sequential, because a load may evict what an earlier one loaded.
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
