import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeRecording } from '../../../src/testing/services/make-recording.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { longWait } from '../../pages/limits.ts';
import { openServers } from '../../pages/servers.ts';

const token = 'a-token-of-readers-0123456789';

/** `serve-recordings` as it is built. */
async function serveFolder(folder: string, dataFolder: string) {
  const program = resolve(import.meta.dirname, '../../../out/cli/index.js');
  const child = spawn(process.execPath, [program, 'serve-recordings', folder, '--no-open', '--port', '0'], {
    env: { ...process.env, REMOTE_GRAPH_STUDIO_DATA: dataFolder, REMOTE_GRAPH_STUDIO_TOKEN: token },
  });
  let output = '';
  const exited = new Promise<void>((done) => child.once('close', () => done()));
  const origin = await new Promise<string>((done, fail) => {
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const address = /(http:\/\/127\.0\.0\.1:\d+)\/#code=/.exec(output)?.[1];
      if (address !== undefined) done(address);
    });
    void exited.then(() => fail(new Error(output)));
  });
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

test('a folder of recordings is read in the browser, and a link leads to one of them', async ({
  newContext,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'served-recordings-'));
  const shared = join(folder, 'shared');
  const dataFolder = join(folder, 'data');
  await mkdir(shared);
  await mkdir(dataFolder, { mode: 0o700 });
  const { zip } = await makeRecording(join(folder, 'one'), { withTasks: true });
  const other = await makeRecording(join(folder, 'two'), { withTasks: true, checkpoints: 9 });
  await copyFile(zip, join(shared, 'spring tides.recording.zip'));
  await copyFile(other.zip, join(shared, 'neap tides.recording.zip'));
  const served = await serveFolder(shared, dataFolder);
  const page = await (await newContext()).newPage();
  try {
    await page.goto(`${served.origin}/#code=${token}`);
    await expect(page.getByRole('button', { name: /^Server: .* tides, connected/ })).toBeVisible(longWait());
    const list = await openServers(page);
    await expect(list.getByText('spring tides')).toBeVisible();
    await expect(list.getByText('neap tides')).toBeVisible();
    await expect(list.getByText('Demo server')).toHaveCount(0);
    const reason = 'This page is for reading.';
    for (const name of ['Add', 'Run', 'Close recording']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute('title', reason);
    }
    await expect(page.getByRole('button', { name: 'Projects' })).toHaveCount(0);
    await expectAccessible(page);
    for (const name of ['spring tides', 'neap tides']) {
      await page.goto(`${served.origin}/?recording=${encodeURIComponent(name)}`);
      await expect(page.getByRole('button', { name: `Server: ${name}, connected` })).toBeVisible(longWait());
      await expect(page).toHaveURL(`${served.origin}/`);
    }
  } finally {
    await served.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
