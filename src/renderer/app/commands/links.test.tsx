import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../../shared/model/connection.ts';
import { recordingBaseUrl } from '../../../shared/model/read-only.ts';
import { aThread, anAssistant, pageOf } from '../../../testing/builders.ts';
import { renderApp, type RenderedApp, type TestHandlers } from '../../../testing/renderer/render-app.tsx';
import { demoConnection, snapshotStream } from '../../../testing/renderer/stub-handlers.ts';
import { openWebSession } from '../../rpc/web-session.ts';
import { createRunSession } from '../../runs/run-session.ts';
import { emptySelection } from '../../runs/selection.ts';
import { createUiStore, setRunSheet } from '../ui-store.ts';
import { openLink } from './use-studio-links.ts';
import { keepLinkOfAddress, takePendingLink } from './pending-link.ts';

let app: RenderedApp | null = null;
const nativeLocks = Object.getOwnPropertyDescriptor(navigator, 'locks');
afterEach(() => {
  app?.end();
  localStorage.clear();
  history.replaceState(null, '', '/');
  if (nativeLocks) Object.defineProperty(navigator, 'locks', nativeLocks);
});

/** A page that was opened with this query, in a browser that has locks. */
function openWith(query: string): void {
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: async (_name: string, work: () => unknown) => work() },
  });
  history.replaceState(null, '', `/${query}#code=once`);
  keepLinkOfAddress();
}

const prod: Connection = {
  ...demoConnection,
  id: 'prod',
  kind: 'remote',
  name: 'Prod',
  url: 'https://prod.example',
};

const recording: Connection = {
  ...demoConnection,
  id: 'recording-0123456789abcdef01234567',
  kind: 'recording',
  name: 'tides',
  url: null,
};

function render(calls: TestHandlers['calls'] = {}): RenderedApp {
  app = renderApp({
    calls,
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream({ connections: [demoConnection, prod, recording], health: [] }, signal),
    },
  });
  return app;
}

it('a link to an unknown server fills in its address, and nothing is sent before a click', async () => {
  openWith('?baseUrl=http://evil.example:2024&thread=t');
  expect(location.search).toBe('');
  expect(location.hash).toBe('#code=once');
  const { called } = render();
  const address = await screen.findByLabelText<HTMLInputElement>('Address');
  expect(address.value).toBe('http://evil.example:2024');
  expect(screen.getByText(/This address comes from a link/)).toBeTruthy();
  expect(called.filter(({ method }) => /connections\.(save|test|check)/.test(method))).toEqual([]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }));
  expect(called.some(({ method }) => method === 'connections.save')).toBe(false);
});

it('a link to a known server shows it', async () => {
  openWith('?baseUrl=https://prod.example/');
  render();
  await waitFor(() => expect(screen.getByRole('button', { name: /^Server: Prod/ })).toBeTruthy());
  expect(screen.queryByLabelText('Address')).toBeNull();
});

it('a link shows an opened recording, and says if it is no longer open', async () => {
  openWith(`?baseUrl=${recordingBaseUrl(recording.id)}`);
  render();
  await waitFor(() => expect(screen.getByRole('button', { name: /^Server: tides/ })).toBeTruthy());
  app?.end();
  openWith(`?baseUrl=${recordingBaseUrl('recording-closed')}`);
  render();
  expect(await screen.findByText(/^The recording of this link is no longer open\./)).toBeTruthy();
  expect(screen.queryByLabelText('Address')).toBeNull();
});

it('the menu of a thread copies a link to it', async () => {
  openWith('?baseUrl=https://prod.example/');
  render({
    'assistants.list': async () => [anAssistant()],
    'threads.list': async () => pageOf([aThread({ threadId: 't-1', name: 'A thread' })]),
  });
  const user = userEvent.setup();
  // A link to a server shows its runs.
  await screen.findByRole('button', { name: /^Server: Prod/ });
  await user.click(await screen.findByRole('button', { name: 'Threads' }));
  const list = await screen.findByRole('region', { name: 'Threads' });
  fireEvent.contextMenu(await within(list).findByRole('option', { name: /A thread/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  expect(await screen.findByText('Copied the link.')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/studio/?baseUrl=https%3A%2F%2Fprod.example&thread=t-1`,
  );
});

it('a link wins over the selection of the last session', async () => {
  const none = { assistantId: null, threadId: null, checkpointId: null };
  localStorage.setItem(
    'studio.window',
    JSON.stringify({
      state: {
        selection: { connectionId: 'demo', ...none },
        railView: 'threads',
        theme: 'system',
        collapsed: { left: false, threads: false, story: false, dock: false, inspector: false },
        singleKeys: true,
      },
      version: 0,
    }),
  );
  openWith('?baseUrl=https://prod.example/');
  let restore = (): void => undefined;
  const restored = new Promise<{ readonly failure: null }>((resolve) => {
    restore = () => resolve({ failure: null });
  });
  render({ 'windows.failure': () => restored });
  // The servers are known before the last selection is restored.
  await screen.findByRole('button', { name: /^Choose a server|^Server: / });
  restore();
  await waitFor(() => expect(localStorage.getItem('studio.window')).toContain('"connectionId":"prod"'));
  expect(screen.getByRole('button', { name: /^Server: Prod/ })).toBeTruthy();
});

it('a link never replaces what is being typed', async () => {
  openWith('?baseUrl=http://evil.example');
  const link = await takePendingLink();
  expect(link).toEqual({ baseUrl: 'http://evil.example' });
  render();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Server: / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add a server' }));
  const address = await screen.findByLabelText<HTMLInputElement>('Address');
  await user.type(address, 'http://mine');
  const at = Date.now();
  const newValue = JSON.stringify({ link, at });
  localStorage.setItem('studio.link', newValue);
  dispatchEvent(new StorageEvent('storage', { key: 'studio.link', newValue }));
  expect(await screen.findByText('A link to http://evil.example was opened.')).toBeTruthy();
  expect(address.value).toBe('http://mine');
});

it('an old link, and one that is none, are dropped', async () => {
  openWith('?baseUrl=javascript:alert(1)');
  expect(await takePendingLink()).toBeNull();
  const link = { baseUrl: 'http://evil.example' };
  for (const stored of [
    JSON.stringify({ link, at: Date.now() - 11 * 60_000 }),
    JSON.stringify({ link: { ...link, key: 'x' }, at: Date.now() }),
    '{',
  ]) {
    localStorage.setItem('studio.link', stored);
    expect(await takePendingLink()).toBeNull();
    expect(localStorage.getItem('studio.link')).toBeNull();
  }
});

it('a link behind the one-time code, as the command line opens it, waits like one in the query', async () => {
  openWith('');
  history.replaceState(null, '', '/#code=once&baseUrl=http%3A%2F%2F127.0.0.1%3A2024&thread=t');
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response(JSON.stringify({ token: 'token', proof: 'proof' })));
  try {
    await openWebSession(new AbortController().signal);
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"code":"once"}');
  } finally {
    fetched.mockRestore();
    sessionStorage.clear();
  }
  expect(location.hash).toBe('');
  keepLinkOfAddress();
  expect(location.search).toBe('');
  expect(await takePendingLink()).toEqual({ baseUrl: 'http://127.0.0.1:2024', threadId: 't' });
});

it.each(['threads', 'runs'] as const)(
  'a link to a thread closes a run sheet over it, from the %s',
  (railView) => {
    const session = createRunSession({ ...emptySelection, connectionId: 'demo' });
    const store = createUiStore(session);
    const opened: string[] = [];
    const workbench = {
      selectServer: () => undefined,
      openThread: async (_connectionId: string, threadId: string) => void opened.push(threadId),
    };
    setRunSheet(store, true);
    store.setState({ railView });
    openLink(store, session, workbench, 'demo', { runId: 'r' });
    expect(store.getState()).toMatchObject({ railView: 'threads', runSheet: true });
    store.setState({ railView });
    openLink(store, session, workbench, 'demo', { threadId: 't', runId: 'r' });
    expect(store.getState()).toMatchObject({ railView: 'threads', runSheet: null });
    expect(opened).toEqual(['t']);
  },
);
