import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test(
  'the banner of a server that is away can be read and used in both themes',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    const server = await startFakeServer();
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Staging in the second data centre' });
    await openView(page, 'Threads');
    await server.close();
    const banner = page.getByTestId('server-banner');
    await expect(banner).toContainText('is not responding', longWait());
    await expectAccessibleInBothThemes(page);
    await banner.getByRole('button', { name: 'Check now' }).press('Enter');
    await expect(banner).toBeVisible();
    // Its list has the whole column, for why there is no thread to select.
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('toggle story');
    const command = page.getByRole('option', { name: /^Toggle story/ });
    await expect(command).toBeDisabled();
    await expect(command).toContainText('Open a thread first');
  },
);
