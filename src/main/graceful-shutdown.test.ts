import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import {
  closeTimeoutMs,
  signalTimeoutMs,
  installGracefulShutdown,
  stopTimeoutMs,
  type ShutdownOptions,
} from './graceful-shutdown.ts';

class FakeApp extends EventEmitter {
  readonly exits: number[] = [];
  quits = 0;
  windows: { destroy(): void }[] = [];
  exit = (code = 0): void => void this.exits.push(code);
  quit = (): void => {
    this.quits += 1;
    const before = {
      defaultPrevented: false,
      preventDefault: () => (before.defaultPrevented = true),
    };
    this.emit('before-quit', before);
    if (!before.defaultPrevented && this.windows.length === 0) this.quitWithoutWindows();
  };
  /** Also called once the last window is gone. */
  quitWithoutWindows = (): void => {
    let prevented = false;
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) this.exit(0);
  };
}

function quitting(stop: () => Promise<void>) {
  const app = new FakeApp();
  const timers = new Map<number, () => void>();
  const logged: string[] = [];
  const { quitNow } = installGracefulShutdown({
    app: app as unknown as ShutdownOptions['app'],
    openWindows: () => app.windows,
    stop,
    unfinished: () => ['the demo server', 'runs'],
    after(ms, act) {
      timers.set(ms, act);
      return () => timers.delete(ms);
    },
    log: (message) => logged.push(message),
  });
  return { app, timers, quitNow, logged };
}

it('exits after the services have stopped, and stops them once', async () => {
  let stops = 0;
  let finish: () => void = () => undefined;
  const { app } = quitting(() => {
    stops += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  app.quit();
  app.quit();
  expect(app.exits).toEqual([]);
  finish();
  await expect.poll(() => app.exits).toEqual([0]);
  expect(stops).toBe(1);
});

it('exits even if the services fail to stop, or take too long', async () => {
  const failing = quitting(() => Promise.reject(new Error('stuck')));
  failing.app.quit();
  await expect.poll(() => failing.app.exits).toEqual([0]);

  const hanging = quitting(() => new Promise(() => undefined));
  hanging.app.quit();
  hanging.timers.get(stopTimeoutMs)?.();
  await expect.poll(() => hanging.app.exits).toEqual([0]);
  expect(hanging.logged).toEqual(['Quitting without waiting any longer for: the demo server, runs.']);
});

it('exits after a signal even if a page or a service prevents quitting', () => {
  const { app, timers, quitNow } = quitting(() => new Promise(() => undefined));
  quitNow('SIGTERM');
  expect(app.quits).toBe(1);
  expect(signalTimeoutMs).toBeGreaterThan(stopTimeoutMs);
  timers.get(signalTimeoutMs)?.();
  expect(app.exits).toEqual([1]);
});

it('a window whose page does not let go of it is destroyed, and the program exits', async () => {
  const { app, timers, logged } = quitting(() => Promise.resolve());
  app.windows = [
    {
      destroy() {
        app.windows = [];
        app.quitWithoutWindows();
      },
    },
  ];
  app.quit();
  expect(app.exits).toEqual([]);
  timers.get(closeTimeoutMs)?.();
  await expect.poll(() => app.exits).toEqual([0]);
  expect(logged).toEqual(['Quitting without waiting any longer for the window.']);
});

it('no window is destroyed when quitting was cancelled', () => {
  const { app, timers } = quitting(() => Promise.resolve());
  let destroyed = 0;
  app.windows = [{ destroy: () => (destroyed += 1) }];
  app.on('before-quit', ({ preventDefault }: { preventDefault(): void }) => preventDefault());
  app.quit();
  timers.get(closeTimeoutMs)?.();
  expect(destroyed).toBe(0);
});
