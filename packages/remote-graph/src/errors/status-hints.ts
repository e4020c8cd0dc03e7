/** What a caller can do about an error status, as a sentence. */
export function hintForStatus(status: number, retryAfterMs: number | null): string {
  if (status === 429 || status === 503) {
    const wait = retryAfterMs === null ? 'a while' : `${Math.ceil(retryAfterMs / 1000)} s`;
    return `Try again in ${wait}.`;
  }
  return byStatus.get(status) ?? (status >= 500 ? serverFault : "Correct what the server's message names.");
}

const serverFault = 'Check the server log, then try again.';

const byStatus: ReadonlyMap<number, string> = new Map([
  [401, 'Pass a key that the server accepts (`apiKey` or a header).'],
  [403, "Use a key with more permissions, or ask the server's administrator."],
  [404, 'Check the ID. If everything is missing, check the base URL.'],
  [405, 'The server does not support this. It may be of another kind, or older.'],
  [407, 'Configure the user name and password of the proxy.'],
  [409, 'Read the current state from the server, then decide again.'],
  [413, 'Send less at once.'],
  [501, 'The server does not support this. It may be of another kind, or older.'],
  [502, 'The server may be starting or down. Try again later.'],
  [504, 'A gateway timed out. Try again, or start a background run and join it.'],
]);
