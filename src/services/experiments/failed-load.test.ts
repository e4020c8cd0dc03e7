import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
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
  expect(await list()).toEqual({ experiments: [], problem: null });
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
  expect(await list()).toEqual({ experiments: [], problem: null });
  await fixture.close();
});

it('an experiment whose file can not be read now is said to be missing, is not replaced, and is read once it can be', async () => {
  const warnings: string[] = [];
  const fixture = await openExperiments('http://127.0.0.1:9', (_level, message) => warnings.push(message));
  const experimentId = await fixture.start({ kind: 'rows', inputs: ['{"id":1}'] }, 'exact');
  await fixture.reopen();
  const file = join(fixture.folder, 'experiments', `${experimentId}.jsonl`);
  await rename(file, `${file}.away`);
  // Reading a folder fails, also for the user that may read everything.
  await mkdir(file);
  const { signal } = new AbortController();
  const list = () => fixture.experiments().calls['experiments.list']({}, signal);
  const missing = {
    experiments: [],
    problem:
      'One more experiment could not be read: there is a folder in its place. The studio tries again by itself.',
  };
  expect([await list(), await list()]).toEqual([missing, missing]);
  expect(warnings).toEqual([`${experimentId}.jsonl could not be read: EISDIR.`]);
  const unread = { code: 'storage', message: expect.stringContaining('could not be read') as string };
  await expect(fixture.rowsOf(experimentId)).rejects.toMatchObject(unread);
  await expect(
    fixture.start({ kind: 'rows', inputs: ['{"id":2}'] }, 'exact', { experimentId }),
  ).rejects.toMatchObject(unread);

  const otherId = randomUUID();
  await fixture.start({ kind: 'rows', inputs: ['{"id":2}'] }, 'exact', { experimentId: otherId });
  await rm(file, { recursive: true });
  await rename(`${file}.away`, file);
  const { experiments, problem } = await list();
  expect(experiments.map((one) => one.experimentId)).toEqual([otherId, experimentId]);
  expect(problem).toBeNull();
  expect(await fixture.rowsOf(experimentId)).toHaveLength(1);
  await fixture.close();
});
