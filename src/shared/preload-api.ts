/** IPC channel on which the page's messages reach the Electron host. */
export const toHostChannel = 'studio:to-host';

/** IPC channel on which the Electron host's messages reach the page. */
export const toWindowChannel = 'studio:to-window';

/**
 * What the Electron host's preload puts on `window.studio`: a pipe for texts that names no method, and on which bytes
 * come from the host, too (row E-18).
 */
export interface PreloadApi {
  send(text: string): void;
  /** Calls `listener` for each message until the returned undo is called. */
  onMessage(listener: (message: string | Uint8Array) => void): () => void;
}
