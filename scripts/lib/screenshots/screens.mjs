import { makeItems, makeReportedRuns, makeRunning, named } from './demo-threads.mjs';
import {
  checkpoints,
  dock,
  inspector,
  openTab,
  openView,
  pickThread,
  raiseDock,
  waitForNodeStatus,
} from './page-actions.mjs';
import { callStudio } from './studio-calls.mjs';

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {boolean} [beforeThreads] Taken before there is a thread.
 * @property {(page: import('playwright').Page) => Promise<void>} show Brings a fresh window to it.
 */

/** An address where nothing is listening. */
const nobody = 'http://127.0.0.1:8123';

/** In the order in which they are taken. @type {readonly Screen[]} */
export const screens = [
  { name: 'empty', beforeThreads: true, show: async () => undefined },
  { name: 'overview', show: (page) => pickThread(page, named.forked) },
  {
    name: 'runs',
    async show(page) {
      await openView(page, 'Runs');
      const rows = page.getByRole('grid', { name: 'Runs' }).getByRole('row');
      // How a run ended comes with its thread's record, after the row.
      await rows.filter({ hasText: named.failed }).filter({ hasText: 'failed' }).first().waitFor();
      await rows.filter({ hasText: named.question }).first().click();
      await page.getByRole('button', { name: 'Run again…' }).waitFor();
    },
  },
  {
    name: 'time-travel',
    async show(page) {
      await pickThread(page, named.forked);
      await checkpoints(page).filter({ hasText: /^plan/ }).first().click();
      await waitForNodeStatus(page, 'write', 'next');
      await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
      const edit = page.getByRole('region', { name: 'Edit state' });
      const editor = edit.getByRole('textbox', { name: 'State values' });
      const before = await editor.innerText();
      await editor.fill(before.replace('"November release"', '"November release, for operators"'));
      await edit.getByText('1 change').first().waitFor();
      await editor.press('ControlOrMeta+Home');
    },
  },
  {
    name: 'node',
    async show(page) {
      await pickThread(page, named.forked);
      await page.getByTestId('node-plan').click();
      await page.getByRole('tab', { name: 'Node' }).and(page.locator('[aria-selected="true"]')).waitFor();
    },
  },
  {
    name: 'compare',
    async show(page) {
      const threads = page.getByRole('region', { name: 'Threads' });
      for (const [name, item] of /** @type {const} */ ([
        [named.approved, 'Compare…'],
        [named.forked, /^Compare with/],
      ])) {
        await threads.getByRole('option', { name }).first().click({ button: 'right' });
        await page.getByRole('menuitem', { name: item }).click();
      }
      const steps = page.getByTestId('aligned-step');
      await steps.filter({ hasText: 'draft' }).first().click();
      await page.getByRole('list', { name: 'Differences' }).waitFor();
    },
  },
  {
    name: 'recording',
    async show(page) {
      await pickThread(page, named.forked);
      const thread = page
        .getByRole('region', { name: 'Threads' })
        .getByRole('option', { name: named.forked });
      await thread.first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Save recording' }).click();
      await page.getByRole('textbox', { name: 'Search in the recording' }).fill('november');
      await page.getByRole('group', { name: 'Matches' }).waitFor();
    },
  },
  {
    name: 'fanout',
    async show(page) {
      await pickThread(page, named.waiting);
      await raiseDock(page);
    },
  },
  {
    name: 'agent',
    async show(page) {
      await pickThread(page, named.agent);
      await waitForNodeStatus(page, 'tools', 'finished');
    },
  },
  {
    name: 'memory',
    async show(page) {
      await makeItems(page);
      await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Memory' }).click();
      await page.getByRole('button', { name: 'Count items' }).click();
      await page.getByRole('listbox', { name: 'Items' }).getByRole('option').first().click();
      await page.getByRole('tree', { name: 'Value' }).waitFor();
    },
  },
  {
    name: 'broken',
    async show(page) {
      await pickThread(page, named.failed);
      await openTab(page, 'Output');
      await page.getByTestId('run-error').waitFor();
    },
  },
  {
    name: 'messages',
    async show(page) {
      await pickThread(page, named.question);
      await openTab(page, 'Chat');
      await dock(page).getByText(/tok/).first().waitFor();
    },
  },
  {
    name: 'long',
    async show(page) {
      await pickThread(page, named.ledger);
      await openTab(page, 'Output');
    },
  },
  {
    name: 'small',
    async show(page) {
      await page.setViewportSize({ width: 1000, height: 640 });
      await page.reload();
      await pickThread(page, named.forked);
    },
  },
  {
    name: 'palette',
    async show(page) {
      await pickThread(page, named.forked);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('re');
    },
  },
  {
    name: 'requests',
    async show(page) {
      await pickThread(page, named.forked);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Requests/ })
        .click();
      const drawer = page.getByRole('dialog', { name: 'Requests' });
      await drawer.getByRole('searchbox').fill('runs.start post');
      await drawer.getByRole('option').first().click();
    },
  },
  {
    name: 'webhooks',
    async show(page) {
      await makeReportedRuns(page);
      await openView(page, 'Webhooks');
      const deliveries = page.getByRole('region', { name: 'Deliveries' }).getByRole('option');
      await deliveries.nth(2).click();
      await deliveries.filter({ hasText: 'confirmed' }).nth(2).waitFor();
    },
  },
  {
    name: 'add-server',
    async show(page) {
      await openView(page, 'Servers');
      await page.getByRole('region', { name: 'Servers' }).getByRole('button', { name: 'Add' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a server' });
      await dialog.getByLabel('Address').fill(nobody);
      await dialog.getByLabel('Name', { exact: true }).fill('Staging');
      await dialog.getByRole('button', { name: 'Test' }).click();
      await dialog.getByRole('status').getByText('No response').first().waitFor();
    },
  },
  {
    name: 'servers',
    async show(page) {
      await callStudio(page, 'connections.save', {
        id: null,
        name: 'Staging',
        url: nobody,
        key: { change: 'keep' },
        headers: [],
      });
      await openView(page, 'Servers');
      await page.getByRole('option', { name: 'Staging' }).click();
    },
  },
  {
    name: 'running',
    async show(page) {
      await makeRunning(page);
      await pickThread(page, named.running);
      await waitForNodeStatus(page, 'write:deep:polish', 'running');
    },
  },
];
