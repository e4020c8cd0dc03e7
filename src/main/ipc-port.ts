import type { IpcMainEvent, WebContents, WebFrameMain } from 'electron';
import { concatChunks } from '../shared/bytes.ts';
import { maxMessageLength } from '../shared/rpc/messages.ts';
import type { Port } from '../shared/rpc/port.ts';
import { toHostChannel, toWindowChannel } from '../shared/preload-api.ts';
import type { AppSource } from './window/app-origin.ts';

export interface PortEvent {
  readonly senderFrame: Pick<WebFrameMain, 'origin' | 'parent'> | null;
}

export interface PortContents {
  readonly ipc: {
    on(channel: string, listener: (event: PortEvent, ...args: unknown[]) => void): unknown;
    off(channel: string, listener: (event: PortEvent, ...args: unknown[]) => void): unknown;
  };
  send(channel: string, message: string | Uint8Array): void;
  isDestroyed(): boolean;
  once(event: 'destroyed', listener: () => void): unknown;
}

// Stops compiling when Electron's own types no longer fit the two interfaces above.
export type PortFitsElectron = [
  WebContents extends PortContents ? true : never,
  IpcMainEvent extends PortEvent ? true : never,
];

// The port of one window over its web contents: one fixed channel each way. Accepts messages only from this window's
// main frame at exactly the studio's origin. Others are dropped and logged, because a response would reveal the
// listener to a stranger.
export function createIpcMainPort(
  contents: PortContents,
  source: AppSource,
  onRefused: (what: string) => void,
): Port {
  const messageListeners = new Set<(text: string) => void>();
  const closeListeners = new Set<() => void>();
  let closed = false;

  const take = (event: PortEvent, ...args: unknown[]): void => {
    const text = args[0];
    if (!isTrustedSender(event, source)) return onRefused('A message from a foreign page was refused.');
    if (typeof text !== 'string' || args.length !== 1)
      return onRefused('A message that is not text was refused.');
    if (text.length > maxMessageLength) return onRefused('A message above the size limit was refused.');
    for (const listener of messageListeners) listener(text);
  };
  const close = (): void => {
    if (closed) return;
    closed = true;
    contents.ipc.off(toHostChannel, take);
    messageListeners.clear();
    for (const listener of closeListeners) listener();
    closeListeners.clear();
  };
  contents.ipc.on(toHostChannel, take);
  contents.once('destroyed', close);

  return {
    send(message) {
      if (closed || contents.isDestroyed()) return;
      contents.send(toWindowChannel, typeof message === 'string' ? message : concatChunks(message));
    },
    onMessage(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    onClose(listener) {
      if (closed) {
        listener();
        return () => undefined;
      }
      closeListeners.add(listener);
      return () => closeListeners.delete(listener);
    },
    close,
  };
}

// Whether a message comes from a main frame at exactly the studio's origin. A frame that is gone is not
// trusted.
export function isTrustedSender({ senderFrame }: PortEvent, source: AppSource): boolean {
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === source.origin;
}
