import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, expect, it } from 'vitest';
import { planAttachChange, writeAttachChange, type DebuggedProject } from './debugger-attach.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function aProject(launch: string | null, changes: Partial<DebuggedProject> = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'attach-')));
  folders.push(folder);
  const file = join(folder, '.vscode/launch.json');
  if (launch !== null) {
    await mkdir(join(folder, '.vscode'));
    await writeFile(file, launch);
  }
  const project: DebuggedProject = { folder, name: 'trip', language: 'javascript', port: 9229, ...changes };
  return { project, file, read: () => readFile(file, 'utf8') };
}

it('a project without a configuration gets one, and nothing before it is confirmed', async () => {
  const { project, file, read } = await aProject(null);
  const { change } = await planAttachChange(project);
  expect(change).toMatchObject({ file: '.vscode/launch.json', base: null, line: 1, removed: [] });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await writeAttachChange(project, change.base);
  expect(JSON.parse(await read())).toEqual({
    version: '0.2.0',
    configurations: [
      {
        name: 'Attach to trip (RemoteGraph Studio)',
        type: 'node',
        request: 'attach',
        address: '127.0.0.1',
        port: 9229,
        restart: true,
        skipFiles: ['<node_internals>/**'],
      },
    ],
  });
  expect(change.added.join('\n')).toBe(await read());
  // Once more, it is there.
  expect((await planAttachChange(project)).change).toMatchObject({ removed: [], added: [] });
});

it('comments, commas, tabs, line ends and all other configurations are kept', async () => {
  const launch = [
    '{',
    '\t// How we start it.',
    '\t"version": "0.2.0",',
    '\t"configurations": [',
    '\t\t{ "name": "Mine", "type": "node", "port": 1, }, // mine',
    '\t],',
    '\t"compounds": [] /* none */,',
    '}',
    '',
  ].join('\r\n');
  const { project, read } = await aProject(launch, { language: 'python', port: 5678 });
  const { change } = await planAttachChange(project);
  await writeAttachChange(project, change.base);
  const text = await read();
  const lines = text.split('\r\n');
  expect([...lines.slice(0, 4), ...lines.slice(-5)]).toEqual(launch.split('\r\n'));
  expect(lines.slice(4, -5).join('\n')).toBe(change.added.join('\n'));
  expect(change).toMatchObject({ line: 5, removed: [] });
  expect(text).toContain('\t\t\t"type": "debugpy",');
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');

  // Another port changes only its own entry.
  const moved = await planAttachChange({ ...project, port: 5680 });
  expect(moved.change.removed.join()).toContain('5678');
  await writeAttachChange({ ...project, port: 5680 }, moved.change.base);
  expect(await read()).toBe(text.replace('5678', '5680'));
});

it('a file without configurations, or with none, gets the first', async () => {
  for (const launch of [
    '{}',
    '{ "version": "0.2.0" }',
    '{\n  "configurations": [\n    // none yet\n  ]\n}\n',
  ]) {
    const { project, read } = await aProject(launch);
    const { change } = await planAttachChange(project);
    await writeAttachChange(project, change.base);
    const text = await read();
    expect(parse(text)).toMatchObject({ configurations: [{ port: 9229 }] });
    expect(text.includes('// none yet')).toBe(launch.includes('// none yet'));
    expect((await planAttachChange(project)).change.added).toEqual([]);
  }
});

it('a file that can’t be read is refused with the place, and stays as it is', async () => {
  for (const [launch, place] of [
    ['{\n  "configurations": [\n    { "name": }\n  ]\n}', 'line 3, column 15'],
    ['[]', 'line 1, column 1'],
    ['{\n  "configurations": {}\n}', 'line 2, column 21'],
  ] as const) {
    const { project, read } = await aProject(launch);
    await expect(planAttachChange(project)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(place),
    });
    await expect(writeAttachChange(project, null)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await read()).toBe(launch);
  }
});

it('a file that changed after it was shown is not written', async () => {
  const { project, file, read } = await aProject('{}');
  const { change } = await planAttachChange(project);
  await writeFile(file, '{ "version": "1" }');
  await expect(writeAttachChange(project, change.base)).rejects.toMatchObject({ code: 'conflict' });
  expect(await read()).toBe('{ "version": "1" }');
});

it('a link to another place is not followed', async () => {
  const elsewhere = await aProject('{}');
  const { project } = await aProject(null);
  await symlink(join(elsewhere.project.folder, '.vscode'), join(project.folder, '.vscode'));
  await expect(planAttachChange(project)).rejects.toThrow('is a link to another place');
  await expect(writeAttachChange(project, null)).rejects.toThrow('is a link to another place');
  expect(await elsewhere.read()).toBe('{}');
});

it('a file in another encoding than UTF-8 is left as it is', async () => {
  const { project, file } = await aProject('');
  const latin1 = Buffer.from('{ // f\xfcr uns\n"configurations": [] }', 'latin1');
  await writeFile(file, latin1);
  await expect(planAttachChange(project)).rejects.toThrow('.vscode/launch.json is not UTF-8.');
  expect(await readFile(file)).toEqual(latin1);
});
