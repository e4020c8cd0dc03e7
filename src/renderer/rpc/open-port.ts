import { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { createPreloadPort, type PreloadPipe } from './ipc-port.ts';
import { openWebSession, watchAddress } from './web-session.ts';
import { openWebSocketPort } from './web-socket-port.ts';

declare global {
  interface Window {
    // Set by Electron's preload; absent in the web host.
    readonly studio?: PreloadPipe;
  }
}

/** Whether the web host serves this page. It can have several browser sessions. */
export function isWebHost(): boolean {
  return window.studio === undefined;
}

/** Opens a port to the host of this page. Loaded before everything else, so it must stay small. */
export function openPort(signal: AbortSignal): Promise<Port> {
  const bridge = window.studio;
  return bridge ? Promise.resolve(createPreloadPort(bridge)) : openWebPort(signal);
}

let isWatchingAddress = false;

async function openWebPort(signal: AbortSignal): Promise<Port> {
  if (!isWatchingAddress) watchAddress();
  isWatchingAddress = true;
  const session = await openWebSession(signal);
  if (signal.aborted) throw new AppError('cancelled', 'The connection was given up.');
  const url = new URL('/socket', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return openWebSocketPort(url.href, session, signal);
}
