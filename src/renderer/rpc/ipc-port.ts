import type { Port } from '../../shared/rpc/port.ts';

// What Electron's preload exposes to the window, frozen: one pipe, no methods.
export interface PreloadPipe {
  send(text: string): void;
  onMessage(listener: (message: string | Uint8Array) => void): () => void;
}

// The preload's pipe as a port. It lives as long as the page, which ends with the host.
export function createPreloadPort(bridge: PreloadPipe): Port {
  const cleanups = new Set<() => void>();
  let closed = false;
  return {
    send(message) {
      if (!closed && typeof message === 'string') bridge.send(message);
    },
    onMessage(listener) {
      const unsubscribe = bridge.onMessage(listener);
      cleanups.add(unsubscribe);
      return () => {
        cleanups.delete(unsubscribe);
        unsubscribe();
      };
    },
    onClose() {
      return () => undefined;
    },
    close() {
      closed = true;
      for (const unsubscribe of cleanups) unsubscribe();
      cleanups.clear();
    },
  };
}
