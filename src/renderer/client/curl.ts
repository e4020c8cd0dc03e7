import type { Connection } from '../../shared/model/connection.ts';
import type { RequestEntry } from '../../shared/model/request-entry.ts';

/** A word for a POSIX shell, quoted when it holds anything but plain characters. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * The request as a curl command. The key is a variable to fill in, and values of own headers are masked: the window
 * never has them (row E-19). `connection` is `null` when it was removed meanwhile.
 */
export function curlCommand(
  entry: Pick<RequestEntry, 'method' | 'path' | 'requestBody'>,
  connection: Connection | null,
): string {
  const url = `${connection?.url ?? 'http://SERVER'}${entry.path}`;
  const body = entry.requestBody;
  const hasKey = connection !== null && connection.key.place !== 'none';
  const parts = [
    `curl${entry.method === 'GET' ? '' : ` -X ${quote(entry.method)}`} ${quote(url)}`,
    hasKey ? '-H "x-api-key: $API_KEY"' : null,
    ...(connection?.headers ?? []).map(({ name, last4 }) => `-H ${quote(`${name}: ***${last4}`)}`),
    body !== null ? `-H ${quote('content-type: application/json')}` : null,
    body !== null ? `--data-raw ${quote(body)}` : null,
  ];
  return parts.filter((part) => part !== null).join(' \\\n  ');
}
