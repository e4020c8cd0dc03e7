import type { App } from 'electron';

export interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>;
  readonly openWindows: () => readonly { destroy(): void }[];
  readonly stop: () => Promise<void>;
  readonly unfinished: () => readonly string[];
  readonly after: (ms: number, act: () => void) => () => void;
  readonly log: (message: string) => void;
}

// Time for the windows to close, in ms; a page that hangs never lets go of its window.
export const closeTimeoutMs = 3_000;
// Time for the services to stop, in ms: more than the demo server has for its data, after what stops before it. What they
// started ends with this process in any case.
export const stopTimeoutMs = 24_000;
// Time from a signal to the end of the process, in ms, whatever a page or a service does.
export const signalTimeoutMs = 28_000;

// Closes the windows and stops the services before the program exits, in bounded time. Returns `quitNow` for signals
// and for a lost parent process: it quits as a user would, and exits anyway if that takes too long.
export function installGracefulShutdown({
  app,
  openWindows,
  stop,
  unfinished,
  after,
  log,
}: ShutdownOptions): {
  readonly quitNow: (why: string) => void;
} {
  let stopping: Promise<void> | null = null;

  const stopWithin = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = after(stopTimeoutMs, () => {
        const names = unfinished().join(', ') || 'the data folder';
        log(`Quitting without waiting any longer for: ${names}.`);
        resolve();
      });
      stop()
        .catch((error: unknown) => log(`The services did not stop cleanly: ${String(error)}`))
        .finally(() => {
          cancel();
          resolve();
        });
    });

  app.on('before-quit', (event) => {
    after(closeTimeoutMs, () => {
      // Someone wants to go on, or everything is closed.
      if (event.defaultPrevented || stopping !== null) return;
      const windows = openWindows();
      if (windows.length > 0) log('Quitting without waiting any longer for the window.');
      for (const window of windows) window.destroy();
    });
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    stopping ??= stopWithin().then(() => app.exit(0));
  });

  return {
    quitNow(why) {
      log(`Quitting: ${why}.`);
      after(signalTimeoutMs, () => app.exit(1));
      app.quit();
    },
  };
}
