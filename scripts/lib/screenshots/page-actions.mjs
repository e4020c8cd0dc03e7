/** @typedef {import('playwright').Page} Page */

/** @param {Page} page */
export const dock = (page) => page.getByRole('region', { name: 'Run', exact: true });

/** @param {Page} page */
export const sheet = (page) => page.getByRole('region', { name: 'Run sheet' });

/** @param {Page} page */
export const inspector = (page) => page.getByRole('region', { name: 'State', exact: true });

/** @param {Page} page */
export const checkpoints = (page) => page.getByTestId('checkpoint-row');

/** Picks a thread by the start of its name, and waits for its state. @param {Page} page @param {string} name */
export async function pickThread(page, name) {
  await page.getByRole('region', { name: 'Threads' }).getByRole('option', { name }).first().click();
  await checkpoints(page).first().waitFor();
  await page.getByTestId('run-status').waitFor();
}

/** @param {Page} page @param {string | RegExp} name A view of the run. */
export async function openTab(page, name) {
  await dock(page).getByRole('tab', { name }).click();
}

/** @param {Page} page @param {'Runs' | 'Threads' | 'Assistants' | 'Webhooks' | 'Servers'} name */
export async function openView(page, name) {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();
}

/** @param {Page} page @param {string} id @param {string} status */
export async function waitForNodeStatus(page, id, status) {
  await page.locator(`[data-testid="node-${id}"][data-status="${status}"]`).waitFor();
}

/** Gives the run dock half of the window, as a person does who has much to answer. @param {Page} page */
export async function raiseDock(page) {
  const edge = page.getByRole('separator', { name: 'Resize canvas and dock' });
  await edge.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowUp');
  await edge.blur();
}
