import { expect, test } from '../hosts/fixture.ts';
import { pickAssistant } from '../pages/canvas.ts';
import { openView } from '../pages/history.ts';
import { waitForDemoServer } from '../pages/servers.ts';

test('panes collapse and expand by button and by key, and stay so after a reload', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await openView(page, 'Threads');
  const panes = [
    ['Sidebar', 'Threads', 'Control+b'],
    ['Run dock', 'Run', 'Control+j'],
  ] as const;
  for (const [label, region, keys] of panes) {
    const pane = page.getByRole('region', { name: region, exact: true });
    const toggle = page.getByRole('banner').getByRole('button', { name: label });
    await expect(pane).toBeVisible();
    await toggle.click();
    await expect(pane).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press(keys);
    await expect(pane).toBeVisible();
    await page.keyboard.press(keys);
    await expect(pane).toBeHidden();
  }
  await page.reload();
  await waitForDemoServer(page);
  for (const [label, region] of panes) {
    await expect(page.getByRole('region', { name: region, exact: true })).toBeHidden();
    await page.getByRole('banner').getByRole('button', { name: label }).click();
    await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible();
  }
});
