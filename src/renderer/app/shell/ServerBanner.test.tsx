import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../shared/app-error.ts';
import type { ConnectionHealth, ConnectionState } from '../../../shared/model/connection.ts';
import { aHealth, anAssistant, aThread, pageOf } from '../../../testing/builders.ts';
import { renderApp, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import { demoConnection, snapshotStream } from '../../../testing/renderer/stub-handlers.ts';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

const connectionId = 'lab';
const connections = [
  { ...demoConnection, id: connectionId, kind: 'remote' as const, name: 'Lab', url: 'http://127.0.0.1:1' },
];
const failing = (state: ConnectionState, code: ErrorCode, details = {}): ConnectionHealth =>
  aHealth({ connectionId, state, problem: { code, message: 'The cause.', hint: null, details } });

function show(health: ConnectionHealth, answered = false): RenderedApp {
  app = renderApp({
    calls: {
      'assistants.list': () => (answered ? Promise.resolve([anAssistant()]) : new Promise(() => undefined)),
    },
    streams: {
      async *'connections.watch'(_input, signal) {
        if (answered) {
          yield { connections, health: [aHealth({ connectionId })] };
          await screen.findByRole('button', { name: /^Assistant: writer/ });
        }
        yield* snapshotStream({ connections, health: [health] }, signal);
      },
    },
  });
  return app;
}

it.each([
  [failing('needs-key', 'secret-locked'), 'The key is locked'],
  [failing('needs-key', 'credential'), 'There is no credential'],
  [failing('unreachable', 'unreachable', { code: 'ERR_TLS_CERT' }), 'No secure connection'],
] as const)('the canvas names the cause: %#', async (health, heading) => {
  show(health);
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
});

const unreachable = failing('unreachable', 'unreachable');

it('says nothing of a server that nobody asks while the studio is away', async () => {
  const { disconnectHost } = show(unreachable, true);
  expect((await screen.findByTestId('server-banner')).textContent).toContain('Lab is not responding');
  disconnectHost();
  await screen.findByText(/Connection to the studio lost/);
  await waitFor(() => expect(screen.queryByTestId('server-banner')).toBeNull());
});

it('is the only notice of a server that is away: lists that were read before say nothing of their own', async () => {
  let isAway = false;
  app = renderApp({
    calls: {
      'assistants.list': () => Promise.resolve([anAssistant()]),
      'threads.list': async () => {
        if (isAway) throw new AppError('unreachable', 'No response.');
        return pageOf([aThread({ name: 'Tides' })]);
      },
    },
    streams: {
      async *'connections.watch'(_input, signal) {
        yield { connections, health: [aHealth({ connectionId })] };
        await screen.findByText('Tides');
        isAway = true;
        await screen.findByText(/Could not refresh/);
        yield* snapshotStream({ connections, health: [unreachable] }, signal);
      },
    },
  });
  await screen.findByTestId('server-banner');
  await waitFor(() => expect(screen.queryByText(/Could not refresh/)).toBeNull());
  expect(screen.getByText('Tides')).toBeTruthy();
});

it('says it again after another server was looked at', async () => {
  const other = {
    ...demoConnection,
    id: 'other',
    kind: 'remote' as const,
    name: 'Other',
    url: 'http://127.0.0.1:2',
  };
  app = renderApp({
    calls: { 'assistants.list': () => Promise.resolve([anAssistant()]) },
    streams: {
      async *'connections.watch'(_input, signal) {
        const both = [...connections, other];
        const health = aHealth({ connectionId: 'other' });
        yield { connections: both, health: [aHealth({ connectionId }), health] };
        await screen.findByRole('button', { name: /^Assistant: writer/ });
        yield* snapshotStream({ connections: both, health: [unreachable, health] }, signal);
      },
    },
  });
  const choose = async (name: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: /^Server: / }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${name}`) }));
  };
  await screen.findByTestId('server-banner');
  await choose('Other');
  await waitFor(() => expect(screen.queryByTestId('server-banner')).toBeNull());
  await choose('Lab');
  expect((await screen.findByTestId('server-banner')).textContent).toContain('Lab is not responding');
});

it('the canvas, too, says nothing of it then', async () => {
  const { disconnectHost } = show(unreachable);
  await screen.findByRole('heading', { name: 'No response from this address' });
  disconnectHost();
  expect(await screen.findByText('Waiting for the studio')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'No response from this address' })).toBeNull();
});
