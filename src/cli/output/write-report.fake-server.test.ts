import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../testing/fake-server/fake-server.ts';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { slowness } from '../../testing/slowness.ts';
import { toJUnit } from './junit.ts';
import { nothingRan } from './refused-inputs.ts';
import { runMain } from '../testing/run-main.ts';

isolateDataFolder();

const { experiment } = nothingRan('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'c');
const emptyReport = toJUnit(experiment, [], { number: 1, total: 1 });
let folder: string;
let target: string;
/** Another name of the file that the target was: it changes if that one is written to. */
let before: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-report-'));
  [target, before] = [join(folder, 'report.xml'), join(folder, 'before.xml')];
  await writeFile(target, 'the report before');
  await link(target, before);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('merge-reports replaces a report whole, and leaves nothing beside it', async () => {
  const part = join(folder, 'part.xml');
  await writeFile(part, emptyReport);
  expect(await runMain(['merge-reports', target, part])).toMatchObject({ code: 0, err: '' });
  expect(await readFile(target, 'utf8')).toContain('<testsuites');
  expect(await readFile(before, 'utf8')).toBe('the report before');
  expect((await readdir(folder)).toSorted()).toEqual(['before.xml', 'part.xml', 'report.xml']);
});

it('check replaces a report whole', { timeout: 60_000 * slowness() }, async () => {
  const server = await startFakeServer();
  const inputs = join(folder, 'inputs');
  await mkdir(inputs);
  await writeFile(join(inputs, 'one.json'), '{"version":1,"graph":"exact","input":{"id":1}}');
  const { code } = await runMain(['check', inputs, '--server', server.url, '--no-key', '--junit', target]);
  await server.close();
  expect(code).toBe(0);
  expect(await readFile(target, 'utf8')).toContain('</testsuites>');
  expect(await readFile(before, 'utf8')).toBe('the report before');
});

it(
  'check prints its results also if its report can not be written',
  { timeout: 60_000 * slowness() },
  async () => {
    const server = await startFakeServer();
    const inputs = join(folder, 'inputs');
    await mkdir(inputs);
    await writeFile(join(inputs, 'one.json'), '{"version":1,"graph":"exact","input":{"id":1}}');
    // A folder is where the report would be.
    const junit = ['--junit', inputs];
    const { code, out, err } = await runMain(['check', inputs, '--server', server.url, '--no-key', ...junit]);
    await server.close();
    expect(code).toBe(1);
    expect(out).toContain('1 of 1 ended: 1 finished');
    expect(err).toContain(`${inputs} can't be written: `);
  },
);

it.skipIf(process.platform === 'win32')(
  'a link is written through (not on Windows, where only administrators may make one)',
  async () => {
    const [part, name] = [join(folder, 'part.xml'), join(folder, 'link.xml')];
    await writeFile(part, emptyReport);
    await symlink(target, name);
    expect(await runMain(['merge-reports', name, part])).toMatchObject({ code: 0 });
    expect(await readFile(target, 'utf8')).toContain('<testsuites');
  },
);
