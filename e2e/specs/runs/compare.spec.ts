import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { expectRun, interruptCards, newThread, startRun } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { threadMenu } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

const view = (page: Page): Locator => page.getByRole('region', { name: 'Compare', exact: true });
const tray = (page: Page): Locator => page.getByRole('region', { name: 'Compare tray' });
const steps = (page: Page): Locator => view(page).getByTestId('aligned-step');
const marked = (page: Page, id: string): Locator =>
  view(page).getByTestId(`node-${id}`).locator('[data-part=comparison]');

/** A thread of `writer` that was answered once. */
async function answeredThread(page: Page, topic: string, answer: 'Approve' | 'Reject'): Promise<void> {
  await newThread(page);
  await startRun(page, { topic, pace: 0 });
  await expectRun(page, 'waiting');
  await interruptCards(page).getByRole('button', { name: answer, exact: true }).click();
  await expectRun(page, answer === 'Approve' ? 'finished' : 'waiting');
}

test('two threads of one graph with different answers are compared on the canvas and step by step', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await answeredThread(page, 'Tides', 'Approve');
  await answeredThread(page, 'Winds', 'Reject');

  await threadMenu(page, /Tides/, 'Compare…');
  await expect(tray(page).getByRole('group', { name: 'Left side' })).toContainText('Tides');
  await threadMenu(page, /Winds/, 'Compare with Thread of “Tides”');

  // It ran after the approval alone; the nodes before it ran again after the rejection.
  await expect(marked(page, 'publish')).toHaveText('only left');
  await expect(marked(page, 'write:draft')).toHaveText('other output');
  await expect(view(page).getByRole('button', { name: /^publish.*only left/ })).toBeAttached();
  await expect(steps(page).filter({ hasText: 'publish' })).toContainText('only left');
  await expect(steps(page).filter({ hasText: 'review visit 2' })).toContainText('only right');

  await page.keyboard.press('F7');
  await page.keyboard.press('F7');
  const step = view(page).getByRole('region', { name: 'Step' });
  await expect(step.getByRole('heading', { name: 'write', exact: true })).toBeVisible();
  await expect(view(page).getByTestId('node-write').getByRole('button').first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(step.getByRole('list', { name: 'Differences' })).toContainText('Winds');
  await page.keyboard.press('Shift+F7');
  await expect(step.getByRole('heading', { name: 'plan', exact: true })).toBeVisible();
  await step.getByRole('button', { name: 'Back to the whole comparison' }).click();

  const facts = view(page).getByRole('table', { name: 'Facts of both sides' });
  await expect(facts.getByRole('row', { name: /^Name/ })).toContainText('TidesWinds');
  await tray(page).getByRole('button', { name: 'Swap sides' }).click();
  await expect(marked(page, 'publish')).toHaveText('only right');
  await expectAccessible(page, { within: '[aria-label=Compare]' });
});
