import type { StreamConnectionState } from './run-stream-types.ts';

export class ObservableConnectionState {
  readonly #listeners = new Set<(connectionState: StreamConnectionState) => void>();
  #connectionState: StreamConnectionState | null = null;

  set(connectionState: StreamConnectionState): void {
    if (this.#connectionState === connectionState || this.#connectionState === 'ended') return;
    this.#connectionState = connectionState;
    for (const listener of this.#listeners) listener(connectionState);
  }

  listen(listener: (connectionState: StreamConnectionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
