import { spawnSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launchFolder, sweepLaunchPages, writeLaunchPage } from './launch-page.ts';
import { createLauncher, type Launcher } from './browser-launcher.ts';
import { browserCommand } from './open-in-browser.ts';
import { createSessions } from './sessions.ts';

let parent: string;
let folder: string;
const launchers: Launcher[] = [];
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'launch-test-')));
  folder = join(parent, 'launch');
});
afterEach(async () => {
  await Promise.all(launchers.splice(0).map((launcher) => launcher.stop()));
  await rm(parent, { recursive: true, force: true });
});

/** A launcher whose browser only records the addresses that it should open. */
function start(options: { readonly lifetimeMs?: number; readonly works?: boolean } = {}) {
  const sessions = createSessions();
  const codes: string[] = [];
  const opened: string[] = [];
  const bugs: string[] = [];
  const launcher = createLauncher({
    folder,
    freshAddress(onSpent) {
      const code = sessions.issueCode(onSpent);
      codes.push(code);
      return `http://127.0.0.1:4983/#code=${code}`;
    },
    onBug: (where, error) => bugs.push(`${where}: ${String(error)}`),
    open(url) {
      opened.push(url);
      return Promise.resolve(options.works ?? true);
    },
    ...(options.lifetimeMs === undefined ? {} : { lifetimeMs: options.lifetimeMs }),
  });
  launchers.push(launcher);
  return { launcher, sessions, codes, opened, bugs };
}

const names = (): Promise<readonly string[]> => readdir(parent, { recursive: true });
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('the page that a browser is started with', () => {
  test('sends it on to the address; the browser gets the path of the page only', async () => {
    const { launcher, codes, opened } = start();
    expect(await launcher.launch()).toBe(true);
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatch(/^file:\/\/\/.*\/launch\/studio-[0-9a-f]{24}\.html$/);
    expect(opened[0]).not.toContain(codes[0]);
    const page = await readFile(fileURLToPath(opened[0] ?? ''), 'utf8');
    expect(page).toContain(`content="0; url=http://127.0.0.1:4983/#code=${codes[0]}"`);
  });

  test.skipIf(process.platform === 'win32')('can be read by this user only (modes of files)', async () => {
    const { launcher, opened } = start();
    await launcher.launch();
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(fileURLToPath(opened[0] ?? ''))).toBe(0o600);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'can not be read by the user nobody (needs root to ask)',
    async () => {
      const { launcher, opened } = start();
      await launcher.launch();
      // The parent of the studio's own folder is open to all users.
      await chmod(parent, 0o755);
      const path = fileURLToPath(opened[0] ?? '');
      const read = spawnSync('cat', [path], { uid: 65_534, gid: 65_534, encoding: 'utf8' });
      expect(read.status).not.toBe(0);
      expect(read.stdout).toBe('');
      const list = spawnSync('ls', [folder], { uid: 65_534, gid: 65_534, encoding: 'utf8' });
      expect(list.stdout).toBe('');
    },
  );

  test('is deleted with its folder when its code is used', async () => {
    const { launcher, sessions, codes } = start();
    await launcher.launch();
    expect(sessions.exchange(codes[0] ?? '')).not.toBeNull();
    await expect.poll(names).toEqual([]);
  });

  test('is deleted when its code expires', async () => {
    const { launcher } = start({ lifetimeMs: 50 });
    await launcher.launch();
    await expect.poll(names).toEqual([]);
  });

  test('is deleted if no browser opened it, and when the studio ends', async () => {
    const failing = start({ works: false });
    expect(await failing.launcher.launch()).toBe(false);
    expect(await names()).toEqual([]);
    const { launcher } = start();
    await launcher.launch();
    expect(await names()).toHaveLength(2);
    await launcher.stop();
    expect(await names()).toEqual([]);
  });

  test.skipIf(process.platform === 'win32').each([
    ['others can enter', () => mkdir(folder).then(() => chmod(folder, 0o755))],
    ['a link leads away', () => mkdir(join(parent, 'far')).then(() => symlink(join(parent, 'far'), folder))],
  ])('is not written if %s (modes and links)', async (_, prepare) => {
    await prepare();
    const { launcher, opened, bugs } = start();
    expect(await launcher.launch()).toBe(false);
    expect(opened).toEqual([]);
    expect(bugs).toEqual([expect.stringMatching(/Other users can access/)]);
    expect((await names()).filter((name) => name.endsWith('.html'))).toEqual([]);
  });

  test('what a killed start left is deleted by the next one, and nothing else is', async () => {
    const old = await writeLaunchPage(folder, 'http://127.0.0.1:1/');
    await utimes(old.path, new Date(0), new Date(0));
    const fresh = await writeLaunchPage(folder, 'http://127.0.0.1:2/');
    await writeFile(join(folder, 'notes.html'), '');
    await utimes(join(folder, 'notes.html'), new Date(0), new Date(0));
    await sweepLaunchPages(folder, 60_000);
    expect((await readdir(folder)).map((name) => join(folder, name)).toSorted()).toEqual(
      [fresh.path, join(folder, 'notes.html')].toSorted(),
    );
  });

  test('an address is escaped in it', async () => {
    const { path } = await writeLaunchPage(folder, 'http://a/"><script>&');
    expect(await readFile(path, 'utf8')).not.toContain('<script>');
  });

  test.each([
    ['linux', false, '/home/u/.local/share/studio', '/home/u/.local/share/studio/launch'],
    ['linux', true, '/home/u/.local/share/studio', '/home/u/remote-graph-studio-launch'],
    ['linux', true, '/tmp/studio', '/home/u/remote-graph-studio-launch'],
    ['linux', true, '/home/u/snap/studio', '/home/u/remote-graph-studio-launch'],
    ['linux', true, '/home/u/work/.studio', '/home/u/remote-graph-studio-launch'],
    ['linux', true, '/home/u/work/studio', '/home/u/work/studio/launch'],
    [
      'darwin',
      false,
      '/Users/u/Library/Application Support/studio',
      '/Users/u/Library/Application Support/studio/launch',
    ],
  ] as const)('on %s (snap: %s) with data in %s it is in %s', (os, hasSnap, dataFolder, expected) => {
    expect(launchFolder({ os, dataFolder, home: '/home/u', hasSnap })).toBe(expected);
  });

  test.each([
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', 'file:///C:/Users/u/x.html']],
    ['darwin', {}, ['open', 'file:///C:/Users/u/x.html']],
    ['linux', { DISPLAY: ':0' }, ['xdg-open', 'file:///C:/Users/u/x.html']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', 'file:///C:/Users/u/x.html']],
    ['linux', {}, null],
  ] as const)('on %s with %o the command is %j', (os, env, command) => {
    expect(browserCommand('file:///C:/Users/u/x.html', os, env)).toEqual(command);
  });
});
