import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listRecordings } from './list-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const touch = async (name: string, day: number): Promise<void> => {
  await writeFile(join(folder, name), 'x');
  await utimes(join(folder, name), day, day);
};

it('zip files and folders with a manifest are listed, the newest first', async () => {
  await touch('old.recording.zip', 1000);
  await touch('new.zip', 2000);
  await touch('notes.txt', 3000);
  await mkdir(join(folder, 'plain'));
  await mkdir(join(folder, 'tides'));
  await writeFile(join(folder, 'tides', 'manifest.json'), '{}');
  const { recordings, links } = await listRecordings(folder);
  expect(recordings.map(({ name }) => name)).toEqual(['tides', 'new.zip', 'old.recording.zip']);
  expect(links).toEqual([]);
});

it('links in the folder are named and not followed, wherever they lead', async () => {
  await mkdir(join(folder, 'shared'));
  await touch('outside.zip', 1000);
  await symlink(join(folder, 'outside.zip'), join(folder, 'shared', 'link.zip'));
  await symlink(folder, join(folder, 'shared', 'folder'));
  await mkdir(join(folder, 'shared', 'tides'));
  await symlink('/etc/hostname', join(folder, 'shared', 'tides', 'manifest.json'));
  const { recordings, links } = await listRecordings(join(folder, 'shared'));
  expect(recordings).toEqual([]);
  expect(links.toSorted()).toEqual(['folder', 'link.zip']);
});

it('a folder that is a recording is the only one, and what is no folder is refused', async () => {
  await writeFile(join(folder, 'manifest.json'), '{}');
  await touch('other.zip', 1000);
  expect((await listRecordings(folder)).recordings).toHaveLength(1);
  await expect(listRecordings(join(folder, 'none'))).rejects.toThrow('There is no folder');
  await expect(listRecordings(join(folder, 'other.zip'))).rejects.toThrow('There is no folder');
});
