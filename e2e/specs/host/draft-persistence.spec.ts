import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { readStoredTexts } from '../../pages/stored-texts.ts';
import { openSheet, writeInputAs, dock, setJson } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

const input = (page: Page) => dock(page).getByRole('textbox', { name: 'Input', exact: true });

test(
  'what was typed is there after the page was loaded again at once',
  { tag: ['@smoke', '@full'] },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await pickAssistant(page, 'writer');
    await writeInputAs(page, 'JSON');
    await setJson(dock(page), 'Input', '{"topic": "typed before the reload"}');
    await page.reload();
    await waitForDemoServer(page);
    await openSheet(page);
    await expect(input(page)).toHaveText('{"topic": "typed before the reload"}');
  },
);

test(
  'what was typed is there after the studio was killed with -9',
  { tag: ['@smoke', '@full'] },
  async ({ studio }) => {
    const typed = '{"topic": "typed before the kill", "id": 9007199254740993}';
    await setJson(dock(studio.page), 'Input', typed);
    await expect
      .poll(async () => (await readStoredTexts(studio.dataFolder)).join('\n'))
      .toContain('typed before the kill');
    const page = await studio.killAndRestart();
    await waitForDemoServer(page);
    await pickAssistant(page, 'writer');
    await openSheet(page);
    await expect(input(page)).toHaveText(typed);
  },
);

test(
  'a second studio on the same data folder is refused, and the first goes on',
  { tag: '@smoke' },
  async ({ studio }) => {
    const second = promisify(execFile)(
      process.execPath,
      ['scripts/start.mjs', '--web', '--no-open', '--no-build', '--port', '0'],
      {
        cwd: resolve(import.meta.dirname, '../../..'),
        env: { ...process.env, REMOTE_GRAPH_STUDIO_DATA: studio.dataFolder },
      },
    );
    await expect(second).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /Another studio is using the data folder .*: (web host|Electron window), process \d+/,
      ),
    });
    await waitForDemoServer(studio.page);
  },
);
