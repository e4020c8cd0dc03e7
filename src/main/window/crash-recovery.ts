import type { RenderProcessGoneDetails } from 'electron';

// `unresponsive` is emitted by Electron after a page did not respond for long.
export interface CrashableContents {
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: RenderProcessGoneDetails) => void,
  ): unknown;
  on(event: 'unresponsive' | 'responsive' | 'destroyed', listener: () => void): unknown;
  isDestroyed(): boolean;
  reload(): void;
  forcefullyCrashRenderer(): void;
}

export interface CrashRecoveryOptions {
  readonly now: () => number;
  readonly after: (ms: number, act: () => void) => () => void;
  readonly onGiveUp: () => void;
  readonly log: (message: string) => void;
}

// How long a hanging page may take to recover before it is ended, in ms.
export const hangTimeoutMs = 5_000;
// After this many crashes within the time below, reloading stops: the page crashes by itself.
export const maxCrashes = 4;
export const crashWindowMs = 60_000;

// Reloads a crashed or hung page. Runs, streams and drafts are in the host, so a reload shows them
// again. A page that keeps crashing is not reloaded forever: `onGiveUp` asks the user.
export function installCrashRecovery(contents: CrashableContents, parts: CrashRecoveryOptions): void {
  let crashes: number[] = [];
  let stopWaiting: (() => void) | null = null;
  const calm = (): void => {
    stopWaiting?.();
    stopWaiting = null;
  };

  contents.on('render-process-gone', (_event, details) => {
    calm();
    if (details.reason === 'clean-exit' || contents.isDestroyed()) return;
    parts.log(`The window's page ended (${details.reason}).`);
    const now = parts.now();
    crashes = [...crashes.filter((crashedAt) => now - crashedAt < crashWindowMs), now];
    if (crashes.length < maxCrashes) return contents.reload();
    crashes = [];
    parts.onGiveUp();
  });
  contents.on('unresponsive', () => {
    calm();
    stopWaiting = parts.after(hangTimeoutMs, () => {
      if (contents.isDestroyed()) return;
      parts.log('The window stopped responding and was reloaded.');
      contents.forcefullyCrashRenderer();
    });
  });
  contents.on('responsive', calm);
  contents.on('destroyed', calm);
}
