import { expect, type Locator, type Page } from 'playwright/test';
import { longWait } from './limits.ts';

/** Waits until the demo server is connected, and goes on from its runs to its threads: the start of every spec. */
export async function waitForDemoServer(page: Page): Promise<void> {
  const switcher = page.getByRole('button', { name: 'Server: Demo server, connected' });
  await expect(switcher).toBeVisible(longWait());
  await leaveRuns(page);
}

/** From the first place of a server, its runs, to its threads. Stays in any other view. */
async function leaveRuns(page: Page): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Views' });
  const runs = views.getByRole('button', { name: 'Runs', exact: true });
  if ((await runs.getAttribute('aria-current')) !== 'page') return;
  await views.getByRole('button', { name: 'Threads' }).click();
}

export async function openServers(page: Page): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Servers' }).click();
  const list = page.getByRole('region', { name: 'Servers' });
  await expect(list).toBeVisible();
  return list;
}

export interface ServerForm {
  readonly address: string;
  readonly name?: string;
  readonly key?: string;
}

/** Opens the dialog that adds a server and fills it in. */
export async function fillNewServer(page: Page, { address, name, key }: ServerForm): Promise<Locator> {
  await page.getByRole('region', { name: 'Servers' }).getByRole('button', { name: 'Add' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel('Address').fill(address);
  if (name !== undefined) await dialog.getByLabel('Name', { exact: true }).fill(name);
  if (key !== undefined) await dialog.getByLabel('API key', { exact: true }).fill(key);
  return dialog;
}

/** Adds a server and selects it, which opens its runs. */
export async function addAndUseServer(
  page: Page,
  form: ServerForm & { readonly name: string },
): Promise<void> {
  await openServers(page);
  const dialog = await fillNewServer(page, form);
  await dialog.getByRole('button', { name: 'Add server' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('option', { name: form.name }).click();
  await page.getByRole('button', { name: 'Use this server' }).click();
  await expect(page.getByRole('button', { name: `Server: ${form.name}, connected` })).toBeVisible(longWait());
}

/** Selects a server and opens its threads; does nothing if it is selected. */
export async function workOnServer(page: Page, form: ServerForm & { readonly name: string }): Promise<void> {
  const current = page.getByRole('button', { name: `Server: ${form.name}, connected` });
  if (await current.isVisible()) return;
  await waitForDemoServer(page);
  await addAndUseServer(page, form);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
}

/** Restarts the demo server and waits for the new process. */
export async function restartDemoServer(page: Page): Promise<void> {
  await openServers(page);
  const server = page.getByRole('region', { name: 'Demo server', exact: true });
  await expect(server).toContainText(/pid \d+/);
  const before = /pid \d+\D/.exec((await server.textContent()) ?? '')?.[0] ?? '';
  await server.getByRole('button', { name: /^Restart/ }).click();
  // It was ready before, and still says so for a moment.
  await expect(server).not.toContainText(before, longWait());
  await expect(server).toContainText(/pid \d+/, longWait());
  await expect(server).toContainText('ready in', longWait());
  await waitForDemoServer(page);
}

/** Selects a known server. */
export async function useServer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Server: / }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('button', { name: `Server: ${name}, connected` })).toBeVisible(longWait());
  await leaveRuns(page);
}
