import { refuseUnknown } from '../refuse-unknown.ts';
import { encode } from './codec.ts';
import { createContextBridge } from './context-bridge.ts';
import { createIpcRenderer } from './ipc-renderer.ts';
import { bindingName, type PageMessage } from './messages.ts';
import { watchShell } from './shell-events.ts';

/** The built preload as a function of the globals of a sandboxed preload. */
type Preload = (require: (id: string) => unknown, module: object, exports: object, process: object) => void;

/**
 * Runs in every document before its own scripts, like a preload: main frames only, and without leaving
 * traces.
 */
export function runInPage(preload: Preload | null, preloadProcess: object): void {
  if (window !== window.top || location.protocol === 'about:') return;
  const binding = Reflect.get(window, bindingName) as (text: string) => void;
  Reflect.deleteProperty(window, bindingName);
  const post = (message: PageMessage): void => binding(encode(message));
  const ipcRenderer = createIpcRenderer(post);
  watchShell(post);
  if (!preload) return;

  const exposed = new Set<string>();
  const electron = refuseUnknown('electron (preload)', {
    contextBridge: refuseUnknown('contextBridge', createContextBridge(exposed)),
    ipcRenderer: refuseUnknown('ipcRenderer', ipcRenderer),
  });
  const require = (id: string): unknown => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id}`);
  };
  const before = new Set(Object.getOwnPropertyNames(window));
  try {
    const module = { exports: {} };
    preload(require, module, module.exports, preloadProcess);
  } catch (error) {
    post({ type: 'preload-failed', message: String(error) });
  }
  // With context isolation, the page would not see globals of the preload.
  for (const name of Object.getOwnPropertyNames(window)) {
    if (before.has(name) || exposed.has(name)) continue;
    Reflect.deleteProperty(window, name);
    console.error(`electron double: the preload set window.${name}`);
  }
}
