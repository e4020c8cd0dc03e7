import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { pictureOf } from '../../testing/quiet-handlers.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';

let app: RenderedApp | null = null;

afterEach(() => {
  app?.end();
  localStorage.clear();
});

it('D-3: tells that the list of servers was restored', async () => {
  const notice = 'The list of servers could not be read; the last good copy is used.';
  app = renderApp({
    calls: {},
    streams: {
      'connections.watch': (_input, signal) => pictureOf({ connections: [], health: [], notice }, signal),
    },
  });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Servers' }));
  expect((await screen.findByText(notice)).getAttribute('role')).toBe('status');
});
