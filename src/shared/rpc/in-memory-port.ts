import { concatChunks } from '../bytes.ts';
import type { ReceivedMessage, Port } from './port.ts';

// Two connected ports in one process. Messages arrive in a later microtask, as over a real pipe.
export function createPortPair(): readonly [Port, Port] {
  const closeListeners = new Set<() => void>();
  const state = { closed: false };
  const close = (): void => {
    if (state.closed) return;
    state.closed = true;
    for (const listener of closeListeners) listener();
    closeListeners.clear();
  };
  const listeners = [
    new Set<(message: ReceivedMessage) => void>(),
    new Set<(message: ReceivedMessage) => void>(),
  ] as const;
  const end = (side: 0 | 1): Port => ({
    send(message) {
      if (state.closed) return;
      const received = typeof message === 'string' ? message : concatChunks(message);
      queueMicrotask(() => {
        if (state.closed) return;
        for (const listener of listeners[side === 0 ? 1 : 0]) listener(received);
      });
    },
    onMessage(listener) {
      listeners[side].add(listener);
      return () => listeners[side].delete(listener);
    },
    onClose(listener) {
      if (state.closed) {
        listener();
        return () => undefined;
      }
      closeListeners.add(listener);
      return () => closeListeners.delete(listener);
    },
    close,
  });
  return [end(0), end(1)];
}
