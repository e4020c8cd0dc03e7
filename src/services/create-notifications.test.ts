import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunNotification, NotificationState } from '../shared/model/run-notification.ts';
import type { RunEnd } from '../shared/model/run.ts';
import { createMemoryPlatform, type MemoryPlatform } from '../testing/services/memory-platform.ts';
import { createDocumentStore } from './storage/document-store.ts';
import { createNotifications, type Notifications } from './create-notifications.ts';
import type { SettledRun } from './notification-queue.ts';

const [one, other] = ['6f1b0d9a-6c02-4a4e-9d53-0a2f4d6c1b01', '6f1b0d9a-6c02-4a4e-9d53-0a2f4d6c1b02'];

let platform: MemoryPlatform;
let ends: AbortController[];
let describedRuns: SettledRun[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  platform = await createMemoryPlatform();
  ends = [];
  describedRuns = [];
});
afterEach(async () => {
  for (const end of ends) end.abort();
  vi.useRealTimers();
  await platform.dispose();
});

function open({ isOnAtFirst = true } = {}): Notifications {
  return createNotifications({
    documents: createDocumentStore({ folder: platform.dataFolder, log: () => undefined }),
    isOnAtFirst,
    describe: async (run) => {
      describedRuns.push(run);
      return {
        ...run,
        status: run.outcome === 'interrupted' ? 'waiting' : run.outcome,
        name: `Thread ${run.threadId}`,
        serverName: 'Demo server',
        serverUrl: 'http://127.0.0.1:2024',
        line: null,
      };
    },
    onBug: (where, error) => expect.unreachable(`${where}: ${String(error)}`),
  });
}

/** Reads a stream until the test ends, or `close` is called. */
function read<T>(stream: (signal: AbortSignal) => AsyncIterable<T>) {
  const end = new AbortController();
  ends.push(end);
  const items: T[] = [];
  void (async () => {
    for await (const item of stream(end.signal)) items.push(item);
  })();
  return { items, close: () => end.abort() };
}

const shownIn = (notifications: Notifications, windowId: string) =>
  read<RunNotification>((signal) => notifications.streams['notifications.show']({ windowId }, signal));
const focus = (notifications: Notifications, windowId: string) =>
  read((signal) => notifications.streams['app.attention']({ windowId }, signal));
// The first item comes once the setting was read from the disk, which no fake clock knows of.
const stateOf = async (notifications: Notifications) => {
  const state = read<NotificationState>((signal) => notifications.streams['notifications.watch']({}, signal));
  await vi.waitUntil(() => state.items.length > 0, { interval: 1 });
  return state;
};

const runOf = (threadId: string) => ({ connectionId: 'demo', threadId, runId: `run of ${threadId}` });

function finish(notifications: Notifications, threadId: string, end: Partial<RunEnd> | null = {}): void {
  notifications.runBegan(runOf(threadId));
  notifications.runEnded(
    runOf(threadId),
    end && { outcome: 'finished', error: null, incomplete: false, ...end },
  );
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function pass(ms: number): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await settle();
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 5; turn += 1) await settle();
}

it('a run that waits while no window is in front is notified once, with the way to it', async () => {
  const notifications = open();
  const { items } = shownIn(notifications, one);
  await pass(0);
  finish(notifications, 'a', { outcome: 'interrupted' });
  await pass(2000);
  expect(items).toMatchObject([
    {
      title: 'Run waits for an answer',
      body: 'Thread a (Demo server)',
      threadId: 'a',
      link: { baseUrl: 'http://127.0.0.1:2024', threadId: 'a', runId: 'run of a' },
    },
  ]);
});

it('nobody is notified while a window is in front, and what was not shown yet is dropped when one comes', async () => {
  const notifications = open();
  const { items } = shownIn(notifications, one);
  const attention = focus(notifications, other);
  const state = await stateOf(notifications);
  await pass(100);
  finish(notifications, 'a');
  await pass(2000);
  attention.close();
  await pass(100);
  finish(notifications, 'b');
  await pass(100);
  expect(state.items.at(-1)).toMatchObject({ unseen: 1, active: 0 });
  focus(notifications, other);
  await pass(20_000);
  expect(items).toEqual([]);
  expect(describedRuns).toEqual([]);
  expect(state.items.at(-1)).toMatchObject({ unseen: 0 });
});

it('forty runs that end at once are one notification, and servers are asked about three of them', async () => {
  const notifications = open();
  const { items } = shownIn(notifications, one);
  await pass(0);
  for (let index = 0; index < 40; index += 1)
    finish(notifications, String(index), { outcome: index === 39 ? 'failed' : 'finished' });
  await pass(30_000);
  expect(items.map(({ title }) => title)).toEqual(['40 runs: 1 failed, 39 finished']);
  expect(items[0]).toMatchObject({ threadId: '39' });
  expect(describedRuns).toHaveLength(3);
});

it('a cancelled run, a lost one and one that the studio continues give no notification', async () => {
  const notifications = open();
  const { items } = shownIn(notifications, one);
  const state = await stateOf(notifications);
  await pass(0);
  finish(notifications, 'a', { outcome: 'cancelled' });
  finish(notifications, 'b', { outcome: 'lost' });
  finish(notifications, 'c', { outcome: 'interrupted', continuedBy: 'next' });
  finish(notifications, 'd', null);
  // Somebody else’s.
  notifications.runEnded(runOf('e'), { outcome: 'finished', error: null, incomplete: false });
  await pass(20_000);
  expect(items).toEqual([]);
  expect(state.items.at(-1)).toMatchObject({ unseen: 0, active: 0 });
});

it('a notification goes to the window that was in front last, and to no other one', async () => {
  const notifications = open();
  const [first, second] = [shownIn(notifications, one), shownIn(notifications, other)];
  const attention = focus(notifications, one);
  await pass(0);
  attention.close();
  await pass(0);
  finish(notifications, 'a');
  await pass(2000);
  expect([first.items.length, second.items.length]).toEqual([1, 0]);
  first.close();
  await pass(20_000);
  finish(notifications, 'b');
  await pass(20_000);
  expect([first.items.length, second.items.length]).toEqual([1, 1]);
});

it('what was chosen holds for the next start, and off means no notification and no count', async () => {
  const notifications = open({ isOnAtFirst: false });
  const state = await stateOf(notifications);
  await pass(0);
  expect(state.items).toEqual([{ isOn: null, unseen: 0, active: 0 }]);
  vi.useRealTimers();
  await notifications.calls['notifications.set']({ isOn: false }, new AbortController().signal);
  const next = open({ isOnAtFirst: true });
  const { items } = shownIn(next, one);
  const nextState = await stateOf(next);
  await expect.poll(() => nextState.items.at(-1)).toEqual({ isOn: false, unseen: 0, active: 0 });
  finish(next, 'a');
  await expect.poll(() => nextState.items.at(-1)?.active).toBe(0);
  expect(nextState.items.at(-1)?.unseen).toBe(0);
  expect(items).toEqual([]);
});
