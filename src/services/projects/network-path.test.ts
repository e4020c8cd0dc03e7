import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProject } from './read-project.ts';
import { leadsToNetwork, networkRoot, type LinkReader } from './network-path.ts';

const folder = 'C:\\work\\cloned';

/** A Windows disk with these links, which fails a test that asks anything of another computer. */
function windowsDisk(
  links: Readonly<Record<string, string>> = {},
): LinkReader & { readonly checkedPaths: string[] } {
  const checkedPaths: string[] = [];
  return {
    checkedPaths,
    isLink: async (path) => {
      checkedPaths.push(path);
      return Object.hasOwn(links, path);
    },
    readLink: async (path) => links[path] ?? '',
  };
}

describe('a path on Windows', () => {
  it.each([
    '\\\\evil.example\\share\\graph.py',
    '//evil.example/share/graph.py',
    '\\\\evil.example@SSL\\share\\graph.py',
    '\\\\evil.example@8080\\DavWWWRoot\\graph.py',
    '\\\\?\\UNC\\evil.example\\share\\graph.py',
    '//?/UNC/evil.example/share/graph.py',
    '\\\\.\\pipe\\name',
    '\\\\?\\GLOBALROOT\\Device\\Mup\\evil.example\\share\\graph.py',
    '\\??\\UNC\\evil.example\\share\\graph.py',
    '/\\evil.example\\share\\graph.py',
    '\\/evil.example/share/graph.py',
  ])('%s leads to another computer, and nothing is asked of it', async (path) => {
    const links = windowsDisk();
    expect(await leadsToNetwork(path, folder, { platform: 'win32', links })).toBe(true);
    expect(links.checkedPaths).toEqual([]);
  });

  it.each(['C:\\work\\cloned\\graph.py', '.\\graph.py', 'D:\\other\\graph.py', '\\\\?\\C:\\work\\graph.py'])(
    '%s is on this computer',
    async (path) => {
      expect(networkRoot(path, 'win32')).toBeNull();
      expect(await leadsToNetwork(path, folder, { platform: 'win32', links: windowsDisk() })).toBe(false);
    },
  );

  it.each([
    ['\\\\evil.example\\share', ['C:\\', 'C:\\work']],
    ['\\\\?\\UNC\\evil.example\\share', []],
    ['\\??\\UNC\\evil.example\\share', []],
    ['..\\next', []],
  ])('a link to %s on its way is read and not followed', async (target) => {
    const links = windowsDisk({
      'C:\\work\\cloned\\src': target,
      'C:\\work\\next': '\\\\evil.example\\share',
    });
    const deepPath = 'C:\\work\\cloned\\src\\deep\\graph.py';
    expect(await leadsToNetwork(deepPath, folder, { platform: 'win32', links })).toBe(true);
    expect(links.checkedPaths.filter((path) => /evil/i.test(path))).toEqual([]);
  });

  it('links in a circle end', async () => {
    const links = windowsDisk({ 'C:\\a': 'C:\\b', 'C:\\b': 'C:\\a' });
    expect(await leadsToNetwork('C:\\a\\x', folder, { platform: 'win32', links })).toBe(false);
  });

  it('a project on a share that the user has opened may name files on that share, and on no other', async () => {
    const options = { platform: 'win32', links: windowsDisk() } as const;
    const ownPath = '\\\\nas\\projects\\writer';
    expect(await leadsToNetwork('\\\\NAS\\projects\\writer\\graph.py', ownPath, options)).toBe(false);
    expect(await leadsToNetwork('\\\\nas\\other\\graph.py', ownPath, options)).toBe(true);
    expect(await leadsToNetwork('\\\\evil\\projects\\graph.py', ownPath, options)).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('a project on this disk', () => {
  let project: string;
  beforeEach(async () => {
    project = await realpath(await mkdtemp(join(tmpdir(), 'network-path-')));
  });
  afterEach(() => rm(project, { recursive: true, force: true }));

  it('opens without a look at what its files name on other computers, and says so', async () => {
    await mkdir(join(project, 'src'));
    await symlink('/net/evil.example/share', join(project, 'src', 'linked'));
    await writeFile(
      join(project, 'langgraph.json'),
      JSON.stringify({
        node_version: '22',
        graphs: {
          a: '/net/evil.example/share/a.ts:graph',
          b: './src/linked/b.ts:graph',
          c: './src/c.ts:graph',
        },
        env: '/net/evil.example/.env',
      }),
    );
    const { problems } = await readProject(project);
    expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
      [
        'warning',
        'langgraph.json: the graph "a" is in /net/evil.example/share/a.ts, on another computer. It was not looked for.',
      ],
      [
        'warning',
        'langgraph.json: the graph "b" is in ./src/linked/b.ts, on another computer. It was not looked for.',
      ],
      ['error', 'langgraph.json: the graph "c" is in ./src/c.ts, which does not exist.'],
      [
        'warning',
        'The environment file /net/evil.example/.env, named by langgraph.json, is on another computer. It was not looked for.',
      ],
    ]);
  });

  it('whose own files are links to another computer is not read there', async () => {
    await symlink('/net/evil.example/langgraph.json', join(project, 'langgraph.json'));
    const { problems } = await readProject(project);
    expect(problems.map(({ message }) => message)).toEqual(['langgraph.json is a link to another computer.']);
  });
});
