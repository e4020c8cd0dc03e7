import type { RunFrame } from '../../../shared/model/run.ts';

/**
 * An event as a line of JSON. Its payload stays what the server sent, letter by letter, as the text `data`, so that
 * numbers and the order of keys survive, and payloads that are not JSON too.
 */
export function ndjsonLine({ seq, atMs, id, mode, namespace, text }: RunFrame): string {
  return `${JSON.stringify({ seq, atMs, id, event: [mode, ...namespace].join('|'), data: text })}\n`;
}
