import type { Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { expectStatus, node, pickAssistant } from '../../pages/canvas.ts';
import { openNodeMenu } from '../../pages/canvas-tools.ts';
import { checkpoints, inspector, openView, turns } from '../../pages/history.ts';
import { inboxDetail, openInbox } from '../../pages/inbox.ts';
import { longWait } from '../../pages/limits.ts';
import {
  closeSheet,
  expectRun,
  newThread,
  openSheet,
  runSheet,
  startRun,
  startThread,
} from '../../pages/runs.ts';
import { requestServer } from '../../pages/server-api.ts';
import { waitForDemoServer, workOnServer } from '../../pages/servers.ts';
import { writeJson } from '../../pages/text-editor.ts';
import { runPaletteCommand } from '../../pages/windows.ts';
import { startRealServer } from '../../../src/testing/real-server/real-server.ts';

// The tests go on where the one before them ended.
test.describe.configure({ mode: 'serial' });

const output = '{"outline":["Typed outline"],"revision":1,"log":"plan: typed"}';

test('the output of a run is pinned in the Node tab, and the canvas and the sheet say so', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startThread(page, {
    assistant: 'broken',
    input: { how: 'none', amount: 5, pace: 0 },
    until: 'finished',
  });
  await node(page, 'prepare').click();
  const pin = page.getByRole('region', { name: 'Output' }).getByRole('button', { name: 'Pin this output' });
  await pin.click();
  await expect(node(page, 'prepare').getByRole('button', { name: /, pinned\b/ })).toBeVisible();
  await expect(page.getByTestId('pin-prepare')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await openSheet(page);
  await expect(runSheet(page).getByRole('group', { name: 'Pinned nodes' })).toContainText(
    /1 pinned node:\s*prepare/,
  );
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Run sheet"]' });
});

test('the next run writes the pinned output, says so in the story, and the nodes after it read it', async ({
  studio,
}) => {
  const { page } = studio;
  await page.reload();
  await startThread(page, { input: { how: 'none', amount: 77, pace: 0 }, until: 'finished' });
  const written = checkpoints(page).filter({ hasText: 'pinned output' });
  await expect(written).toHaveCount(1);
  await expect(written).toContainText('prepare');
  await expect(written).toHaveAttribute('title', /^Pinned output written as prepare/);
  await inspector(page).getByText('Text', { exact: true }).click();
  // What it wrote in the first run, although the input of this one is another.
  await expect(inspector(page)).toContainText('prepare: 5');
  await expect(inspector(page)).not.toContainText('prepare: 77');
  await expectStatus(page, 'charge_card', 'finished');
});

test('a run can ignore the pins once', async ({ studio }) => {
  const { page } = studio;
  await newThread(page);
  await openSheet(page);
  await runSheet(page).getByRole('switch', { name: 'Ignore pins for the next run' }).click();
  await startRun(page, { how: 'none', amount: 78, pace: 0 });
  await expectRun(page, 'finished');
  await expect(inspector(page)).toContainText('prepare: 78');
  await expect(checkpoints(page).filter({ hasText: 'pinned output' })).toHaveCount(0);
  await openSheet(page);
  await expect(
    runSheet(page).getByRole('switch', { name: 'Ignore pins for the next run' }),
  ).not.toBeChecked();
  await closeSheet(page);
});

test('the notice of a pin does not lie over what answers, which the list of pins moves up', async ({
  studio,
}) => {
  const { page } = studio;
  await startThread(page, { assistant: 'writer', input: { pace: 0 }, until: 'waiting' });
  await node(page, 'plan').click();
  await page.getByRole('region', { name: 'Output' }).getByRole('button', { name: 'Pin this output' }).click();
  const unpin = page.getByRole('button', { name: 'Unpin', exact: true });
  // Under the pointer it stays.
  await unpin.hover();
  await page.keyboard.press('r');
  await expect(runSheet(page).getByRole('group', { name: 'Pinned nodes' })).toBeVisible();
  const isOnTop = await runSheet(page)
    .getByRole('button', { name: /^Resume/ })
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(isOnTop).toBe(true);
  await unpin.click();
  await expect(runSheet(page).getByRole('group', { name: 'Pinned nodes' })).toHaveCount(0);
  await runSheet(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expectRun(page, 'finished');
  await closeSheet(page);
});

test('an output is typed from the menu of a node, checked, and unpinned', async ({ studio }) => {
  const { page } = studio;
  await pickAssistant(page, 'writer');
  await newThread(page);
  await openNodeMenu(page, 'plan');
  await page.getByRole('menuitem', { name: 'Pin an output…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pin an output of plan' });
  const editor = dialog.getByRole('textbox', { name: 'Output of plan' });
  await writeJson(editor, '[1]');
  await expect(dialog.getByRole('alert')).toContainText('a JSON object, or null');
  await expect(dialog.getByRole('button', { name: 'Pin', exact: true })).toBeDisabled();
  await writeJson(editor, '{"outlime":[]}');
  await expect(dialog).toContainText('The state has no key “outlime”');
  await writeJson(editor, output);
  await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(dialog).toBeHidden();

  await startRun(page, { topic: 'Pinned', pace: 0 });
  await expectRun(page, 'waiting');
  await expect(checkpoints(page).filter({ hasText: 'pinned output' })).toContainText('plan');
  await expect(inspector(page)).toContainText('Typed outline');

  await node(page, 'plan').click();
  await runPaletteCommand(page, 'unpin', /^Unpin (?:node “plan”|plan)/);
  await expect(page.getByTestId('pin-plan')).toHaveCount(0);
  await openSheet(page);
  await expect(runSheet(page).getByRole('group', { name: 'Pinned nodes' })).toHaveCount(0);
  await closeSheet(page);
});

async function pinOutput(page: Page, nodeId: string, outputText: string): Promise<void> {
  // Where a container has nothing inside.
  await node(page, nodeId).click({ button: 'right', position: { x: 40, y: 10 } });
  await page.getByRole('menuitem', { name: 'Pin an output…' }).click();
  const dialog = page.getByRole('dialog', { name: `Pin an output of ${nodeId}` });
  await writeJson(dialog.getByRole('textbox', { name: `Output of ${nodeId}` }), outputText);
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('Save and run and an answer in the Inbox write pinned outputs, too', async ({ studio }) => {
  const { page } = studio;
  const written = checkpoints(page).filter({ hasText: 'pinned output' });
  await pinOutput(page, 'write', '{"text":"As pinned","checks":[]}');
  await checkpoints(page).filter({ hasText: 'pinned output' }).click();
  await inspector(page).getByRole('tab', { name: 'State', exact: true }).click();
  await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
  await inspector(page).getByRole('button', { name: 'Save and run' }).click();
  await expect(written.filter({ hasText: 'write' })).toHaveCount(1, longWait());
  await expectRun(page, 'waiting');
  await expect(inspector(page)).toContainText('As pinned');

  await pinOutput(page, 'publish', '{"published":{"title":"Pinned","address":"a","revision":1}}');
  await openInbox(page);
  const detail = inboxDetail(page);
  await expect(detail).toContainText('Pinned: write, publish');
  await expectAccessibleInBothThemes(page);
  await detail.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(detail).toContainText('Sent');
  await openView(page, 'Threads');
  await expectRun(page, 'finished');
  await expect(written.filter({ hasText: 'publish' })).toHaveCount(1);
});

test('a pinned node inside of parallel tasks stops the run, and says what is not possible', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'fanout');
  await newThread(page);
  await openNodeMenu(page, 'legal');
  await page.getByRole('menuitem', { name: 'Pin an output…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pin an output of legal' });
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
  await startRun(page, { pace: 0 });
  await expectRun(page, 'paused');
  await expect(page.getByTestId('breakpoint-stop')).toContainText(
    'legal would run beside support_lead, and the server would drop the other tasks. Unpin legal',
  );
  await openSheet(page);
  await runSheet(page).getByRole('button', { name: 'Unpin legal' }).click();
  await closeSheet(page);
});

test('a turn and its outputs are stale once the assistant has other settings', async ({ studio }) => {
  const { page } = studio;
  const server = await startRealServer();
  try {
    const { assistant_id: id } = await requestServer<{ assistant_id: string }>(
      server.url,
      'POST',
      '/assistants',
      { graph_id: 'writer', name: 'Careful', context: { who: 'one' } },
    );
    await workOnServer(page, { address: server.url, name: 'Stale' });
    await startThread(page, { assistant: 'Careful', input: { text: 'x' }, until: 'waiting' });
    await expect(turns(page).getByTestId('stale')).toHaveCount(0);
    await requestServer(server.url, 'PATCH', `/assistants/${id}`, { context: { who: 'two' } });
    await page.reload();
    await expect(turns(page).first().getByTestId('stale')).toHaveAccessibleName(
      /^Stale: The assistant’s settings were changed at .*, after this ran\. It is at version 2 now\.$/,
    );
    await expectAccessible(page);
  } finally {
    await server.stop();
  }
});
