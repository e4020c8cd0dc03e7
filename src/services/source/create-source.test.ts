import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readProject } from '../projects/read-project.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createSource } from './create-source.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'source-')));
  folders.push(folder);
  return folder;
}

const templates = join(import.meta.dirname, '../../../resources/templates');

/** A project, a data folder, and a folder with programs, which is all of PATH. */
async function setUp(template = 'approval-javascript') {
  const [project, dataFolder, programs] = [await newFolder(), await newFolder(), await newFolder()];
  await cp(join(templates, template), project, { recursive: true });
  const env: Record<string, string> = { PATH: programs };
  const source = createSource({
    dataFolder,
    documents: createDocumentStore({ folder: dataFolder, log: () => undefined }),
    readProject: () => readProject(project),
    env,
  });
  const calls = <T>(name: 'find' | 'open', input: object): Promise<T> =>
    // The inputs of both calls are checked by the contract, which is not under test.
    (source.calls[`source.${name}`] as (input: object, signal: AbortSignal) => Promise<T>)(
      { projectId: 'p', ...input },
      new AbortController().signal,
    );
  const signal = new AbortController().signal;
  return {
    project,
    dataFolder,
    programs,
    env,
    find: (graphId: string, target: object) =>
      calls<{
        places: { file: string; line: number; text: string; isGuess: boolean }[];
        note: string | null;
      }>('find', { graphId, target }),
    open: (file: string, line = 1, column = 1) => calls<{ editor: string }>('open', { file, line, column }),
    editors: () => source.calls['source.editors']({}, signal),
    choose: (choice: 'automatic' | 'custom' | 'cursor') =>
      source.calls['source.chooseEditor']({ choice }, signal),
  };
}

/** A program that writes its arguments, one a line, into a file. */
async function addProgram(folder: string, name: string, exitCode = 0): Promise<string> {
  const recorded = join(folder, `${name}.txt`);
  await writeFile(
    join(folder, name),
    `#!/bin/sh\nfor one in "$@"; do echo "$one"; done > '${recorded}'\nexit ${exitCode}\n`,
  );
  await chmod(join(folder, name), 0o755);
  return recorded;
}

const lines = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trim().split('\n');

describe('The templates', () => {
  it('have each node of their graphs where its function is', async () => {
    for (const [template, graphId, nodeIds] of [
      ['approval-javascript', 'announcement', ['write', 'review', 'publish']],
      ['chat-javascript', 'chat', ['tellTime', 'reply']],
      ['chat-python', 'chat', ['tell_time', 'reply']],
    ] as const) {
      const { find } = await setUp(template);
      for (const nodeId of nodeIds) {
        const { places } = await find(graphId, { kind: 'node', nodeId });
        expect(places, `${template} ${nodeId}`).toEqual([expect.objectContaining({ isGuess: false })]);
        expect(places[0]?.text).toMatch(new RegExp(`\\b${nodeId}\\b`));
      }
    }
  });

  it('say which graph langgraph.json does not name', async () => {
    const { find } = await setUp();
    expect(await find('other', { kind: 'node', nodeId: 'x' })).toEqual({
      places: [],
      note: 'The project’s langgraph.json has no graph “other”.',
    });
  });
});

describe.skipIf(process.platform === 'win32')('An editor', () => {
  it('gets file, line and column as its own arguments', async () => {
    const { project, programs, open } = await setUp();
    const file = join(project, 'src/graph.js');
    const code = await addProgram(programs, 'code');
    expect(await open('src/graph.js', 12, 3)).toEqual({ editor: 'VS Code' });
    expect(await lines(code)).toEqual(['--goto', `${file}:12:3`]);
  });

  it('is the one that was chosen, else the one of VISUAL or EDITOR, else the first', async () => {
    const { project, programs, env, open, editors, choose } = await setUp();
    await addProgram(programs, 'code');
    await addProgram(programs, 'cursor');
    const pycharm = await addProgram(programs, 'pycharm');
    expect((await editors()).installed.map(({ id }) => id)).toEqual(['code', 'cursor', 'pycharm']);
    expect((await editors()).used).toBe('VS Code');
    env['EDITOR'] = 'vim';
    env['VISUAL'] = '"/opt/a b/pycharm" --wait';
    expect(await open('src/graph.js', 2, 5)).toEqual({ editor: 'PyCharm' });
    expect(await lines(pycharm)).toEqual(['--line', '2', '--column', '4', join(project, 'src/graph.js')]);
    expect((await choose('cursor')).used).toBe('Cursor');
    expect(await open('src/graph.js')).toEqual({ editor: 'Cursor' });
  });

  it('can be the user’s custom command, from a file that no call writes', async () => {
    const { project, dataFolder, programs, open, editors } = await setUp();
    const mine = await addProgram(programs, 'mine');
    await addProgram(programs, 'code');
    const command = ['mine', '--at', '{line},{column}', 'of {file} {unknown}; $(id)'];
    await writeFile(join(dataFolder, 'editor-command.json'), JSON.stringify({ command }));
    expect(await editors()).toMatchObject({ used: 'mine', customCommand: command, problem: null });
    await open('src/graph.js', 7, 9);
    expect(await lines(mine)).toEqual([
      '--at',
      '7,9',
      `of ${join(project, 'src/graph.js')} {unknown}; $(id)`,
    ]);
    for (const text of [
      '{',
      '{"command":"mine {file}"}',
      '{"command":["mine"]}',
      '{"command":["none","{file}"]}',
    ]) {
      await writeFile(join(dataFolder, 'editor-command.json'), text);
      expect(await editors()).toMatchObject({
        used: 'VS Code',
        customCommand: null,
        problem: expect.any(String),
      });
    }
  });

  it('that is missing or fails is named, with the place to open by hand', async () => {
    const { project, programs, open, choose } = await setUp();
    const place = `${join(project, 'src/graph.js')}:4:2`;
    await expect(open('src/graph.js', 4, 2)).rejects.toMatchObject({
      message: 'No editor was found on this computer.',
      hint: expect.stringContaining(place),
    });
    await addProgram(programs, 'code', 3);
    await expect(open('src/graph.js', 4, 2)).rejects.toMatchObject({
      message: 'VS Code could not open the file. It ended with code 3.',
      hint: expect.stringContaining(place),
    });
    await choose('cursor');
    await expect(open('src/graph.js')).rejects.toMatchObject({ message: 'The chosen editor was not found.' });
  });

  it('is given no file outside of the project, and no file as an option', async () => {
    const { project, programs, open } = await setUp();
    const code = await addProgram(programs, 'code');
    const outside = join(await newFolder(), 'outside.js');
    await writeFile(outside, '');
    await symlink(outside, join(project, 'linked.js'));
    await mkdir(join(project, 'node_modules'));
    await writeFile(join(project, 'node_modules/x.js'), '');
    for (const file of [
      'linked.js',
      outside,
      '../outside.js',
      '/etc/passwd',
      'missing.js',
      'src',
      'a\0b',
      'node_modules/x.js',
    ])
      await expect(open(file)).rejects.toMatchObject({ code: 'invalid-input' });
    await writeFile(join(project, '--new-window'), '');
    await open('--new-window');
    expect(await lines(code)).toEqual(['--goto', `${join(project, '--new-window')}:1:1`]);
  });
});
