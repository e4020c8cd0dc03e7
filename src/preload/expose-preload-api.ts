import type { ContextBridge, IpcRenderer, IpcRendererEvent } from 'electron';
import { toHostChannel, toWindowChannel, type PreloadApi } from '../shared/preload-api.ts';

export interface ElectronPreloadModules {
  readonly contextBridge: Pick<ContextBridge, 'exposeInMainWorld'>;
  readonly ipcRenderer: Pick<IpcRenderer, 'send' | 'on' | 'off'>;
}

// Exposes one frozen pipe as `window.studio`. Both channels are fixed, only texts pass to the host
// and only texts and bytes from it, and the listener gets these alone: an IPC event never reaches the page.
export function exposePreloadApi({ contextBridge, ipcRenderer }: ElectronPreloadModules): void {
  const bridge: PreloadApi = Object.freeze({
    send(text: string) {
      ipcRenderer.send(toHostChannel, String(text));
    },
    onMessage(listener: (message: string | Uint8Array) => void) {
      const take = (_event: IpcRendererEvent, message: unknown): void =>
        listener(message instanceof Uint8Array ? message : String(message));
      ipcRenderer.on(toWindowChannel, take);
      return () => {
        ipcRenderer.off(toWindowChannel, take);
      };
    },
  });
  contextBridge.exposeInMainWorld('studio', bridge);
}
