/** How long a caller waits for the system's key store, in ms. It may be waiting for a person (row E-25). */
export interface KeyStoreDeadlines {
  /** To open a key that a server wants, or to learn what the key store can do. */
  readonly readMs: number;
  /** To seal a key that somebody is saving: they see the key store's question, and need time to answer it. */
  readonly sealMs: number;
}

export const defaultKeyStoreDeadlines: KeyStoreDeadlines = { readMs: 5_000, sealMs: 30_000 };

/** What is returned instead of an answer that did not come in time. */
export const timedOut: unique symbol = Symbol('late');

/** The outcome of `work`, or {@link timedOut} after `ms`. What it settles with later is the caller's business, not lost here. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T | typeof timedOut> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(timedOut), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
