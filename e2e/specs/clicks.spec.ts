import { startRealServer } from '../../src/testing/real-server/real-server.ts';
import { expect, test } from '../hosts/fixture.ts';
import { breakpointCounter, breakpointMarker, openNodeMenu } from '../pages/canvas-tools.ts';
import { node, pickAssistant } from '../pages/canvas.ts';
import { clicksOf } from '../pages/clicks.ts';
import { checkpoints, inspector, openView, outcomes, storyQuestions } from '../pages/history.ts';
import { longWait } from '../pages/limits.ts';
import {
  closeSheet,
  dock,
  expectRun,
  newThread,
  openSheet,
  runButton,
  runSheet,
  startRun,
  startThread,
} from '../pages/runs.ts';
import { captureSavedFile } from '../pages/saved-file.ts';
import { newestRun } from '../pages/server-api.ts';
import { addAndUseServer, useServer, waitForDemoServer } from '../pages/servers.ts';

/*
 * How many clicks the jobs of every day take, from where the window is by itself when they come up. Typing is free; what would
 * have to be opened or closed first counts.
 */

// The tests go on where the one before them ended.
test.describe.configure({ mode: 'serial' });

test('one click runs a graph, and one answers its question', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  const run = await clicksOf(page, async () => {
    await runButton(page).click();
    await expectRun(page, 'waiting');
  });
  expect(run).toBe(1);
  const answer = await clicksOf(page, async () => {
    await storyQuestions(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
  });
  expect(answer).toBe(1);
});

test('no click tells why a run failed', async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'broken');
  await newThread(page);
  await openSheet(page);
  await runButton(page).click();
  const clicks = await clicksOf(page, async () => {
    await expectRun(page, 'failed');
    await expect(outcomes(page)).toContainText('charge_card failed');
    await expect(outcomes(page)).toContainText('The card was declined');
    await expect(outcomes(page)).toBeInViewport({ ratio: 1 });
  });
  expect(clicks).toBe(0);
});

test('three clicks go back to a checkpoint, change it and run from there', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'writer', input: { topic: 'Tides', pace: 0 }, until: 'waiting' });
  const clicks = await clicksOf(page, async () => {
    await checkpoints(page).filter({ hasText: 'plan' }).click();
    await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
    const values = inspector(page).getByRole('textbox', { name: 'State values' });
    await expect(values).toBeFocused();
    await expect(values).toContainText('"Tides"');
    const text = (await values.innerText()).replace('"Tides"', '"Winds"');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
    await inspector(page).getByRole('button', { name: 'Save and run' }).click();
    await expect(storyQuestions(page)).toContainText('Winds', longWait());
  });
  expect(clicks).toBe(3);
});

test('two clicks that are in sight compare a branch with the newest one', async ({ studio }) => {
  const { page } = studio;
  const clicks = await clicksOf(page, async () => {
    await checkpoints(page).filter({ hasText: 'write' }).first().click();
    await page
      .getByTestId('viewed-checkpoint')
      .getByRole('button', { name: 'Compare with latest', exact: true })
      .click();
    await expect(inspector(page).getByRole('list', { name: 'Differences' })).toContainText('Winds');
  });
  expect(clicks).toBe(2);
});

test('one click shows what a node read and wrote, also while the run sheet is open', async ({ studio }) => {
  const { page } = studio;
  await openSheet(page);
  const clicks = await clicksOf(page, async () => {
    await node(page, 'write:draft').click();
    await expect(inspector(page).getByRole('tree', { name: 'Input' })).toContainText('"Highlights"');
    await expect(inspector(page).getByRole('list', { name: 'Differences' })).toContainText('## Highlights');
  });
  expect(clicks).toBe(1);
});

test('two clicks set a breakpoint with a condition, and one goes on from where it stopped', async ({
  studio,
}) => {
  const { page } = studio;
  await newThread(page);
  const set = await clicksOf(page, async () => {
    await openNodeMenu(page, 'review');
    await page.getByRole('menuitem', { name: 'Add breakpoint with condition…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add breakpoint' });
    await expect(dialog.getByRole('textbox', { name: 'Condition' })).toBeFocused();
    await page.keyboard.type('revision > 0');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(breakpointMarker(page, 'review', 'before')).toHaveAttribute(
      'data-breakpoint',
      'before conditional',
    );
  });
  expect(set).toBe(2);
  await startRun(page, { topic: 'Conditions', pace: 0 });
  await expectRun(page, 'paused');
  const pause = outcomes(page).filter({ hasText: 'paused' });
  await expect(pause).toContainText('Before review: revision > 0 holds.');
  const continueClicks = await clicksOf(page, async () => {
    await pause.getByRole('button', { name: 'Continue' }).click();
    await expectRun(page, 'waiting');
  });
  expect(continueClicks).toBe(1);
  await breakpointCounter(page).click();
  await page.getByRole('menuitem', { name: 'Clear all breakpoints' }).click();
});

test('one click and typing find a thread by what was said on it', async ({ studio }) => {
  const { page } = studio;
  const view = page.getByRole('region', { name: 'Runs', exact: true });
  const clicks = await clicksOf(page, async () => {
    await openView(page, 'Runs');
    await expect(view.getByRole('grid')).toBeFocused();
    await page.keyboard.type('/declined');
    await expect(view.getByRole('searchbox', { name: 'Search runs' })).toHaveValue('declined');
    await expect(view.getByRole('grid').getByRole('row')).toHaveCount(2, longWait());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Error' })).toContainText('The card was declined');
    await page.keyboard.press('Enter');
    await expectRun(page, 'failed');
  });
  expect(clicks).toBe(1);
});

test('one click, typing and Enter send a message of a chat, whose answer appears below it', async ({
  studio,
}) => {
  const { page } = studio;
  await pickAssistant(page, 'support');
  await newThread(page);
  const chat = dock(page).getByRole('region', { name: 'Chat' });
  const clicks = await clicksOf(page, async () => {
    await chat.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type('Where is order 4711?');
    await page.keyboard.press('Enter');
    await expect(chat.getByRole('article').nth(1)).toBeInViewport(longWait());
  });
  expect(clicks).toBe(1);
});

test('one click stops a run', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'writer', input: { pace: 5000 }, until: 'running' });
  const clicks = await clicksOf(page, async () => {
    await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expectRun(page, 'cancelled');
  });
  expect(clicks).toBe(1);
});

test('two clicks export the graph', async ({ studio }) => {
  const { page } = studio;
  const clicks = await clicksOf(page, async () => {
    const { name } = await captureSavedFile(studio, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Mermaid' }).click();
    });
    expect(name).toMatch(/[.]mmd$/);
  });
  expect(clicks).toBe(2);
});

test('three clicks change a setting of the assistant and run with it, from a closed sheet', async ({
  studio,
}) => {
  const { page } = studio;
  const server = await startRealServer({ settings: true });
  try {
    await addAndUseServer(page, { address: server.url, name: 'Letters' });
    await openView(page, 'Threads');
    await newThread(page);
    await closeSheet(page);
    const sheet = runSheet(page);
    const clicks = await clicksOf(page, async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
      await sheet.getByRole('button', { name: 'Set closing' }).click();
      await expect(sheet.getByRole('textbox', { name: 'closing' })).toBeFocused();
      await page.keyboard.type('Yours');
      await expect(sheet.getByRole('tab', { name: /^Assistant/ })).toContainText('1 change');
      await runButton(page).click();
      await expect
        .poll(async () => (await newestRun(server.url)).kwargs)
        .toMatchObject({ context: { closing: 'Yours' } });
    });
    expect(clicks).toBe(3);
    await useServer(page, 'Demo server');
  } finally {
    await server.stop();
  }
});
