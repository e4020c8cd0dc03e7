import type { StreamLink } from './run-stream-types.ts';

/** The present state of a stream's link, and who wants to know when it changes. */
export class LinkState {
  readonly #listeners = new Set<(link: StreamLink) => void>();
  #link: StreamLink | null = null;

  set(link: StreamLink): void {
    if (this.#link === link || this.#link === 'ended') return;
    this.#link = link;
    for (const listener of this.#listeners) listener(link);
  }

  listen(listener: (link: StreamLink) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
