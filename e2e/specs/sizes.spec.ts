import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../pages/axe.ts';
import { canvas, node, pickAssistant } from '../pages/canvas.ts';
import { chooseOverlay } from '../pages/canvas-tools.ts';
import { inspector, story, storyQuestions } from '../pages/history.ts';
import {
  closeSheet,
  dock,
  expectRun,
  newThread,
  openSheet,
  runButton,
  runSheet,
  writeInputAs,
  startThread,
} from '../pages/runs.ts';
import { waitForDemoServer } from '../pages/servers.ts';
import { writeJson } from '../pages/text-editor.ts';

// The tests go on where the one before them ended.
test.describe.configure({ mode: 'serial' });

const usual = { width: 1440, height: 900 };
/** That of a zoom of 200 % in the usual window. */
const zoomed = { width: 720, height: 450 };
const smallSizes = [
  { width: 1000, height: 640 },
  { width: 800, height: 600 },
  { width: 720, height: 600 },
  zoomed,
];

function toggle(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('button', { name, exact: true });
}

function graphTools(page: Page): Locator {
  return page.getByRole('group', { name: 'Graph view' });
}

/** Resizes the window, and waits for the frame in which its panes follow: what is asked of them before would be as it was. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async (width) => {
    for (;;) {
      await new Promise(requestAnimationFrame);
      if (innerWidth === width) return;
    }
  }, size.width);
}

async function showPane(page: Page, name: 'Sidebar' | 'Inspector'): Promise<void> {
  if ((await toggle(page, name).getAttribute('aria-pressed')) === 'false') await toggle(page, name).click();
}

async function expectInSight(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await expect(locator).toBeInViewport({ ratio: 1 });
}

test('the answer to a question, the run sheet and all panes are in reach in a small window', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await resize(page, usual);
  await startThread(page, { assistant: 'writer', input: { pace: 0 }, until: 'waiting' });
  for (const size of smallSizes) {
    await resize(page, size);
    await expectInSight(...['Sidebar', 'Run dock', 'Inspector', 'Run'].map((name) => toggle(page, name)));
    await showPane(page, 'Sidebar');
    for (const button of await graphTools(page).getByRole('button').all())
      if (await button.isVisible()) await expectInSight(button);
    const answer = storyQuestions(page).getByRole('button', { name: 'Approve' });
    await answer.scrollIntoViewIfNeeded();
    await expectInSight(answer, story(page).getByRole('button', { name: 'Checkpoint actions' }));

    await openSheet(page);
    const tab = (name: string): Locator => runSheet(page).getByRole('tab', { name });
    await expectInSight(...['Input', 'Assistant', 'Options', 'Resume'].map(tab));
    await tab('Resume').click();
    await expectInSight(runSheet(page).getByRole('button', { name: 'Approve', exact: true }));
    await tab('Input').click();
    await expectInSight(runButton(page));
    await closeSheet(page);

    await showPane(page, 'Inspector');
    await expectInSight(
      ...['State', 'Node', 'Diff'].map((name) => inspector(page).getByRole('tab', { name })),
      inspector(page).getByRole('button', { name: 'Edit state here' }),
    );
  }
});

test('a pane that had no room in a narrow window comes back, and one that was closed does not', async ({
  studio,
}) => {
  const { page } = studio;
  await expect(story(page)).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await showPane(page, 'Sidebar');
  await expect(inspector(page)).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await resize(page, usual);
  const views = page.getByRole('region', { name: 'Run', exact: true });
  for (const pane of [story(page), inspector(page), views]) await expect(pane).toBeVisible();

  await resize(page, { width: 720, height: 600 });
  await expect(inspector(page)).toBeHidden();
  await toggle(page, 'Sidebar').click();
  await expect(story(page)).toBeHidden();
  await resize(page, usual);
  await expect(inspector(page)).toBeVisible();
  await expect(story(page)).toBeHidden();
  await showPane(page, 'Sidebar');
  await expect(story(page)).toBeVisible();
});

test('the minimap lies over no node and not over the run sheet', async ({ studio }) => {
  const { page } = studio;
  const map = page.getByTestId('graph-map');
  for (const size of [usual, { width: 1000, height: 640 }, { width: 720, height: 600 }, zoomed]) {
    await resize(page, size);
    await expect
      .poll(async () => {
        const area = (await map.isVisible()) ? await map.boundingBox() : null;
        if (area === null) return [];
        return page.getByTestId(/^node-/).evaluateAll(
          (nodes, { x, y, width, height }) =>
            nodes.flatMap((element) => {
              const box = element.getBoundingClientRect();
              const isApart = box.right < x || box.left > x + width || box.bottom < y || box.top > y + height;
              // Subgraphs are seen around it.
              return isApart || element.querySelector('[aria-label*=", expanded"]') !== null
                ? []
                : [element.dataset['testid']];
            }),
          area,
        );
      })
      .toEqual([]);
  }
  await openSheet(page);
  const onTop = await runSheet(page).evaluate((sheet) => {
    const { left, right, top, bottom } = sheet.getBoundingClientRect();
    const columns = Array.from({ length: 9 }, (_, index) => left + ((index + 0.5) * (right - left)) / 9);
    const rows = Array.from({ length: 9 }, (_, index) => top + ((index + 0.5) * (bottom - top)) / 9);
    return columns.every((x) => rows.every((y) => sheet.contains(document.elementFromPoint(x, y))));
  });
  expect(onTop).toBe(true);
  await closeSheet(page);
});

test('the legend of an overlay lies under the graph, not on it', async ({ studio }) => {
  const { page } = studio;
  await resize(page, usual);
  await chooseOverlay(page, 'Observed path');
  const legend = page.getByRole('region', { name: 'Overlay' });
  for (const size of [usual, ...smallSizes]) {
    await resize(page, size);
    await expectInSight(legend);
    await expect
      .poll(async () => {
        const [graph, below] = await Promise.all([canvas(page).boundingBox(), legend.boundingBox()]);
        return graph && below && graph.y + graph.height <= below.y;
      })
      .toBe(true);
  }
  await resize(page, usual);
  await legend.getByRole('button', { name: 'Turn off overlay' }).click();
  await expect(legend).toHaveCount(0);
});

test('a run is started and stopped in a narrow window, and a message is sent', async ({ studio }) => {
  const { page } = studio;
  for (const size of [{ width: 720, height: 600 }, zoomed]) {
    await resize(page, size);
    await showPane(page, 'Sidebar');
    await newThread(page);
    await writeInputAs(page, 'JSON');
    await writeJson(runSheet(page).getByRole('textbox', { name: 'Input', exact: true }), '{"pace": 5000}');
    await expectInSight(runButton(page));
    await runButton(page).click();
    const stop = runSheet(page).getByRole('button', { name: 'Stop run' });
    await expectInSight(stop);
    await expectRun(page, 'running');
    await stop.click();
    await expectRun(page, 'cancelled');
    await closeSheet(page);
  }
  await resize(page, { width: 800, height: 600 });
  await pickAssistant(page, 'support');
  await newThread(page);
  await closeSheet(page);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await dock(page).getByPlaceholder('Write a message').fill('Did order 4712 arrive?');
  await expectInSight(dock(page).getByRole('button', { name: 'Send', exact: true }));
  await resize(page, usual);
  await expect(node(page, 'model')).toBeVisible();
});

test('the button of a hidden inspector says that a state edit in it is not saved', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'writer', input: { topic: 'Edited', pace: 0 }, until: 'waiting' });
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  const form = page.getByRole('region', { name: 'Edit state' });
  await writeJson(form.getByRole('textbox', { name: 'State values' }), '{"topic": "Other"}');
  await resize(page, { width: 720, height: 600 });
  await showPane(page, 'Sidebar');
  await expect(inspector(page)).toBeHidden();
  await toggle(page, 'Inspector: unsaved state edit').click();
  await expect(toggle(page, 'Inspector')).toBeVisible();
  await form.getByRole('button', { name: 'Discard' }).click();
  await showPane(page, 'Sidebar');
  await expect(toggle(page, 'Inspector')).toBeVisible();
  await resize(page, usual);
});
