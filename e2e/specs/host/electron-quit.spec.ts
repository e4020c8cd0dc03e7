import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { descendantsOf, stillRunning } from '../../hosts/descendants.ts';
import { expect, test } from '../../hosts/electron-fixture.ts';
import { openElectron } from '../../hosts/electron.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';
import { withinLimit } from '../../hosts/within-limit.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, expectRun, openSheetTab, startRun } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

/* The end of the program. */

// Each starts its own studio.
test.describe.configure({ mode: 'parallel' });

test('quitting ends everything that it started', async ({ playwright }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-quit-'));
  const studio = await openElectron({ dataFolder, playwright });
  const program = studio.application.process();
  const started = descendantsOf(program.pid ?? 0);
  expect(started.length).toBeGreaterThan(0);
  await studio.close();
  await expect.poll(() => stillRunning(started), longWait()).toEqual([]);
  expect(program.exitCode).toBe(0);
  await removeFolder(dataFolder);
});

test('a window ends only after the function that quits, which may have interrupted a request', async ({
  playwright,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-interrupt-'));
  const studio = await openElectron({ dataFolder, playwright });
  const program = studio.application.process();
  const state = await studio.application.evaluate(({ app, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    app.quit();
    return { isGone: window?.isDestroyed(), windows: BrowserWindow.getAllWindows().length };
  });
  expect(state).toEqual({ isGone: false, windows: 1 });
  await expect.poll(() => program.exitCode, longWait()).toBe(0);
  await removeFolder(dataFolder);
});

test('what a spec waits for in vain is reported with the processes of the studio, which is ended', async ({
  playwright,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-hang-'));
  const studio = await openElectron({ dataFolder, playwright });
  const program = studio.application.process();
  const never = new Promise(() => undefined);
  const failure = await withinLimit(never, 'The studio did not quit', { program, dataFolder }, 1_000).catch(
    String,
  );
  expect(failure).toContain('The studio did not quit within 1 s.');
  expect(failure).toMatch(new RegExp(`^ *${program.pid} .* node `, 'm'));
  expect(failure).toContain('Its log:');
  await expect.poll(() => program.signalCode, longWait()).toBe('SIGKILL');
  await removeFolder(dataFolder);
});

test('quitting asks while a run will still report, keeps listening, and ends after the report', async ({
  playwright,
}) => {
  const server = await startFakeServer();
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-webhook-'));
  const studio = await openElectron({ dataFolder, playwright });
  const program = studio.application.process();
  const page = studio.page();
  await waitForDemoServer(page);
  await addAndUseServer(page, { address: server.url, name: 'Paused' });
  await openView(page, 'Threads');
  await openSheetTab(page, 'Options');
  await dock(page)
    .getByRole('button', { name: /^Webhook: / })
    .click();
  await page.getByRole('menuitemradio', { name: "The studio's listener" }).click();
  const paused = server.pauseBefore('confirm');
  await startRun(page, { id: 1 });
  await paused;
  await expectRun(page, 'running');
  await studio.application.evaluate(({ app, dialog }) => {
    const showMessageBox = async (options: { readonly message: string; readonly detail: string }) => {
      Reflect.set(globalThis, 'asked', `${options.message} ${options.detail}`);
      return { response: 0, checkboxChecked: false };
    };
    Reflect.set(dialog, 'showMessageBox', showMessageBox);
    app.quit();
  });
  const ask = (): Promise<unknown> =>
    studio.application.evaluate(({ BrowserWindow }) => [
      BrowserWindow.getAllWindows().length,
      Reflect.get(globalThis, 'asked') as unknown,
    ]);
  await expect.poll(ask).toEqual([0, expect.stringContaining('1 run will still report')]);
  expect(await ask()).toEqual([0, expect.stringContaining(' on Paused')]);

  const texts = server.requests.map(({ bodyText }) => /"webhook":"([^"]+)"/.exec(bodyText)?.[1] ?? '');
  const hook = texts.find((text) => text !== '') ?? '';
  expect((await fetch(hook, { method: 'POST', body: '{"status":"success"}' })).status).toBe(202);
  await expect.poll(() => program.exitCode, longWait()).toBe(0);
  server.release();
  await server.close();
  await removeFolder(dataFolder);
});

test('nothing outlives a kill -9 of the program', async ({ playwright }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-kill-'));
  const studio = await openElectron({ dataFolder, playwright });
  const program = studio.application.process();
  const started = descendantsOf(program.pid ?? 0);
  expect(started.length).toBeGreaterThan(0);
  program.kill('SIGKILL');
  await expect.poll(() => stillRunning(started), longWait()).toEqual([]);
  await removeFolder(dataFolder);
});

test('a signal quits in order', async ({ playwright }) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-term-'));
  const studio = await openElectron({ dataFolder, playwright });
  const program = studio.application.process();
  const started = descendantsOf(program.pid ?? 0);
  const closed = studio.application.waitForEvent('close');
  program.kill('SIGTERM');
  await closed;
  expect(program.exitCode).toBe(0);
  await expect.poll(() => stillRunning(started), longWait()).toEqual([]);
  await removeFolder(dataFolder);
});

test('the program goes on when its output is closed, and its log file has what it writes', async ({
  playwright,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-output-'));
  const electronStudio = await openElectron({ dataFolder, playwright });
  const program = electronStudio.application.process();
  const logged = (): Promise<string> =>
    readFile(join(dataFolder, 'logs', 'studio.log'), 'utf8').catch(() => '');
  program.stdout?.destroy();
  program.stderr?.destroy();
  for (let refused = 1; refused <= 2; refused += 1) {
    await electronStudio.page().evaluate(() => void window.open('file:///etc/hosts'));
    await expect
      .poll(async () => (await logged()).split('A link was refused.').length - 1, longWait())
      .toBe(refused);
  }
  expect(program.exitCode).toBeNull();
  await expect(electronStudio.page().getByRole('navigation').first()).toBeVisible();
  await electronStudio.close();
  await removeFolder(dataFolder);
});
