import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { openView } from '../../pages/history.ts';
import { requestServer } from '../../pages/server-api.ts';
import { workOnServer } from '../../pages/servers.ts';

let server: RealServer;
test.beforeAll(async () => {
  server = await startRealServer();
});
test.afterAll(() => server.stop());

test('a version whose context the server left behind is called in use in part, and is mended by saving it', async ({
  studio,
}) => {
  const { page } = studio;
  const { assistant_id: id } = await requestServer<{ assistant_id: string }>(
    server.url,
    'POST',
    '/assistants',
    {
      graph_id: 'writer',
      name: 'Careful',
      context: { who: 'one' },
    },
  );
  await requestServer(server.url, 'PATCH', `/assistants/${id}`, { context: { who: 'two' } });
  await workOnServer(page, { address: server.url, name: 'Versions' });
  await openView(page, 'Assistants');
  await page.getByRole('option', { name: /^Careful/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of “Careful”' });
  await versions.getByRole('option', { name: /^Version 1/ }).click();
  await versions.getByRole('button', { name: 'Use version 1' }).click();
  await expect(versions.getByRole('option', { name: /^Version 1/ })).toContainText('partly in use');
  await expect(versions).toContainText('runs get the context of version 2');
  await expect(versions).toContainText('Runs use only part of version 1');
  await expectAccessible(page, { within: '[role="dialog"]' });

  await versions.getByRole('button', { name: 'Save version 1 as a new version' }).click();
  await expect(versions.getByRole('option', { name: /^Version 3/ })).toContainText(/in use(?! in part)/);
  const assistant = await requestServer<{ version: number; context: object }>(
    server.url,
    'GET',
    `/assistants/${id}`,
  );
  expect(assistant).toMatchObject({ version: 3, context: { who: 'one' } });
});
