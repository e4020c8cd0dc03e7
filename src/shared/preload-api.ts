/** IPC channel from the page to the Electron host. */
export const toHostChannel = 'studio:to-host';

/** IPC channel from the Electron host to the page. */
export const toWindowChannel = 'studio:to-window';

/**
 * What the Electron host's preload exposes as `window.studio`: a pipe for texts that names no method, and for
 * bytes from the host.
 */
export interface PreloadApi {
  send(text: string): void;
  /** Calls `listener` for each message; returns an unsubscribe function. */
  onMessage(listener: (message: string | Uint8Array) => void): () => void;
}
