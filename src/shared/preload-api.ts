export const toHostChannel = 'studio:to-host';

export const toWindowChannel = 'studio:to-window';

/**
 * What the Electron host's preload exposes as `window.studio`: a pipe for texts that names no method, and for
 * bytes from the host.
 */
export interface PreloadApi {
  send(text: string): void;
  onMessage(listener: (message: string | Uint8Array) => void): () => void;
}
