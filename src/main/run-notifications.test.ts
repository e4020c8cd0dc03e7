import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import type { RunNotification, NotificationState } from '../shared/model/run-notification.ts';
import { notificationOptions, showRunNotifications } from './run-notifications.ts';

const runNotification: RunNotification = {
  id: 'n',
  title: 'Run failed',
  body: 'Release notes (Demo server)',
  connectionId: 'demo',
  threadId: 't',
  runId: 'r',
  link: { baseUrl: 'http://127.0.0.1:2024', threadId: 't', runId: 'r' },
};

class FakeNotification extends EventEmitter {
  isShown = false;
  readonly options: NotificationConstructorOptions;
  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.isShown = true;
  }
}

function show(states: readonly NotificationState[], { isSupported = true } = {}) {
  const notifications: FakeNotification[] = [];
  const badges: number[] = [];
  const clicked: RunNotification[] = [];
  const ended = showRunNotifications(
    {
      streams: {
        async *'notifications.show'() {
          yield runNotification;
        },
        async *'notifications.watch'() {
          yield* states;
        },
      },
      platform: 'linux',
      isSupported: () => isSupported,
      create: (options) => {
        const notification = new FakeNotification(options);
        notifications.push(notification);
        return notification;
      },
      setBadge: (count) => void badges.push(count),
      onClick: (one) => void clicked.push(one),
    },
    new AbortController().signal,
  );
  return { notifications, badges, clicked, ended };
}

it('a notification is shown by the system, and a click on it is reported', async () => {
  const { notifications, clicked, ended } = show([]);
  await ended;
  expect(notifications.map(({ isShown, options }) => [isShown, options])).toEqual([
    [true, { title: runNotification.title, body: runNotification.body }],
  ]);
  notifications[0]?.emit('click');
  expect(clicked).toEqual([runNotification]);
});

it('the icon has the number of unseen threads, and none once notifications are off', async () => {
  const { badges, ended } = show([
    { isOn: true, unseen: 0, active: 1 },
    { isOn: true, unseen: 2, active: 0 },
    { isOn: true, unseen: 2, active: 1 },
    { isOn: false, unseen: 2, active: 1 },
  ]);
  await ended;
  expect(badges).toEqual([2, 0]);
});

it('a system without notifications is asked for none', async () => {
  const { notifications, ended } = show([], { isSupported: false });
  await ended;
  expect(notifications).toEqual([]);
});

it('a desktop of Linux gets no markup', () => {
  const body = 'a <img src="http://evil.example/x"> & b';
  expect(notificationOptions({ title: 'Run failed', body }, 'linux').body).not.toMatch(/[<>&]/);
  expect(notificationOptions({ title: 'Run failed', body }, 'darwin').body).toBe(body);
});
