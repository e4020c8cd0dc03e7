import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { expect, test as base } from '../../hosts/fixture.ts';
import { startProgram } from '../../hosts/web.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { dock, expectRun, interruptCards, openSheet, startThread } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { threadList } from '../../pages/threads.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';

/** The spec starts its own web host, because it needs two windows. */
const test = base.extend<{ readonly folder: string }>({
  folder: async ({ browserName }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), `two-windows-${browserName}-`));
    await provide(folder);
    await removeFolder(folder);
  },
});

async function openWindow(newContext: () => Promise<BrowserContext>, address: string): Promise<Page> {
  const page = await (await newContext()).newPage();
  await page.goto(address);
  await waitForDemoServer(page);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Threads' }).click();
  return page;
}

const answerField = (page: Page) => dock(page).getByRole('textbox', { name: 'Answer to remark' });

test(
  'the second of two windows that answer one question shows which answer won, until that run ends',
  { tag: '@full' },
  async ({ newContext, folder }) => {
    // Two windows, and nodes that take longer than a busy window needs to learn who has answered: the note goes with the run.
    test.slow();
    const program = startProgram(folder);
    try {
      const first = await openWindow(newContext, await program.firstAddress);
      await pickAssistant(first, 'desk');
      await startThread(first, { input: { pace: 8000, desks: ['remark'] }, until: 'waiting' });
      const second = await openWindow(newContext, await program.freshAddress());
      await threadList(second).getByRole('option').first().click();
      await Promise.all([openSheet(first), openSheet(second)]);
      await expect(interruptCards(second)).toHaveCount(1);
      for (const [page, text] of [
        [first, 'from the first'],
        [second, 'from the second'],
      ] as const) {
        await dock(page).getByRole('radio', { name: 'Text', exact: true }).click();
        await answerField(page).fill(text);
      }
      // Wherever the focus in the pane is.
      await dock(first).getByRole('button', { name: 'Copy the value' }).focus();
      await first.keyboard.press('ControlOrMeta+Enter');
      const note = dock(second).getByText('Answered in another window: from the first');
      await Promise.all([
        expect(note).toHaveCount(1),
        dock(second)
          .getByRole('button', { name: /^Resume/ })
          .click({ timeout: 5000 })
          // The interrupt may already be gone; then the winner is still shown.
          .catch(() => undefined),
      ]);
      await expectAccessible(second, { within: '[aria-label="Run"]' });
      await expect(dock(first).getByText('in another window')).toHaveCount(0);
      await expectRun(second, 'finished');
      await expect(dock(second).getByText('in another window')).toHaveCount(0);
    } finally {
      await program.stop();
    }
  },
);
