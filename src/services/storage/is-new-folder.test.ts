import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isNewFolder } from './is-new-folder.ts';

it('a data folder is new until a window has stored a text or a server was added', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'new-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(isNewFolder(folder)).toBe(true);
  await mkdir(join(folder, 'kept'));
  expect(isNewFolder(folder)).toBe(true);
  await writeFile(join(folder, 'kept', 'draft.json'), '{}');
  expect(isNewFolder(folder)).toBe(false);
});
