import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Thread } from '../../shared/model/thread.ts';
import { aHealth, aThread, anAssistant, pageOf } from '../../testing/builders.ts';
import { demoConnection, snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { inFull } from '../../testing/test-scale.ts';
import { renderApp, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';

let app: RenderedApp | null = null;

afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

const staging = { ...demoConnection, id: 'staging', kind: 'remote' as const, name: 'Staging' };
const writerThread = aThread({ threadId: 't-writer', name: 'Release notes', graphId: 'writer' });
const supportThread = aThread({ threadId: 't-support', name: 'Ticket 4711', graphId: 'support' });

const handlers: TestHandlers = {
  calls: {
    'assistants.list': async ({ connectionId }) =>
      connectionId === 'demo'
        ? [anAssistant({ name: 'support', graphId: 'support' }), anAssistant()]
        : [anAssistant({ name: 'planner', graphId: 'planner' })],
    'threads.list': async ({ connectionId }) =>
      pageOf(connectionId === 'demo' ? [writerThread, supportThread] : []),
  },
  streams: {
    'connections.watch': (_input, signal) =>
      snapshotStream(
        {
          connections: [demoConnection, staging],
          health: [aHealth(), aHealth({ connectionId: 'staging' })],
        },
        signal,
      ),
  },
};

function show() {
  app = renderApp(handlers);
  return userEvent.setup();
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the selection', () => {
  it('begins with the demo server and its writer', async () => {
    show();
    expect(await button('Server: Demo server, connected')).toBeTruthy();
    expect(await button('Assistant: writer')).toBeTruthy();
  });

  it('follows a thread to its graph', async () => {
    const user = show();
    await button('Assistant: writer');
    await user.click(await screen.findByRole('option', { name: /Ticket 4711/ }));
    expect(await button('Assistant: support')).toBeTruthy();
    expect(await button('Thread: Ticket 4711')).toBeTruthy();
  });

  it('lets go of a thread of another graph when another assistant is chosen', async () => {
    const user = show();
    await user.click(await screen.findByRole('option', { name: /Release notes/ }));
    await user.click(await button('Assistant: writer'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'support' }));
    await button('Assistant: support');
    expect(screen.queryByRole('button', { name: 'Thread: Release notes' })).toBeNull();
  });

  it.runIf(inFull)('takes nothing along to another server (in full only)', async () => {
    const user = show();
    await user.click(await screen.findByRole('option', { name: /Release notes/ }));
    await user.click(await button('Server: Demo server, connected'));
    await user.click(await screen.findByRole('menuitemradio', { name: /Staging/ }));
    expect(await button('Assistant: planner')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Thread: Release notes' })).toBeNull();
  });

  it('is that of a server when it was left, on return to it', async () => {
    const user = show();
    await user.click(await screen.findByRole('option', { name: /Ticket 4711/ }));
    await button('Assistant: support');
    await user.click(await button('Server: Demo server, connected'));
    await user.click(await screen.findByRole('menuitemradio', { name: /Staging/ }));
    await button('Assistant: planner');
    expect(screen.queryByRole('button', { name: 'Thread: Ticket 4711' })).toBeNull();
    await user.click(await button('Threads'));
    await user.click(await button('Server: Staging, connected'));
    await user.click(await screen.findByRole('menuitemradio', { name: /Demo server/ }));
    expect(await button('Thread: Ticket 4711')).toBeTruthy();
    expect(await button('Assistant: support')).toBeTruthy();
    expect((await button('Threads')).getAttribute('aria-current')).toBe('page');
  });

  it('waits for a server that was just added, and goes on with another when it is removed', async () => {
    const snapshot = (connections: (typeof demoConnection)[]) => ({
      connections,
      health: connections.map(({ id }) => aHealth({ connectionId: id })),
    });
    const later = { tell: (_added: boolean): void => undefined };
    app = renderApp({
      calls: { ...handlers.calls, 'connections.save': async () => staging },
      streams: {
        async *'connections.watch'() {
          yield snapshot([demoConnection]);
          await new Promise<boolean>((resolve) => (later.tell = resolve));
          yield snapshot([demoConnection, staging]);
          await new Promise<boolean>((resolve) => (later.tell = resolve));
          yield snapshot([demoConnection]);
        },
      },
    });
    const user = userEvent.setup();
    await user.click(await button('Server: Demo server, connected'));
    await user.click(await screen.findByRole('menuitem', { name: 'Add a server' }));
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'http://staging');
    await user.click(screen.getByRole('button', { name: 'Add server' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    later.tell(true);
    expect(await button('Server: Staging, connected')).toBeTruthy();
    expect(await button('Assistant: planner')).toBeTruthy();
    later.tell(false);
    expect(await button('Server: Demo server, connected')).toBeTruthy();
  });

  it('is remembered over a reload', async () => {
    const user = show();
    await user.click(await screen.findByRole('option', { name: /Ticket 4711/ }));
    await button('Assistant: support');
    app?.end();
    show();
    expect(await button('Thread: Ticket 4711')).toBeTruthy();
  });

  it.runIf(inFull)('survives a storage that holds something else (in full only)', async () => {
    localStorage.setItem('studio.window', '{"state":{"selection":5,"railView":"nowhere"},"version":0}');
    show();
    expect(await button('Assistant: writer')).toBeTruthy();
  });
});

describe('the command palette', () => {
  it('opens with its chord, finds things by name, and goes there', async () => {
    const user = show();
    await button('Assistant: writer');
    await user.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog'));
    await user.type(palette.getByRole('combobox'), '4711');
    expect(await palette.findByRole('option', { name: /Ticket 4711/ })).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(await button('Thread: Ticket 4711')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.runIf(inFull)('says when nothing matches (in full only)', async () => {
    const user = show();
    await user.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog'));
    await user.type(palette.getByRole('combobox'), 'qqqqqq');
    expect(await palette.findByText('Nothing matches.')).toBeTruthy();
  });
});

describe('shortcuts', () => {
  it('go to views by two keys in a row, but not while text is typed', async () => {
    const user = show();
    const filter = await screen.findByRole('searchbox', { name: 'Search threads' });
    await user.type(filter, 'gw');
    expect(screen.queryByText('Nothing has arrived yet')).toBeNull();
    filter.blur();
    await user.keyboard('gw');
    expect(await screen.findByText('Nothing has arrived yet')).toBeTruthy();
  });

  it('leave a key to the browser while its command can’t be used, and Ctrl+R always', async () => {
    show();
    await button('Assistant: writer');
    // `false`: the page has taken the key.
    const press = (init: KeyboardEventInit): boolean => fireEvent.keyDown(document.body, init);
    expect(press({ key: 'b', ctrlKey: true })).toBe(false);
    expect(press({ key: 'F5', shiftKey: true })).toBe(true);
    expect(press({ key: 'r', ctrlKey: true })).toBe(true);
  });

  it.runIf(inFull)('can be switched off (in full only)', async () => {
    const user = show();
    await button('Assistant: writer');
    await user.keyboard('?');
    await user.click(await screen.findByRole('switch', { name: 'Single keys' }));
    await user.keyboard('{Escape}');
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('says that the back end is away, shows no other error, and is fresh when it is back', async () => {
  const user = show();
  await screen.findByRole('option', { name: /Release notes/ });
  await button(/^Server: .*, connected$/);
  const requestCount = () => app?.called.filter(({ method }) => method === 'threads.list').length ?? 0;
  app?.disconnectHost();
  expect(await screen.findByText(/Connection to the studio lost/)).toBeTruthy();
  // Nobody looks at the server now.
  await button(/^Server: .*, unknown$/);
  const before = requestCount();
  await user.click(screen.getByRole('button', { name: 'Assistants' }));
  await user.click(screen.getByRole('button', { name: 'Threads' }));
  expect(screen.getByRole('option', { name: /Release notes/ })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  app?.reconnectHost();
  await waitFor(() => expect(screen.queryByText(/Connection to the studio lost/)).toBeNull());
  await button(/^Server: .*, connected$/);
  await waitFor(() => expect(requestCount()).toBeGreaterThan(before));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads the thread again when somebody else has changed it', async () => {
  let changes = 0;
  const changed = (): Thread => ({ ...writerThread, updatedAt: `2026-11-20T22:00:0${changes}Z` });
  app = renderApp({
    ...handlers,
    calls: { ...handlers.calls, 'threads.list': async () => pageOf([changed()]) },
  });
  const user = userEvent.setup();
  const requestCount = () => app?.called.filter(({ method }) => method === 'threads.history').length ?? 0;
  await user.click(await screen.findByRole('option', { name: /Release notes/ }));
  await waitFor(() => expect(requestCount()).toBe(1));
  changes += 1;
  await waitFor(() => expect(requestCount()).toBe(2));
});
