import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/electron-fixture.ts';
import { chooseElectron, openElectron } from '../../hosts/electron.ts';
import { unpackForDouble } from '../../hosts/packaged-layout.ts';
import { node, pickAssistant } from '../../pages/canvas.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';
import { removeFolder } from '../../hosts/remove-folder.ts';

/** Every file of a folder with its size and time. */
async function contentsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const facts = files.map(async (path) => {
    const { size, mtimeMs } = await stat(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(facts)).toSorted();
}

test(
  'a packed program boots, draws the demo graph, and reaches a server (in npm run package only)',
  { tag: '@full' },
  async ({ playwright }) => {
    const packed = process.env['E2E_PACKAGE'];
    test.skip(packed === undefined, 'npm run package -- --check, or --boot, names the program');
    if (packed === undefined) return;
    const { kind, program } = await chooseElectron();
    const folder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-package-'));
    const server = await startFakeServer();
    try {
      const packaged = kind === 'double' ? await unpackForDouble(packed, folder, program) : program;
      const resources = join(kind === 'double' ? folder : packed, 'resources');
      const before = await contentsOf(resources);
      const studio = await openElectron({ dataFolder: join(folder, 'data'), playwright, packaged });
      try {
        const paths = await studio.application.evaluate(({ app }) => [app.isPackaged, process.resourcesPath]);
        expect(paths).toEqual([true, resources]);
        const page = studio.page();
        await waitForDemoServer(page);
        await pickAssistant(page, 'writer');
        await expect(node(page, 'write')).toBeVisible();
        await addAndUseServer(page, { address: server.url, name: 'Elsewhere' });
      } finally {
        await studio.close();
      }
      // To the system the archive is one file, and a package may belong to another user: nothing may be written
      // there.
      expect(await contentsOf(resources)).toEqual(before);
    } finally {
      await server.close();
      await removeFolder(folder);
    }
  },
);
