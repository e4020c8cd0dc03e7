import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { canvas, expectStatus, node, pickAssistant, recordStatuses, setXray } from '../../pages/canvas.ts';
import {
  chooseOverlay,
  openNodeMenu,
  breakpointMarker,
  breakpointCounter,
} from '../../pages/canvas-tools.ts';
import { checkpoints } from '../../pages/history.ts';
import { watchablePaceMs } from '../../pages/limits.ts';
import { dock, expectRun, newThread, startRun, openSheet } from '../../pages/runs.ts';
import { captureSavedFile } from '../../pages/saved-file.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

test('a breakpoint from the menu of a node stops the run, and a reload keeps it and what ran', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'broken');
  await newThread(page);
  await openNodeMenu(page, 'charge_card');
  await page.getByRole('menuitemcheckbox', { name: 'Break before' }).click();
  await page.keyboard.press('Escape');
  await expect(breakpointMarker(page, 'charge_card', 'before')).toHaveAttribute(
    'data-breakpoint',
    'before set',
  );
  await expect(breakpointCounter(page)).toHaveAccessibleName('Breakpoints: 1 set');

  await startRun(page, { how: 'none', pace: 0 });
  await expectRun(page, 'paused');
  await expectStatus(page, 'prepare', 'finished');
  await expectStatus(page, 'charge_card', 'next');
  await expectStatus(page, 'notify', 'idle');

  // The thread continues in another run; what the first run finished is still shown after a reload.
  await openSheet(page);
  await dock(page)
    .getByRole('button', { name: /^(Go on|Continue|Resume)/ })
    .first()
    .click();
  await expectStatus(page, 'notify', 'finished');
  await page.reload();
  await expectStatus(page, 'prepare', 'finished');
  await expectStatus(page, 'charge_card', 'finished');
  await expectStatus(page, 'sort_out', 'skipped');
  await expect(breakpointMarker(page, 'charge_card', 'before')).toHaveCount(1);

  await breakpointCounter(page).click();
  await page.getByRole('menuitem', { name: 'Clear all breakpoints' }).click();
  await expect(breakpointMarker(page, 'charge_card', 'before')).toHaveCount(0);
});

test('B sets a breakpoint at the node that the keyboard is on, and the menu key opens its menu', async ({
  studio,
}) => {
  const { page } = studio;
  await node(page, 'prepare').getByRole('button').first().click();
  await canvas(page).focus();
  await page.keyboard.press('b');
  await expect(breakpointMarker(page, 'prepare', 'before')).toHaveCount(1);
  await page.keyboard.press('Shift+B');
  await expect(breakpointMarker(page, 'prepare', 'after')).toHaveCount(1);
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Node prepare' });
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Break after' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press('b');
  await page.keyboard.press('Shift+B');
  await expect(breakpointCounter(page)).toHaveAccessibleName('Breakpoints: none set');
});

test('the menu of a node opens the editor as that node, and runs from the checkpoint before it', async ({
  studio,
}) => {
  const { page } = studio;
  await openNodeMenu(page, 'prepare');
  await page.getByRole('menuitem', { name: 'Update state as this node' }).click();
  const editor = page.getByRole('region', { name: 'Edit state' });
  await expect(editor.getByRole('button', { name: 'As node: prepare' })).toBeVisible();
  // The node is stored with the draft, so there is something to discard.
  await editor.getByRole('button', { name: 'Discard' }).click();

  await openNodeMenu(page, 'notify');
  await page.getByRole('menuitem', { name: 'Run from its last checkpoint' }).click();
  const question = page.getByRole('dialog', { name: 'Run from the checkpoint before notify?' });
  await expect(question).toContainText('notify runs again from the checkpoint');
  await question.getByRole('button', { name: 'Run' }).click();
  await expect(question).toHaveCount(0);
  await expectRun(page, 'finished');
  await expect(dock(page).getByRole('tab', { name: /^Runs/ })).toContainText('3');
});

test(
  'the overlay dots the edge that broken takes and does not declare',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newThread(page);
    // A share of the time needs some time.
    await startRun(page, { how: 'jump', pace: 40 });
    await expectRun(page, 'finished');
    await chooseOverlay(page, 'Observed path');
    const jump = page.getByTestId('extra-edge-sort_out->notify');
    await expect(jump).toHaveAttribute('data-look', 'dotted');
    await expect(page.getByTestId('edge-sort_out->refund')).toHaveAttribute('data-look', 'taken');
    await expect(page.getByTestId('edge-prepare->charge_card')).toHaveAttribute('data-look', 'faint');
    await expect(page.getByTestId('edge-note-sort_out->refund')).toHaveText(/^1×/);
    await expect(page.getByTestId('edge-note-prepare->charge_card')).toHaveCount(0);
    await expectStatus(page, 'charge_card', 'skipped');
    await expectAccessible(page);

    await chooseOverlay(page, 'Bottleneck');
    await expect(page.getByRole('region', { name: 'Overlay' })).toContainText('critical path');
    await expect(page.getByTestId('edge-prepare->sort_out')).toHaveAttribute('data-look', 'taken');
    await expect(page.getByTestId('edge-prepare->charge_card')).toHaveAttribute('data-look', 'faint');
    await expect(page.getByTestId('edge-note-sort_out->refund')).toHaveCount(0);
    await expect(node(page, 'sort_out')).toContainText('%');
    await expectAccessible(page, { within: '[aria-label="Graph"]' });
    await chooseOverlay(page, 'Observed path');

    // A second run fails elsewhere: its own path has no jump, but the thread's path does.
    await startRun(page, { how: 'throw', pace: 0 });
    await expectStatus(page, 'charge_card', 'failed');
    await expect(jump).toHaveCount(0);
    await chooseOverlay(page, 'Whole thread');
    await expect(jump).toHaveAttribute('data-look', 'dotted');
    await expect(page.getByTestId('edge-prepare->charge_card')).toHaveAttribute('data-look', 'taken');
    await chooseOverlay(page, 'Selected run');
  },
);

test(
  'fanout: branches run at once, and both reviewers wait, also after a reload',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'fanout');
    await newThread(page);
    const statusesOf = await recordStatuses(page);
    await startRun(page, { pace: watchablePaceMs() });
    await expectRun(page, 'waiting');
    expect(await statusesOf('translate')).toContain('running');
    const check = async (): Promise<void> => {
      await expectStatus(page, 'translate', 'finished');
      await expectStatus(page, 'gather', 'finished');
      await expectStatus(page, 'legal', 'waiting');
      await expectStatus(page, 'support_lead', 'waiting');
      await expect(node(page, 'translate')).toContainText('4×');
    };
    await check();
    await page.reload();
    await check();
    await chooseOverlay(page, 'None');
  },
);

test('the canvas follows the run at a legible size, until the user moves it', async ({ studio }) => {
  const { page } = studio;
  await page.setViewportSize({ width: 1000, height: 640 });
  await pickAssistant(page, 'writer');
  await newThread(page);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect(node(page, '__start__')).toBeInViewport();
  await expect(node(page, 'review')).not.toBeInViewport();
  await expect(page.getByTestId('graph-map')).toBeVisible();
  await startRun(page, { topic: 'Following', pace: 0 });
  await expectRun(page, 'waiting');
  await expect(node(page, 'review')).toBeInViewport();

  const follow = page.getByRole('button', { name: 'Follow run' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await canvas(page).hover();
  await page.mouse.wheel(0, 40);
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect(node(page, 'review')).toBeInViewport();

  // A node that is selected elsewhere comes into view.
  await expect(node(page, 'plan')).not.toBeInViewport();
  await dock(page).getByTestId('task-plan').click();
  await expect(node(page, 'plan')).toBeInViewport();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('an older checkpoint dims what ran after it, and a banner leads back', async ({ studio }) => {
  const { page } = studio;
  const banner = page.getByTestId('viewed-checkpoint');
  await expect(banner).toHaveCount(0);
  await checkpoints(page).filter({ hasText: /^plan/ }).click();
  await expect(banner).toContainText('Viewing step 1 of 2');
  await expectStatus(page, 'plan', 'finished');
  await expectStatus(page, 'write', 'next');
  await expectStatus(page, 'write:deep:polish', 'later');
  await checkpoints(page)
    .filter({ hasText: /^start/ })
    .click();
  await expectStatus(page, 'write', 'later');
  await expect(page.getByTestId('edge-plan->write:draft')).toHaveAttribute('data-look', 'faint');
  await expectAccessible(page, { within: '[aria-label="Graph"]' });
  await banner.getByRole('button', { name: 'Back to latest' }).click();
  await expect(banner).toHaveCount(0);
  await expectStatus(page, 'review', 'waiting');
});

test('find expands the containers of a node and shows it', async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'writer');
  await setXray(page, '0');
  await expect(node(page, 'write:deep:check')).toHaveCount(0);
  await canvas(page).focus();
  await page.keyboard.press('/');
  const find = page.getByRole('search', { name: 'Find a node' });
  await find.getByRole('textbox').fill('deep');
  await expect(find.getByRole('status')).toHaveText('3 nodes');
  await page.keyboard.press('Enter');
  await expect(node(page, 'write:deep')).toBeVisible();
  await find.getByRole('textbox').fill('check');
  await page.keyboard.press('Enter');
  await expect(node(page, 'write:deep:check').locator('button[aria-pressed="true"]')).toHaveCount(1);
  await expect(node(page, 'write:deep:check')).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(canvas(page)).toBeFocused();
  await setXray(page, 'All');
});

test('the graph is saved as PNG, SVG, Mermaid and JSON, as drawn', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await expect(node(page, 'write:deep:polish')).toBeVisible();
  const save = (kind: string) =>
    captureSavedFile(studio, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: kind }).click();
    });
  const png = await save('PNG image');
  expect(png.name).toBe('writer-graph.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  const svg = await save('SVG image');
  // A browser renders it only if it is well-formed and loads nothing external.
  const drawn = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await image.decode();
    return image.naturalWidth;
  }, svg.bytes.toString());
  // Exported at twice the resolution.
  const width = Number(/width="(\d+)"/.exec(svg.bytes.toString())?.[1]);
  expect(drawn).toBe(width);
  expect(png.bytes.readUInt32BE(16)).toBe(2 * width);
  const mermaid = (await save('Mermaid')).bytes.toString();
  expect(mermaid).toMatch(/^flowchart TD\n/);
  expect(mermaid).toContain('["polish"]');
  const json = JSON.parse((await save('JSON')).bytes.toString());
  expect(json.nodes.map(({ id }: { id: string }) => id)).toContain('write:deep:polish');
});

test(
  'a condition is typed with the keyboard, and the run stops where it holds and says why',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await pickAssistant(page, 'writer');
    await newThread(page);
    await node(page, 'review').getByRole('button').first().click();
    await page.keyboard.press('Control+F9');
    const dialog = page.getByRole('dialog', { name: 'Add breakpoint' });
    await dialog.getByRole('textbox', { name: 'Condition' }).focus();
    await page.keyboard.type('revision >');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('The expression ends too early.');
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
    await page.keyboard.type(' 0 and not approved');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(breakpointMarker(page, 'review', 'before')).toHaveAttribute(
      'data-breakpoint',
      'before conditional',
    );

    // A logpoint, and one that never holds.
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    const list = page.getByRole('dialog', { name: 'Breakpoints' });
    await expect(list.getByText('JavaScript servers don’t report which breakpoints')).toBeVisible();
    await list.getByRole('button', { name: 'Add breakpoint' }).click();
    await dialog.getByRole('textbox', { name: 'Log message' }).fill('{topic} has revision {revision}');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(list.getByRole('switch', { name: 'Before plan' })).toBeChecked();
    await list.getByRole('button', { name: 'Add breakpoint' }).click();
    await dialog.getByRole('textbox', { name: 'Condition' }).fill('revision > 99');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(breakpointCounter(page)).toHaveAccessibleName('Breakpoints: 3 set');

    await startRun(page, { topic: 'Conditions', pace: 0 });
    await expect(page.getByTestId('breakpoint-stop')).toHaveText(
      'Paused. Before review: revision > 0 and not approved holds.',
    );
    await expectRun(page, 'paused');
    await expectStatus(page, 'review', 'next');
    await dock(page).getByRole('tab', { name: /^Log/ }).click();
    await expect(dock(page).getByRole('list', { name: 'Log' }).getByRole('listitem')).toContainText([
      'Conditions has revision 0',
    ]);
    await expectAccessible(page, { within: '[aria-label="Run"]' });

    // Disabled, it holds nothing: the run goes on to the question of the graph.
    await breakpointCounter(page).click();
    await page.getByRole('menuitemcheckbox', { name: 'Before review' }).click();
    await page.keyboard.press('Escape');
    await expect(breakpointMarker(page, 'review', 'before')).toHaveAttribute(
      'data-breakpoint',
      'before disabled',
    );
    await page.keyboard.press('F5');
    await expectRun(page, 'waiting');
    await breakpointCounter(page).click();
    await page.getByRole('menuitem', { name: 'Clear all breakpoints' }).click();
    await expect(breakpointCounter(page)).toHaveAccessibleName('Breakpoints: none set');
  },
);
