import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderApp, type RenderedApp } from '../../../testing/renderer/render-app.tsx';

let app: RenderedApp | null = null;
afterEach(() => app?.end());

it('the shortcuts are searched by command, by key and by group, and the search says how many there are', async () => {
  app = renderApp();
  const user = userEvent.setup();
  await screen.findByRole('navigation', { name: 'Views' });
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  const rows = (): string[] => dialog.queryAllByRole('listitem').map((row) => row.textContent ?? '');
  const all = rows().length;
  const search = dialog.getByRole('searchbox', { name: 'Search shortcuts' });
  expect(document.activeElement).toBe(search);

  await user.type(search, 'toggle sidebar');
  expect(rows()).toEqual([expect.stringContaining('Toggle sidebar')]);
  expect(dialog.getByText('1 shortcut')).toBeTruthy();

  await user.clear(search);
  await user.type(search, 'f10');
  expect(rows().map((row) => row.slice(0, 4))).toEqual(['Step', 'Open']);

  await user.clear(search);
  await user.type(search, 'Ctrl+K');
  expect(rows()).toEqual([expect.stringContaining('Search or run a command')]);

  await user.clear(search);
  await user.type(search, 'breakpoints toggle');
  expect(rows()).toHaveLength(2);

  await user.clear(search);
  await user.type(search, 'nothing like this');
  expect(rows()).toEqual([]);
  expect(dialog.getByText('No shortcut matches.')).toBeTruthy();

  await user.clear(search);
  expect(rows()).toHaveLength(all);
});

it('says that a command takes a key which the canvas has', async () => {
  app = renderApp();
  const user = userEvent.setup();
  await screen.findByRole('navigation', { name: 'Views' });
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  await user.click(dialog.getByRole('button', { name: 'Change the keys for Toggle run sheet' }));
  await user.keyboard('b');
  expect(dialog.getByText('Used by “Break before a node of the graph”, which will lose it.')).toBeTruthy();
});
