import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import {
  signalTimeoutMs,
  installGracefulShutdown,
  stopTimeoutMs,
  type ShutdownOptions,
} from './graceful-shutdown.ts';

class FakeApp extends EventEmitter {
  readonly exits: number[] = [];
  quits = 0;
  exit = (code = 0): void => void this.exits.push(code);
  quit = (): void => {
    this.quits += 1;
    let prevented = false;
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) this.exit(0);
  };
}

function quitting(stop: () => Promise<void>) {
  const app = new FakeApp();
  const timers = new Map<number, () => void>();
  const { quitNow } = installGracefulShutdown({
    app: app as unknown as ShutdownOptions['app'],
    stop,
    after(ms, act) {
      timers.set(ms, act);
      return () => timers.delete(ms);
    },
    log: () => undefined,
  });
  return { app, timers, quitNow };
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
});

it('exits after a signal even if a page or a service prevents quitting', () => {
  const { app, timers, quitNow } = quitting(() => new Promise(() => undefined));
  quitNow('SIGTERM');
  expect(app.quits).toBe(1);
  expect(signalTimeoutMs).toBeGreaterThan(stopTimeoutMs);
  timers.get(signalTimeoutMs)?.();
  expect(app.exits).toEqual([1]);
});
