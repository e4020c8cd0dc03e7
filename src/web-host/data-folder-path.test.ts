import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { dataFolderPath } from './data-folder-path.ts';

test.each([
  ['linux', {}, '/home/u/.local/share/remote-graph-studio'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/remote-graph-studio'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/u/.local/share/remote-graph-studio'],
  ['linux', { XDG_DATA_HOME: '/data', REMOTE_GRAPH_STUDIO_DATA: '/mine' }, '/mine'],
  ['darwin', {}, '/home/u/Library/Application Support/remote-graph-studio'],
  ['win32', { APPDATA: 'C:\\Users\\u\\Roaming' }, 'C:\\Users\\u\\Roaming\\remote-graph-studio'],
] as const)('on %s with %o it is %s', (os, env, path) => {
  expect(dataFolderPath({ os, env, home: '/home/u' })).toBe(path);
});

test('the folder is created for this user only', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'studio-data-'));
  try {
    const { path, warning } = await openDataFolder(join(parent, 'deep', 'data'));
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(warning).toBeNull();
  } finally {
    await rm(parent, { recursive: true });
  }
});

test('reports a folder that can not be created', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'studio-data-'));
  try {
    await writeFile(join(parent, 'file'), '');
    await expect(openDataFolder(join(parent, 'file', 'data'))).rejects.toMatchObject({ code: 'storage' });
  } finally {
    await rm(parent, { recursive: true });
  }
});
