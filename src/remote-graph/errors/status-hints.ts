/** What a caller can do about an error status, as a sentence. */
export function hintForStatus(status: number, retryAfterMs: number | null): string {
  if (status === 429 || status === 503) {
    const wait = retryAfterMs === null ? 'a while' : `${Math.ceil(retryAfterMs / 1000)} s`;
    return `Try again in ${wait}.`;
  }
  return byStatus.get(status) ?? (status >= 500 ? serverFault : 'Correct what the text of the server names.');
}

const serverFault = 'Look at the log of the server; try again when it is well.';

const byStatus: ReadonlyMap<number, string> = new Map([
  [401, 'Give a key that the server accepts (`apiKey`, or a header of its own).'],
  [403, 'Use a key with more rights, or ask whoever runs the server.'],
  [404, 'Check the id; where everything is missing, check the base URL.'],
  [405, 'The server does not offer this; it may be of another kind or older.'],
  [407, 'Give the proxy on the way its name and password.'],
  [409, 'Read what is on the server now, and decide again.'],
  [413, 'Send less at once.'],
  [501, 'The server does not offer this; it may be of another kind or older.'],
  [502, 'The server may be starting or down. Try again in a moment.'],
  [504, 'The server was too slow for what stands before it. Try again, or run in the background and join.'],
]);
