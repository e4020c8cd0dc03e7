import type { App } from 'electron';

/** `exit` ends the process at once. */
export interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>;
  readonly stop: () => Promise<void>;
  readonly after: (ms: number, act: () => void) => () => void;
  readonly log: (message: string) => void;
}

/** Time for the services to stop, in ms; what they started ends with this process in any case. */
export const stopTimeoutMs = 5_000;
/** Time from a signal to the end of the process, in ms, whatever a page or a service does. */
export const signalTimeoutMs = 8_000;

/**
 * Stops the services before the program exits, in bounded time. Returns `quitNow` for signals and for a lost
 * parent: it quits as a user would, and exits anyway if that takes too long.
 */
export function installGracefulShutdown({ app, stop, after, log }: ShutdownOptions): {
  readonly quitNow: (why: string) => void;
} {
  let stopping: Promise<void> | null = null;

  const stopWithin = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = after(stopTimeoutMs, () => {
        log('The services did not stop in time.');
        resolve();
      });
      stop()
        .catch((thrown: unknown) => log(`The services did not stop cleanly: ${String(thrown)}`))
        .finally(() => {
          cancel();
          resolve();
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
