import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NotificationState } from '../../shared/model/run-notification.ts';
import { renderApp, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { runCommand } from '../commands/command-registry.ts';
import { readStoredText } from '../storage/persistent-store.ts';
import { textChannelName } from '../storage/share-texts.ts';

/** A browser that has notifications: what it answers when it is asked, and what it shows. */
const browser = { answer: 'granted' as NotificationPermission, asked: 0 };
let app: RenderedApp | null = null;

beforeEach(() => {
  Object.assign(browser, { answer: 'granted', asked: 0 });
  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = 'default';
    static async requestPermission(): Promise<NotificationPermission> {
      browser.asked += 1;
      return (FakeNotification.permission = browser.answer);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  app?.end();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function render(state: Partial<NotificationState>, streams: TestHandlers['streams'] = {}): RenderedApp {
  app = renderApp({
    streams: {
      'notifications.watch': (_input, signal) =>
        snapshotStream({ isOn: null, unseen: 0, active: 0, ...state }, signal),
      ...streams,
    },
  });
  return app;
}

function hidePage(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

const settings = ({ called }: RenderedApp): unknown[] =>
  called.filter(({ method }) => method === 'notifications.set').map(({ input }) => input);

it('nothing is offered at start, nor when the page is hidden without a run', async () => {
  render({ active: 0 });
  await waitFor(() => expect(document.title).toContain('RemoteGraph Studio'));
  hidePage();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  expect(browser.asked).toBe(0);
});

it('once a run went on behind the page they are offered, and the browser asks only after a click', async () => {
  const { called, ...rest } = render({ active: 1 });
  await waitFor(() => expect(document.title).toContain('RemoteGraph Studio'));
  await vi.waitFor(() => {
    hidePage();
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeTruthy();
  });
  expect(browser.asked).toBe(0);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(settings({ called, ...rest })).toEqual([{ isOn: true }]));
  expect(browser.asked).toBe(1);
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
});

it('who wants none, or whose browser refuses, is not offered them again', async () => {
  browser.answer = 'denied';
  const rendered = render({ active: 1 });
  await vi.waitFor(() => {
    hidePage();
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeTruthy();
  });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'No, thanks' }));
  await waitFor(() => expect(settings(rendered)).toEqual([{ isOn: false }]));
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  rendered.end();

  const again = render({ active: 1 });
  await vi.waitFor(() => hidePage());
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(
    await screen.findByText(
      'The browser blocks notifications from this page. Allow them in its site settings.',
    ),
  ).toBeTruthy();
  await waitFor(() => expect(settings(again)).toEqual([{ isOn: false }]));
});

it('the title counts the threads with news, and not once notifications are off', async () => {
  render({ unseen: 3, isOn: true });
  await waitFor(() => expect(document.title).toMatch(/^\(3\) .*RemoteGraph Studio$/));
  app?.end();
  render({ unseen: 3, isOn: false });
  await waitFor(() => expect(document.title).toMatch(/^Demo server - /));
});

it('a command turns them off', async () => {
  Object.assign(Notification, { permission: 'granted' });
  const rendered = render({ isOn: true });
  await waitFor(() => expect(runCommand('view.notifications')).toBe(true));
  await waitFor(() => expect(settings(rendered)).toContainEqual({ isOn: false }));
});

it('the host knows while the window is in front, and only then', async () => {
  const attention: string[] = [];
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  render(
    {},
    {
      async *'app.attention'(_input, signal) {
        attention.push('front');
        yield* snapshotStream({}, signal);
        attention.push('behind');
      },
    },
  );
  await waitFor(() => expect(attention).toEqual(['front']));
  hasFocus.mockReturnValue(false);
  dispatchEvent(new Event('blur'));
  await waitFor(() => expect(attention).toEqual(['front', 'behind']));
  hasFocus.mockReturnValue(true);
  dispatchEvent(new Event('focus'));
  await waitFor(() => expect(attention).toEqual(['front', 'behind', 'front']));
});

it('a text that another window writes is taken over', async () => {
  render({});
  const other = new BroadcastChannel(textChannelName(''));
  // Until the window listens.
  await waitFor(() => {
    other.postMessage({ key: 'note of another window', text: 'written there' });
    expect(readStoredText('note of another window')).toBe('written there');
  });
  other.close();
});
