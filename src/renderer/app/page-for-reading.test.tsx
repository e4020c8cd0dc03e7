import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../shared/model/connection.ts';
import { aHealth } from '../../testing/builders.ts';
import { renderApp, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { canRunCommand } from '../commands/command-registry.ts';

const recording: Connection = {
  id: 'recording-1',
  kind: 'recording',
  name: 'tides',
  url: null,
  key: { storage: 'none', last4: null },
  headers: [],
  recording: {
    fileName: 'tides.recording.zip',
    recordedAt: '2026-11-20T10:00:00Z',
    serverName: 'staging',
    serverUrl: null,
    threadId: 't',
    runId: null,
    checkpoints: 1,
    frames: 0,
    missing: [],
    missingTotal: 0,
  },
};
const health = aHealth({ connectionId: recording.id, state: 'connected' });
const reason = 'This page is for reading.';

let app: RenderedApp | null = null;
const open = (servedCalls?: string[], connections = [recording]): void => {
  app = renderApp({
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream({ connections, health: [health], ...(servedCalls && { servedCalls }) }, signal),
    },
  });
};
beforeEach(() => localStorage.clear());
afterEach(() => {
  app?.end();
  app = null;
});

const views = () => within(screen.getByRole('navigation', { name: 'Views' }));

it('a page for reading disables what its host refuses, with the reason, and leaves out views that have nothing to read', async () => {
  open(['threads.list', 'threads.state']);
  await screen.findByRole('button', { name: 'Server: tides, connected' });
  const run = screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
  expect([run.disabled, run.title]).toEqual([true, reason]);
  expect(views().queryByRole('button', { name: 'Inputs' })).toBeNull();
  expect(views().queryByRole('button', { name: 'Projects' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Browser sessions' })).toBeNull();
  expect(canRunCommand('server.add')).toBe(false);
  expect(canRunCommand('server.open-recording')).toBe(false);
  expect(canRunCommand('view.shortcuts')).toBe(true);

  fireEvent.click(views().getByRole('button', { name: 'Servers' }));
  const close = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close recording' });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect([close.disabled, close.title, add.disabled, add.title]).toEqual([true, reason, true, reason]);
  expect(screen.queryByRole('button', { name: 'Find, import or export servers' })).toBeNull();
});

it('a page for reading without a recording offers no way to add a server', async () => {
  open(['threads.list'], []);
  expect(await screen.findByText('Nothing is served here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a server' })).toBeNull();
});

it('every view of a recording says that it is one', async () => {
  open();
  const banner = (): string | null => screen.getByTestId('recording-banner').textContent;
  await screen.findByTestId('recording-banner');
  expect(banner()).toMatch(/^Recording of staging, .* It is read-only/);
  fireEvent.click(views().getByRole('button', { name: 'Servers' }));
  await screen.findByRole('button', { name: 'Close recording' });
  expect(banner()).toMatch(/^Recording of staging, /);
});

it('the same recording in a studio of one’s own can be closed, and others added', async () => {
  open();
  await screen.findByRole('button', { name: 'Server: tides, connected' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run' }).disabled).toBe(false);
  expect(views().queryByRole('button', { name: 'Inputs' })).not.toBeNull();
  await waitFor(() => expect(canRunCommand('server.add')).toBe(true));
  fireEvent.click(views().getByRole('button', { name: 'Servers' }));
  const close = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close recording' });
  expect(close.disabled).toBe(false);
  await act(async () => fireEvent.click(close));
  expect(app?.called.map(({ method }) => method)).toContain('connections.remove');
});
