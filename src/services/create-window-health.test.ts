import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WindowFailure } from '../shared/model/window-failure.ts';
import { createDocumentStore } from './storage/document-store.ts';
import { createWindowHealth, type WindowHealth } from './create-window-health.ts';

const { signal } = new AbortController();
const [first, second, third] = ['1', '2', '3'].map(
  (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
) as [string, string, string];
const bad = { connectionId: 'bad', threadId: 't' };

let folder: string;
let health: WindowHealth;
/** The time of this process, which stops while the machine sleeps or the process is stopped. */
let clock: number;

const open = (): WindowHealth =>
  createWindowHealth({
    documents: createDocumentStore({ folder }),
    platform: { log: () => undefined },
    now: () => clock,
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'window-health-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  clock = 0;
  health = open();
});
afterEach(async () => {
  health.stop();
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const pass = async (seconds: number): Promise<void> => {
  for (let at = 0; at < seconds; at += 1) {
    clock += 1000;
    await vi.advanceTimersByTimeAsync(1000);
  }
};
const alive = (windowId: string, selection: typeof bad | null = bad, visible = true) =>
  health.calls['windows.heartbeat']({ windowId, visible, selection }, signal);
const live = async (windowId: string, seconds: number): Promise<void> => {
  for (let at = 0; at < seconds; at += 1) {
    if (at % 2 === 0) await alive(windowId);
    await pass(1);
  }
};
/** A page with its port; returns a function that closes the port. */
function openPort(windowId: string): () => Promise<void> {
  const port = new AbortController();
  const reading = (async () => {
    for await (const item of health.streams['windows.open']({ windowId }, port.signal))
      expect(item).toEqual({});
  })();
  return async () => {
    port.abort();
    await reading;
    await pass(4);
  };
}
const leave = (windowId: string) => health.calls['windows.closed']({ windowId }, signal);
const failure = async (left: string | null = null): Promise<WindowFailure | null> =>
  (await health.calls['windows.failure']({ left }, signal)).failure;
/** The failure that a studio reports if it starts now on the same data folder. */
const failureAfterKill = async (): Promise<WindowFailure | null> => {
  health.stop();
  await vi.waitFor(() => undefined);
  health = open();
  return failure();
};

describe('a window that hangs', () => {
  it('is remembered when the studio is killed, with its selection', async () => {
    openPort(first);
    await live(first, 10);
    expect(await failure()).toBeNull();
    await pass(10);
    await expect.poll(() => failure()).toEqual({ ...bad, kind: 'hung' });
    expect(await failureAfterKill()).toEqual({ ...bad, kind: 'hung' });
  });

  it('is forgotten once it responds again, not while it is the only one that hangs', async () => {
    openPort(first);
    openPort(second);
    await alive(first);
    await pass(10);
    await live(second, 10);
    expect(await failure()).toMatchObject({ kind: 'hung' });
    await alive(first);
    await expect.poll(() => failure()).toBeNull();
  });

  it('is forgotten once its server is removed, or was open for five seconds in another window', async () => {
    const close = openPort(first);
    await alive(first);
    await pass(10);
    await close();
    openPort(second);
    await live(second, 3);
    expect(await failure()).toMatchObject(bad);
    await live(second, 4);
    await expect.poll(() => failure()).toBeNull();

    openPort(third);
    await alive(third);
    await pass(10);
    expect(await failure()).toMatchObject(bad);
    await health.forget('other');
    expect(await failure()).toMatchObject(bad);
    await health.forget('bad');
    expect(await failure()).toBeNull();
  });

  it('is not one that is hidden, has no selection, lost its port, or slept with this machine', async () => {
    openPort(first);
    await alive(first, bad, false);
    openPort(second);
    await alive(second, null);
    const close = openPort(third);
    await alive(third);
    await close();
    await pass(30);
    expect(await failure()).toBeNull();

    openPort(third);
    await alive(third);
    // The lid is closed for an hour: no timer runs, and afterwards the page needs a moment.
    clock += 3_600_000;
    await pass(7);
    await alive(third);
    await pass(1);
    expect(await failure()).toBeNull();
  });
});

describe('a window that disappears', () => {
  const dieSoon = async (windowId: string): Promise<void> => {
    const close = openPort(windowId);
    await live(windowId, 2);
    await close();
  };

  it('is remembered the second time in a row, soon after its server was opened', async () => {
    await dieSoon(first);
    expect(await failure()).toBeNull();
    await dieSoon(second);
    await expect.poll(() => failure()).toEqual({ ...bad, kind: 'ended' });
  });

  it('is not one that was closed or reloaded, even if only the next page reports it', async () => {
    for (const windowId of [first, second, third]) {
      const close = openPort(windowId);
      await live(windowId, 2);
      await leave(windowId);
      await close();
    }
    expect(await failure()).toBeNull();
    await dieSoon(first);
    expect(await failure(first)).toBeNull();
    await dieSoon(second);
    expect(await failure(second)).toBeNull();
  });

  it('is not one that worked in between, opened another port, or was never visible', async () => {
    await dieSoon(first);
    // The host is killed and started again.
    expect(await failureAfterKill()).toBeNull();
    await dieSoon(first);
    const close = openPort(second);
    const abort = close();
    openPort(second);
    await abort;
    await live(second, 8);
    await dieSoon(third);
    expect(await failure()).toBeNull();
  });
});
