import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { expect, it } from 'vitest';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { sharedStudioPackage } from '../testing/shared-server.ts';
import { slowness } from '../testing/slowness.ts';
import { inFull } from '../testing/test-scale.ts';

const run = promisify(execFile);

/** A user without anything: an empty home, an empty project, and npm with the cache and registry of this machine. */
async function newUser() {
  const base = await mkdtemp(join(tmpdir(), 'studio-first-use-'));
  const [home, project] = [join(base, 'home'), join(base, 'project')];
  await mkdir(home);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true}');
  const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    npm_config_cache: cache,
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_update_notifier: 'false',
  };
  return { home, project, env, remove: () => rm(base, { recursive: true, force: true }) };
}

/** What is below a folder, down to `depth`. */
async function below(folder: string, depth: number, prefix = ''): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = prefix + entry.name;
    return entry.isDirectory() && depth > 1 ? below(join(folder, entry.name), depth - 1, `${path}/`) : [path];
  });
  return (await Promise.all(lists)).flat();
}

it.runIf(inFull && process.platform === 'linux')(
  'npx in an empty folder draws a graph of the demo server, without another package; an uninstall leaves the data folder (in full only)',
  { timeout: 300_000 * slowness() },
  async () => {
    const packed = await sharedStudioPackage();
    const archive = (await readdir(packed)).find((name) => name.endsWith('.tgz')) ?? '';
    const { home, project, env, remove } = await newUser();
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
    try {
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
      await run('npm', ['install', '--offline', ...quiet, join(packed, archive)], { cwd: project, env });
      const studio = spawn('npx', ['remote-graph-studio', '--no-open', '--port', '0'], {
        cwd: project,
        env,
        detached: true,
      });
      let written = '';
      const address = new Promise<string>((resolve, reject) => {
        for (const stream of [studio.stdout, studio.stderr]) {
          stream.on('data', (text) => {
            written += String(text);
            const [openAddress] = /http:\/\/\S+#code=\S+/.exec(written) ?? [];
            if (openAddress !== undefined) resolve(openAddress);
          });
        }
        studio.once('close', () => reject(new Error(`It ended.\n${written}`)));
      });
      const page = await browser.newPage();
      await page.goto(await address);
      // A node of the demo graph that is shown first.
      await page
        .locator('.react-flow__node', { hasText: 'plan' })
        .first()
        .waitFor({ timeout: 90_000 * slowness() });
      const ended = new Promise((resolve) => studio.once('close', resolve));
      // As a terminal does: the whole group gets it.
      process.kill(-(studio.pid ?? 0), 'SIGINT');
      await ended;

      await run('npm', ['uninstall', ...quiet, 'remote-graph-studio'], { cwd: project, env });
      expect(await below(home, 3)).toEqual(['.local/share/remote-graph-studio']);
      expect((await below(project, 1)).toSorted()).not.toContain('out');
      expect(await below(join(project, 'node_modules'), 1).catch(() => [])).not.toContain(
        'remote-graph-studio',
      );
    } finally {
      await browser.close();
      await remove();
    }
  },
);
