import type { StreamConnectionState } from '../run-stream-types.ts';

export class ObservableConnectionState {
  readonly #listeners = new Set<(link: StreamConnectionState) => void>();
  #link: StreamConnectionState | null = null;

  set(link: StreamConnectionState): void {
    if (this.#link === link || this.#link === 'ended') return;
    this.#link = link;
    for (const listener of this.#listeners) listener(link);
  }

  listen(listener: (link: StreamConnectionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
