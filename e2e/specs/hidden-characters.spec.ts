import type { Locator, Page } from 'playwright/test';
import { startRealServer, type RealServer } from '../../src/testing/real-server/real-server.ts';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessible } from '../pages/axe.ts';
import { expectStatus, node, pickAssistant } from '../pages/canvas.ts';
import { openView } from '../pages/history.ts';
import { inboxDetail, inboxRows, openInbox } from '../pages/inbox.ts';
import { dock, interruptCards, openSheet, runSheet, startThread } from '../pages/runs.ts';
import { waitForDemoServer, fillNewServer, openServers } from '../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** The approving node, as its server writes it and as the window must show it. */
const approve = 'appr\u202eevo';
const approveShown = String.raw`appr\u202eevo`;
const assistantShown = String.raw`pay\u2066tnem\u2069 \u{e0041}`;
const serverShown = String.raw`Ba\u202enk`;
const questionShown = String.raw`Approve \u202e?tnemyap eht\u202c of 1\u200b0 dollars?`;

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer({ hidden: true });
  const answer = await fetch(`${server.url}/assistants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ graph_id: 'payment', name: 'pay\u2066tnem\u2069 \u{e0041}' }),
  });
  expect(answer.status).toBe(200);
});
test.afterAll(() => server.stop());

/** Expects no invisible characters in visible or announced text, except in the user's own input. */
async function expectNothingHidden(page: Page): Promise<void> {
  const hiddenTexts = await page.evaluate(() => {
    const hidden = /[\p{Bidi_Control}\u200b\u2060\ufeff\u00ad\u{e0000}-\u{e007f}]/u;
    const attributes = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'];
    const texts = [...document.querySelectorAll('body *')].flatMap((element) => [
      ...[...element.childNodes].filter((child) => child instanceof Text).map((child) => child.data),
      ...attributes.map((name) => element.getAttribute(name) ?? ''),
    ]);
    return [document.title, ...texts].filter((text) => hidden.test(text));
  });
  expect(hiddenTexts.map((text) => JSON.stringify(text))).toEqual([]);
}

/** Expects that no long name pushes an element out of the window. */
async function expectWithinWindow(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(await page.evaluate(() => innerWidth));
}

test(
  'hidden characters are visible in names of server and assistant, on the canvas and in the title',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await openServers(page);
    const dialog = await fillNewServer(page, { address: server.url, name: 'Ba\u202enk' });
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('option', { name: serverShown }).click();
    await expectNothingHidden(page);
    await page.getByRole('button', { name: 'Use this server' }).click();
    await expect(page.getByRole('button', { name: `Server: ${serverShown}, connected` })).toBeVisible();
    await openView(page, 'Threads');
    await pickAssistant(page, assistantShown);

    await expect(node(page, approve)).toContainText(approveShown);
    await expect(node(page, 'che\u200bck')).toContainText(String.raw`che\u200bck`);
    // The title names the server.
    await expect(page).toHaveTitle(`${serverShown} - RemoteGraph Studio`);
    await expectNothingHidden(page);
  },
);

test(
  'hidden characters are visible in a question, on its card, in the Inbox and in the palette',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startThread(page, { input: {}, until: 'waiting' });
    await openSheet(page);
    await expectStatus(page, approve, 'waiting');
    await expect(interruptCards(page)).toContainText(questionShown);
    await expect(interruptCards(page)).toContainText(approveShown);
    await expectNothingHidden(page);
    await expectAccessible(page);
    await expectWithinWindow(page, runSheet(page));
    for (const tab of ['Timeline', 'Events', 'Output']) {
      await dock(page).getByRole('tab', { name: tab }).click();
      await expectNothingHidden(page);
    }

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('pay');
    await expect(page.getByRole('option').filter({ hasText: assistantShown }).first()).toBeVisible();
    await expectNothingHidden(page);
    await page.keyboard.press('Escape');

    await openInbox(page);
    await expect(inboxRows(page)).toContainText(questionShown);
    await expect(inboxRows(page)).toContainText(serverShown);
    await inboxRows(page).click();
    await expect(inboxDetail(page)).toContainText(questionShown);
    await expectNothingHidden(page);
    await expectAccessible(page);
  },
);
