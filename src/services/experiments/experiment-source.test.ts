import { expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { InputFile } from '../../shared/model/input-file.ts';
import { revisionOf } from '../inputs/input-files.ts';
import { inputsOfFiles, inputsOfRows } from './experiment-source.ts';
import { parseTableChecks } from './table-checks.ts';

const text = '{"version":1,"input":{"topic":"tides"},"checks":[{"kind":"contains","value":"sea"}]}';
const sent = revisionOf(text);
const other: InputFile = { path: 'other.json', bytes: 1, changedAt: '2026-01-01T00:00:00.000Z' };

/** A folder whose file is read like this, beside these. */
const sourceOf = (read: () => string, files: InputFile[] = [other]) =>
  inputsOfFiles(
    async () => ({
      read: async (path) => ({ path, text: read(), revision: revisionOf(read()) }),
      list: async () => ({ files, isCut: false }),
    }),
    () => Promise.reject(new Error('No check is asked.')),
  );
const missing = (): never => {
  throw new AppError('not-found', 'There is no input.');
};

it('a file that can not be read once is read again, and has not changed', async () => {
  let reads = 0;
  const source = sourceOf(() => {
    reads += 1;
    if (reads === 1) throw new AppError('storage', 'tides.json could not be read: EIO.');
    return text;
  });
  await expect(source.checksOf('tides.json', sent)).rejects.toThrow('EIO');
  expect((await source.checksOf('tides.json', sent))?.checks).toHaveLength(1);
});

it('a file has no checks of its run once it has changed, is no input any more, or was deleted', async () => {
  for (const read of [() => `${text} `, () => '{', missing])
    expect(await sourceOf(read).checksOf('tides.json', sent)).toBeNull();
});

it('a file that can not be read now is neither refused nor taken for all of them', async () => {
  const error = new AppError('storage', 'tides.json could not be read: the disk has a fault.');
  const source = sourceOf(() => {
    throw error;
  });
  expect(await (await source.open())('tides.json')).toEqual({ unread: error });
});

it('a folder that is away is no deletion of its files', async () => {
  const source = sourceOf(missing, []);
  const away = { code: 'storage', message: 'The folder of the inputs has no inputs any more.' };
  await expect(source.checksOf('tides.json', sent)).rejects.toMatchObject(away);
  await expect((await source.open())('tides.json')).rejects.toMatchObject(away);
});

it('a table that can not be read once has its checks later', async () => {
  let reads = 0;
  const readAll = async (): Promise<readonly string[]> => {
    reads += 1;
    if (reads === 1) throw new AppError('storage', 'The inputs can not be read.');
    return ['{"topic":"tides"}'];
  };
  const judge = parseTableChecks(['{"kind":"judge","assistant":"judge"}']);
  const source = inputsOfRows(readAll, judge);
  await expect(source.checksOf('#1 {}', null)).rejects.toThrow('can not be read');
  expect((await source.checksOf('#1 {}', null))?.inputText).toBe('{"topic":"tides"}');
});
