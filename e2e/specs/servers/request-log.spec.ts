import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test('T-1: a request shows the status, the headers and the body of its answer, and a curl that names what to set', async ({
  studio,
}) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await page.getByRole('button', { name: /^Requests/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Requests' });
  await drawer.getByLabel('Filter requests').fill('/assistants/search 200');
  await drawer.getByRole('option').first().click();
  const detail = drawer.getByRole('region', { name: 'Request', exact: true });
  await expect(detail).toContainText('Status 200');
  await expect(detail.getByRole('group', { name: 'Response headers' })).toContainText(
    'content-type: application/json',
  );
  await expect(detail.getByRole('group', { name: 'Response body' })).toContainText('"assistant_id"');
  await expect(detail.getByRole('group', { name: 'As curl' })).toContainText('${DEMO_TOKEN:?');
  await expectAccessible(page);
});
