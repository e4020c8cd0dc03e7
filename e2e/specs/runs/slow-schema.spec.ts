import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { openView } from '../../pages/history.ts';
import { dock, expectRun, newThread, openSheet, writeInputAs, runButton } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: FakeServer;
/** Releases the pending schema responses. */
let answer: () => void = () => undefined;

test.beforeAll(async () => {
  server = await startFakeServer();
  const gate = new Promise<void>((resolve) => (answer = resolve));
  server.faults.before = async ({ path }) => {
    if (path.endsWith('/schemas')) await gate;
  };
});
test.afterAll(() => server.close());

test(
  'while its schema is read, the composer says so, and JSON can be chosen and stays',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Late' });
    await openView(page, 'Threads');
    await newThread(page);
    await openSheet(page);
    const kinds = dock(page).getByRole('radiogroup', { name: 'Write the input as' });
    await expect(dock(page).getByText('Loading the schema')).toBeVisible();
    await expect(kinds.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(dock(page).getByRole('textbox', { name: 'Input' })).toHaveCount(0);
    await expectAccessible(page);

    await writeInputAs(page, 'JSON');
    const editor = dock(page).getByRole('textbox', { name: 'Input', exact: true });
    await editor.click();
    await editor.pressSequentially('{"id": 1');
    answer();
    // The form has its button as soon as the schema has loaded.
    await expect(dock(page).getByRole('button', { name: 'Fill in all fields' })).toBeVisible();
    await expect(editor).toBeFocused();
    await editor.pressSequentially('2}');
    await expect(editor).toHaveText('{"id": 12}');
    await expect(kinds.getByRole('radio', { name: 'JSON' })).toBeChecked();
    await runButton(page).click();
    await expectRun(page, 'finished');
    expect(server.requests.findLast(({ path }) => path.endsWith('/runs/stream'))?.bodyText).toContain(
      '"id": 12',
    );
  },
);
