import { open } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { readInputFile } from './read-input-file.ts';

vi.mock('node:fs/promises', { spy: true });

it.each([
  ['EACCES', 'permission denied'],
  ['EIO', 'the disk has a fault'],
  ['EMFILE', 'too many files are open'],
])('a file that the system can not read now (%s) is no bad input', async (code, reason) => {
  vi.mocked(open).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  await expect(readInputFile('/inputs/tides.json', 'tides.json')).rejects.toMatchObject({
    code: 'storage',
    message: `tides.json could not be read: ${reason}.`,
  });
});
