import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openExperiments } from '../../testing/services/open-experiments.ts';

it('experiments that could not be read are read by the next call, without a restart', async () => {
  let failures = 0;
  const fixture = await openExperiments('http://127.0.0.1:9', () => {
    failures += 1;
    if (failures === 1) throw new Error('The log is full.');
  });
  await mkdir(join(fixture.folder, 'experiments'));
  await writeFile(join(fixture.folder, 'experiments', 'broken.jsonl'), '{');
  const { signal } = new AbortController();
  const list = () => fixture.experiments().calls['experiments.list']({}, signal);
  await expect(list()).rejects.toThrow('The log is full.');
  expect(await list()).toEqual([]);
  expect(failures).toBe(2);
  await fixture.close();
});

it('a folder of experiments that can not be listed is an error, and no empty list', async () => {
  const fixture = await openExperiments('http://127.0.0.1:9', () => undefined);
  const folder = join(fixture.folder, 'experiments');
  await writeFile(folder, '');
  const { signal } = new AbortController();
  const list = () => fixture.experiments().calls['experiments.list']({}, signal);
  await expect(list()).rejects.toThrow(`The experiments in ${folder} could not be read`);
  await rm(folder);
  expect(await list()).toEqual([]);
  await fixture.close();
});
