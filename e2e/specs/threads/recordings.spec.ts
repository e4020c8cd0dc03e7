import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { expectStatus, pickAssistant } from '../../pages/canvas.ts';
import { openNodeMenu } from '../../pages/canvas-tools.ts';
import { checkpoints, inspector, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import {
  closeSheet,
  dock,
  eventCount,
  expectRun,
  interruptCards,
  newThread,
  openSheet,
  openSheetTab,
  startRun,
} from '../../pages/runs.ts';
import { captureSavedFile } from '../../pages/saved-file.ts';
import { openServers, waitForDemoServer } from '../../pages/servers.ts';
import { threadMenu, threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

/** The file that the first test saves, and the number of events in it. */
let saved: { readonly name: string; readonly bytes: Buffer; readonly events: number };

test(
  'a run with an interrupt is recorded, once its recording has been searched',
  { tag: '@smoke' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await pickAssistant(page, 'writer');
    await startRun(page, { topic: 'Tide tables', pace: 0 });
    await expectRun(page, 'waiting');
    await expect(checkpoints(page)).toHaveCount(4);

    await threadMenu(page, 'Tide tables', 'Save recording');
    const dialog = page.getByRole('dialog', { name: 'Save recording of the thread' });
    const content = dialog.getByRole('region', { name: 'What is in the recording' });
    await expect(content).toContainText(/1 with \d+ events/);
    const events = Number(/1 with (\d+) events/.exec(await content.innerText())?.[1]);
    await dialog.getByRole('textbox', { name: 'Search in the recording' }).fill('tide TABLES');
    await expect(dialog.getByRole('group', { name: 'Matches' })).toContainText('thread.json:1');
    await expectAccessible(page, { within: '[role=dialog]' });
    const save = dialog.getByRole('button', { name: /^Save recording/ });
    saved = { ...(await captureSavedFile(studio, () => save.click())), events };
    expect(saved.name).toMatch(/^demo-server-[0-9a-f]{8}\.recording\.zip$/);
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => eventCount(page)).toBe(events);
  },
);

test(
  'a run alone is recorded with its delivery, and opened by dropping its file',
  { tag: '@full' },
  async ({ studio }) => {
    const { page, dataFolder } = studio;
    await newThread(page);
    await openSheetTab(page, 'Options');
    await dock(page)
      .getByRole('button', { name: /^Webhook: / })
      .click();
    await page.getByRole('menuitemradio', { name: "The studio's listener" }).click();
    await startRun(page, { topic: 'Moon tables', pace: 0 });
    await expectRun(page, 'waiting');
    await openSheet(page);
    await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
    await openView(page, 'Webhooks');
    const arrived = page.getByRole('region', { name: 'Deliveries' }).getByRole('option');
    await expect(arrived.filter({ hasText: 'confirmed by the server' })).toHaveCount(2);
    await openView(page, 'Threads');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('recording of the displayed run');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save recording of the run' });
    await expect(dialog.getByRole('region', { name: 'What is in the recording' })).toContainText('1 with');
    const save = dialog.getByRole('button', { name: /^Save recording/ });
    const file = await captureSavedFile(studio, () => save.click());
    await writeFile(join(dataFolder, file.name), file.bytes);

    const dropped = await page.evaluateHandle(
      ([name, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name, { type: 'application/zip' }));
        return data;
      },
      [`moons-${file.name}`, file.bytes.toString('base64')] as const,
    );
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await expect(page.getByRole('button', { name: /^Server: moons-.*, connected/ })).toBeVisible(longWait());
    await expect(threadRow(page, 'Moon tables')).toBeVisible();
    await expect(dock(page).getByRole('tab', { name: 'Runs 1', exact: true })).toBeVisible();
    await openView(page, 'Webhooks');
    const recorded = page.getByRole('listbox', { name: 'Deliveries of the recording' });
    await expect(recorded.getByRole('option')).toHaveCount(1);
    const delivery = page.getByRole('region', { name: 'Delivery' });
    await expect(delivery.getByRole('group', { name: 'Body' })).toContainText('Moon tables');
    await expect(delivery.getByRole('button', { name: 'Forward' })).toHaveCount(0);
    await openServers(page);
    await page
      .getByRole('region', { name: /^Server moons-/ })
      .getByRole('button', { name: 'Close recording' })
      .click();
    await waitForDemoServer(page);
  },
);

test('a recording is shown after its server has ended', async ({ studio: { page, dataFolder } }) => {
  // The server ends.
  await openServers(page);
  const server = page.getByRole('region', { name: 'Demo server', exact: true });
  const status = server.getByText(/pid \d+/);
  const pid = /pid (\d+)/.exec((await status.textContent()) ?? '')?.[1];
  process.kill(Number(pid), 'SIGKILL');

  const cut = join(dataFolder, 'cut.recording.zip');
  const half = Math.floor(saved.bytes.length / 2);
  await writeFile(cut, saved.bytes.subarray(0, half));
  await page.getByLabel('Recording to open').setInputFiles(cut);
  const there = `${half.toLocaleString('en')} of ${saved.bytes.length.toLocaleString('en')} bytes`;
  const notices = page.getByRole('region', { name: /^Notifications/ });
  await expect(notices.getByText(`it was cut off after ${there}.`)).toBeVisible();

  const path = join(dataFolder, saved.name);
  await writeFile(path, saved.bytes);
  await page.getByLabel('Recording to open').setInputFiles(path);
  await expect(page.getByRole('button', { name: /^Server: demo-server-.*, connected/ })).toBeVisible(
    longWait(),
  );
  await expect(threadRow(page, 'Tide tables')).toBeVisible();
  await expect(page.getByTestId('recording-banner')).toContainText('Recording of Demo server');
  await expect(checkpoints(page)).toHaveCount(4);
  await expectStatus(page, 'review', 'waiting');
  await expectStatus(page, 'write:deep:polish', 'finished');
  // Its question can be read, on the canvas and in the dock, and during a playback only from its event on.
  const questionRegion = dock(page).getByRole('region', { name: 'review · recorded question' });
  const badge = page.getByTestId('waiting-review');
  await openSheet(page);
  await expect(questionRegion).toBeVisible();
  await expect(badge).toHaveAttribute('aria-label', /^review asked: /);
  await dock(page).getByRole('button', { name: 'Play back run' }).click();
  // It is too short to be paused in time, and ends by itself.
  await expect(dock(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible(longWait());
  const position = dock(page).getByRole('slider', { name: 'Time of the run' });
  await position.fill('0');
  await expect(questionRegion).toHaveCount(0);
  await expect(badge).toHaveCount(0);
  await position.fill((await position.getAttribute('max')) ?? '');
  await expect(questionRegion).toBeVisible();
  await expect(dock(page).filter({ hasText: 'Asked by this run so far.' })).not.toHaveCount(0);
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run"]' });
  await expect(badge).toHaveAttribute('aria-label', /^review asked: /);
  await dock(page).getByRole('button', { name: 'Close playback' }).click();
  await closeSheet(page);
  await expect(inspector(page).getByRole('tree', { name: 'State tree' })).toContainText('Tide tables');
  await expect.poll(() => eventCount(page)).toBe(saved.events);
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(dock(page).filter({ hasText: 'polish' })).not.toHaveCount(0);

  await page.getByRole('button', { name: /^Requests/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Requests' });
  const requests = drawer.getByRole('listbox', { name: 'Requests of the recording' });
  await requests
    .getByRole('option', { name: /POST .*\/history/ })
    .first()
    .click();
  await expect(drawer.getByRole('region', { name: 'Request' })).toContainText('Status 200');
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();

  // It can only be read.
  await expect(page.getByRole('button', { name: 'Edit state here' })).toBeDisabled();
  await openNodeMenu(page, 'review');
  const update = page.getByRole('menuitem', { name: /^Update state as this node/ });
  await expect(update).toContainText('A recording is read-only.');
  await expect(update).toBeDisabled();
  await page.keyboard.press('Escape');
  await openSheet(page);
  await expect(dock(page).filter({ hasText: 'You can look at its runs' })).not.toHaveCount(0);
  await openServers(page);
  const recording = page.getByRole('region', { name: /^Server demo-server-/ });
  await expect(recording).toContainText(saved.name);
  await expectAccessible(page, { within: 'main' });
  await recording.getByRole('button', { name: 'Close recording' }).click();
  await expect(recording).toHaveCount(0);
});

test('a file that is no recording is refused with its reason', { tag: '@full' }, async ({ studio }) => {
  const { page, dataFolder } = studio;
  const path = join(dataFolder, 'other.zip');
  await writeFile(path, 'PK is not enough');
  await page.getByLabel('Recording to open').setInputFiles(path);
  await expect(page.getByText('This file is not a recording.').first()).toBeVisible();
});
