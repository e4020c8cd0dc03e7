import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aThread, anAssistant, pageOf } from '../../../testing/builders.ts';
import { renderApp, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import { demoConnection, snapshotStream } from '../../../testing/renderer/stub-handlers.ts';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

async function openWindow(): Promise<void> {
  app = renderApp({
    calls: {
      'assistants.list': async () => [anAssistant()],
      'threads.list': async () =>
        pageOf([
          aThread({ threadId: 'thread-1', name: 'Charge the card' }),
          aThread({ threadId: 'thread-2', name: 'Another one' }),
        ]),
    },
    streams: {
      'connections.watch': (_input, signal) =>
        snapshotStream({ connections: [demoConnection], health: [] }, signal),
    },
  });
  const list = await screen.findByRole('region', { name: 'Threads' });
  fireEvent.click(await within(list).findByRole('option', { name: /Charge the card/ }));
  await screen.findByRole('button', { name: 'Thread: Charge the card' });
}

/** The items of the open menu, without their details and keys. */
async function itemsOfOpenMenu(): Promise<string[]> {
  const menu = await screen.findByRole('menu');
  const items = [...menu.querySelectorAll('[role^=menuitem]')].map(
    (item) => item.children[1]?.firstElementChild?.textContent ?? '',
  );
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return items;
}

/** The palette's rows for a search. */
function searchPalette(text: string): string[] {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
  return screen.queryAllByRole('option').map((option) => option.textContent ?? '');
}

async function openPalette(): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await screen.findByRole('combobox');
}

it('the palette has every item of every menu of the window', async () => {
  await openWindow();
  const items = new Set<string>();
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[aria-haspopup=menu]')].filter(
    ({ disabled }) => !disabled,
  );
  expect(buttons.length).toBeGreaterThan(4);
  for (const button of buttons) {
    fireEvent.keyDown(button, { key: 'Enter' });
    for (const item of await itemsOfOpenMenu()) items.add(item);
  }
  const threads = within(screen.getByRole('region', { name: 'Threads' }));
  fireEvent.contextMenu(threads.getByRole('option', { name: /Charge the card/ }));
  for (const item of await itemsOfOpenMenu()) items.add(item);
  expect(items).toContain('Rename and tag');
  expect(items.size).toBeGreaterThan(20);

  await openPalette();
  // `Compare…` is `Compare thread “Charge the card”…`.
  const missing = [...items]
    .map((item) => item.replace(/…$/, ''))
    .filter((item) => !searchPalette(item).some((row) => row.includes(item)));
  expect(missing).toEqual([]);
});

it('a row says what it acts on, and does what the menu item does', async () => {
  await openWindow();
  await openPalette();
  expect(searchPalette('delete thread')).toContainEqual(
    expect.stringContaining('Delete thread “Charge the card”'),
  );
  fireEvent.click(screen.getByRole('option', { name: /^Delete thread “Charge the card”/ }));
  expect(await screen.findByRole('dialog', { name: /^Delete / })).toBeTruthy();
});

it('nothing of the menus is drawn, and none is collected once the palette is closed', async () => {
  await openWindow();
  const before = document.querySelectorAll('#main *').length;
  await openPalette();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.querySelectorAll('#main *')).toHaveLength(before);
  act(() => void fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  const { menuEntries } = await import('./menu-items.ts');
  expect(menuEntries.getState()).toEqual([]);
});

it('a menu behind another view is not in the palette', async () => {
  await openWindow();
  fireEvent.click(screen.getByRole('button', { name: 'Servers' }));
  await openPalette();
  expect(searchPalette('delete thread').filter((row) => row.includes('Charge'))).toEqual([]);
});
