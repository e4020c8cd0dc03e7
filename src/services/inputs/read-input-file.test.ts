import { expect, it } from 'vitest';
import { readInputFile } from './read-input-file.ts';

it.each([
  ['EACCES', 'permission denied'],
  ['EIO', 'the disk has a fault'],
  ['EMFILE', 'too many files are open'],
])('a file that the system can not read now (%s) is no bad input', async (code, reason) => {
  const openFile = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
  await expect(readInputFile('/inputs/tides.json', 'tides.json', openFile)).rejects.toMatchObject({
    code: 'storage',
    message: `tides.json could not be read: ${reason}.`,
  });
});
