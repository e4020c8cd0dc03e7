import { AppError } from '../../shared/app-error.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { createPreloadPort, type PreloadPipe } from './ipc-port.ts';
import { openWebSession, watchAddress } from './web-session.ts';
import { createSilenceLimit, openWebSocketPort, type SilenceLimit } from './web-socket-port.ts';

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

export type OpenPort = (signal: AbortSignal) => Promise<Port>;

/** Opens ports to the host of this page. One for each window; loaded before everything else, so it must stay small. */
export function createPortOpener(): OpenPort {
  const bridge = window.studio;
  if (bridge) return () => Promise.resolve(createPreloadPort(bridge));
  watchAddress();
  const silenceLimit = createSilenceLimit();
  return (signal) => openWebPort(signal, silenceLimit);
}

async function openWebPort(signal: AbortSignal, silenceLimit: SilenceLimit): Promise<Port> {
  const session = await openWebSession(signal);
  if (signal.aborted) throw new AppError('cancelled', 'The connection was given up.');
  const url = new URL('/socket', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return openWebSocketPort(url.href, session, signal, silenceLimit);
}
