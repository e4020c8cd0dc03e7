import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../pages/axe.ts';
import { longWait } from '../pages/limits.ts';
import { expectRun, startRun } from '../pages/runs.ts';
import { waitForDemoServer } from '../pages/servers.ts';
import { runPaletteCommand } from '../pages/windows.ts';

test.describe.configure({ mode: 'serial' });

/** The last one is a window of 1440 x 900 at a zoom of 200 %. */
const sizes = [
  { width: 800, height: 600 },
  { width: 720, height: 800 },
  { width: 1000, height: 640 },
  { width: 720, height: 450 },
];

interface Screen {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** What a person comes for. */
  readonly actions: (page: Page) => readonly Locator[];
}

const openView = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true });

const dialog = (page: Page): Locator => page.getByRole('dialog');

const screens: readonly Screen[] = [
  {
    name: 'Runs',
    open: (page) => openView(page, 'Runs'),
    actions: (page) => [
      page.getByRole('searchbox', { name: 'Search runs' }),
      page.getByText(/^Failed \d+\+?$/),
      button(region(page, 'Runs'), 'New run'),
      page.getByRole('grid', { name: 'Runs' }).getByRole('row').nth(1),
    ],
  },
  {
    name: 'The details of a run',
    open: async (page) => {
      await openView(page, 'Runs');
      await page.getByRole('grid', { name: 'Runs' }).getByRole('row').nth(1).click();
      await expect(region(page, 'Run').getByRole('img', { name: /^What ran: / })).toBeVisible(longWait());
    },
    actions: (page) => [
      button(region(page, 'Run'), 'Open'),
      button(region(page, 'Run'), 'Run again…'),
      button(region(page, 'Run'), 'Close details'),
      page.getByRole('row', { selected: true }),
    ],
  },
  {
    name: 'Selected runs',
    open: async (page) => {
      await openView(page, 'Runs');
      // The runs are asked for, so that the box follows a moment later.
      const all = page.getByRole('checkbox', { name: 'Select all runs' });
      await all.click();
      await expect(all).toBeChecked();
    },
    actions: (page) =>
      ['Cancel…', 'Run again…', 'Add to inputs…', 'Delete…'].map((name) =>
        button(page.getByRole('group', { name: 'Selected runs' }), name),
      ),
  },
  {
    name: 'Inbox',
    open: async (page) => {
      await openView(page, /^Inbox/);
      await expect(button(region(page, 'Question'), /^Approve/)).toBeVisible(longWait());
    },
    actions: (page) => [
      region(page, 'Inbox').getByRole('option').first(),
      button(region(page, 'Question'), /^Approve/),
      button(region(page, 'Question'), 'Open thread'),
    ],
  },
  {
    name: 'Inputs',
    open: async (page) => {
      await openView(page, 'Inputs');
      await page.getByRole('radio', { name: 'Inputs' }).check();
    },
    actions: (page) => [button(page, 'Choose folder')],
  },
  {
    name: 'Experiments',
    open: async (page) => {
      await openView(page, 'Inputs');
      await page.getByRole('radio', { name: 'Experiments' }).check();
    },
    actions: (page) => [button(region(page, 'Experiments'), 'New')],
  },
  {
    name: 'Run a table of inputs',
    open: async (page) => {
      await openView(page, 'Inputs');
      await page.getByRole('radio', { name: 'Experiments' }).check();
      await button(region(page, 'Experiments'), 'New').click();
    },
    actions: (page) => [button(dialog(page), /^Start/), button(dialog(page), 'Cancel')],
  },
  {
    name: 'Compare',
    open: (page) => openView(page, 'Compare'),
    actions: (page) => [button(page, 'Choose').first(), button(page, 'Choose').last()],
  },
  {
    name: 'Memory',
    open: (page) => openView(page, 'Memory'),
    actions: (page) => [
      button(page, 'Count items'),
      button(region(page, 'Memory'), 'New'),
      page.getByRole('textbox', { name: 'Search namespaces' }),
    ],
  },
  {
    name: 'Crons of a server that has none',
    open: async (page) => {
      await openView(page, 'Crons');
      await expect(page.getByText('No crons on this server')).toBeVisible();
    },
    actions: () => [],
  },
  {
    name: 'Webhooks',
    open: (page) => openView(page, 'Webhooks'),
    actions: (page) => [
      page.getByRole('switch', { name: /Listener/ }),
      button(page.getByRole('main'), 'Settings'),
    ],
  },
  {
    name: 'Settings of the webhooks',
    open: async (page) => {
      await openView(page, 'Webhooks');
      await button(page.getByRole('main'), 'Settings').click();
    },
    actions: (page) => [button(dialog(page), 'Save'), button(dialog(page), 'Close').first()],
  },
  {
    name: 'Projects',
    open: (page) => openView(page, 'Projects'),
    actions: (page) => [button(page, 'Open folder').first(), button(page, 'New project').first()],
  },
  {
    name: 'A server',
    open: async (page) => {
      await openView(page, 'Servers');
      await region(page, 'Servers')
        .getByRole('option', { name: /Demo server/ })
        .click();
    },
    actions: (page) => [
      button(region(page, 'Servers'), 'Add'),
      button(region(page, 'Server Demo server'), 'Check now'),
    ],
  },
  {
    name: 'Add a server',
    open: async (page) => {
      await openView(page, 'Servers');
      await button(region(page, 'Servers'), 'Add').click();
      await dialog(page).getByLabel('Address').fill('http://127.0.0.1:9');
      await button(dialog(page), 'Test').click();
      await expect(dialog(page).getByText('No response from this address')).toBeInViewport(longWait());
    },
    actions: (page) => ['Test', 'Cancel', 'Add server'].map((name) => button(dialog(page), name)),
  },
  {
    name: 'Command palette',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('server');
    },
    actions: (page) => [page.getByRole('combobox'), dialog(page).getByRole('option').first()],
  },
  {
    name: 'Keyboard shortcuts',
    open: async (page) => {
      // A click on Runs goes to its search, where a key is a letter.
      await openView(page, 'Servers');
      await page.keyboard.press('?');
    },
    actions: (page) => [
      dialog(page).getByRole('textbox').or(dialog(page).getByRole('searchbox')).first(),
      button(dialog(page), 'Reset all keys'),
      button(dialog(page), 'Close'),
    ],
  },
  {
    name: 'A new breakpoint',
    open: async (page) => {
      await openView(page, 'Threads');
      await runPaletteCommand(page, 'Edit breakpoints');
      await button(dialog(page), 'Add breakpoint').click();
    },
    actions: (page) => ['Cancel', 'Add breakpoint'].map((name) => button(dialog(page), name)),
  },
  {
    name: 'Model prices',
    open: (page) => runPaletteCommand(page, 'Edit model prices'),
    actions: (page) => ['Add model', 'Cancel', 'Save prices'].map((name) => button(dialog(page), name)),
  },
  {
    name: 'Report a bug',
    open: async (page) => {
      await runPaletteCommand(page, 'Report a bug');
      await expect(button(dialog(page), 'Save report')).toBeEnabled(longWait());
    },
    actions: (page) => ['Cancel', 'Save report'].map((name) => button(dialog(page), name)),
  },
  {
    name: 'Requests',
    open: async (page) => {
      await runPaletteCommand(page, 'Toggle requests');
      await dialog(page).getByRole('option').first().click();
    },
    actions: (page) => [
      dialog(page).getByRole('searchbox'),
      button(dialog(page), 'Send again'),
      button(dialog(page), 'Close'),
    ],
  },
  {
    name: 'Menu of servers',
    open: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Server: / })
        .click();
    },
    actions: (page) => [
      page.getByRole('menuitemradio', { name: /Demo server/ }),
      page.getByRole('menuitem', { name: 'Add a server' }),
    ],
  },
];

test(
  'a run that waits for an answer is there to be found',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    await waitForDemoServer(page);
    await startRun(page, { pace: 0 });
    await expectRun(page, 'waiting');
  },
);

for (const { name, open, actions } of screens) {
  test(
    `${name}: axe finds nothing in both themes, and what a person comes for is within reach in narrow, low and zoomed windows`,
    { tag: '@full' },
    async ({ studio: { page } }) => {
      await open(page);
      for (const action of actions(page).slice(0, 1)) await expect(action).toBeVisible();
      const isDialog = (await dialog(page).count()) > 0;
      await expectAccessibleInBothThemes(page, isDialog ? { within: '[role="dialog"]' } : {});
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const action of actions(page)) {
          const where = `${String(action)} at ${size.width} x ${size.height}`;
          await expect(action, where).toBeInViewport({ ratio: 0.99 });
          // Nothing lies over it.
          await action.hover({ trial: true });
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
      // Closes what it opened: a menu or dialog, the selection, the details.
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    },
  );
}
