import type { IpcRenderer, IpcRendererEvent } from 'electron';
import { refuseUnknown } from '../refuse-unknown.ts';
import { decode } from './codec.ts';
import { receiverName, type HostMessage, type PageMessage } from './messages.ts';

type Listener = (event: IpcRendererEvent, ...args: unknown[]) => void;

/** The renderer's end of IPC, over a function that posts to the program. */
export function createIpcRenderer(
  post: (message: PageMessage) => void,
): Pick<IpcRenderer, 'send' | 'on' | 'off'> {
  const listeners = new Map<string, Listener[]>();
  const receive = (text: string): void => {
    const { channel, args } = decode(text) as HostMessage;
    const event = refuseUnknown('IpcRendererEvent', {}) as IpcRendererEvent;
    for (const listener of listeners.get(channel) ?? []) listener(event, ...args);
  };
  Object.defineProperty(window, receiverName, { value: receive, enumerable: false });

  const ipcRenderer: Pick<IpcRenderer, 'send' | 'on' | 'off'> = {
    send: (channel, ...args) => post({ type: 'send', channel, args }),
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer as IpcRenderer;
    },
    off(channel: string, listener: Listener) {
      const remaining = [...(listeners.get(channel) ?? [])];
      const index = remaining.lastIndexOf(listener);
      if (index >= 0) remaining.splice(index, 1);
      listeners.set(channel, remaining);
      return ipcRenderer as IpcRenderer;
    },
  };
  return ipcRenderer;
}
