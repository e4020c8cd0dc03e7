import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { DocumentationDrawer } from './DocumentationDrawer.tsx';
import { openContents } from './documentation-store.ts';

afterEach(() => {
  cleanup();
  openContents();
});

function open() {
  render(<DocumentationDrawer open onOpenChange={() => undefined} />);
  return userEvent.setup();
}

it('opens a page of the contents, follows a link to a heading, and goes back', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Answer interrupts' }));
  const page = screen.getByRole('article', { name: 'Answer interrupts' });
  expect(within(page).getByRole('heading', { name: 'Answer interrupts' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Next/ }));
  expect(screen.getByRole('article', { name: 'Follow deep agents' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('article', { name: 'Answer interrupts' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Contents' }));
  expect(screen.getByRole('navigation', { name: 'Contents' })).toBeDefined();
});

it('searches all pages, and shows the section that was found', async () => {
  const user = open();
  const search = screen.getByRole('searchbox', { name: 'Search the documentation' });
  await user.type(search, 'data folder');
  await user.click(screen.getByRole('option', { name: /Configuration › Data folder/ }));
  expect(screen.getByRole('article', { name: 'Configuration' })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Data folder');

  await user.type(search, 'xyzzy');
  expect(await screen.findByText('Nothing found. Try other words.')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('article', { name: 'Configuration' })).toBeDefined();
});

it('chooses a result with the arrows and opens it with Enter, from the search field', async () => {
  const user = open();
  const search = screen.getByRole('searchbox', { name: 'Search the documentation' });
  const active = () => document.getElementById(search.getAttribute('aria-activedescendant') ?? '');
  await user.type(search, 'cron');
  const options = screen.getAllByRole('option');
  expect(options.length).toBeGreaterThan(2);
  expect(active()).toBe(options[0]);
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(active()).toBe(options[1]);
  expect(options.map((option) => option.getAttribute('aria-selected')).indexOf('true')).toBe(1);
  expect(document.activeElement).toBe(search);

  // Another search begins at its first result.
  await user.type(search, 's');
  expect(active()).toBe(screen.getAllByRole('option')[0]);
  await user.keyboard('{Enter}');
  const page = screen.getByRole('article', { name: 'Crons' });
  expect(page.parentElement).toBe(document.activeElement);
});
