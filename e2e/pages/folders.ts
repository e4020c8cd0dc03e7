import type { Page } from 'playwright/test';
import { isElectron } from '../hosts/electron-fixture.ts';
import type { Opened } from '../hosts/fixture.ts';

/** Chooses a folder after `open`: by its path in a browser, in the dialog of the system under Electron. */
export async function chooseFolder(
  page: Page,
  { open: host }: Opened,
  folder: string,
  open: () => Promise<void>,
): Promise<void> {
  if (isElectron(host)) {
    await host.application.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, folder);
    return open();
  }
  await open();
  await page.getByRole('combobox', { name: 'Path' }).fill(folder);
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
}
