import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../../services/storage/folder-lock.ts';
import { openDataFolder } from '../../web-host/data-folder.ts';
import { AppError } from '../../shared/app-error.ts';
import { installationPaths } from '../../web-host/installation-paths.ts';
import type { CliContext } from '../context.ts';
import { demoFolder, isDemoBundled, packagesOfInstallation } from './demo-resources.ts';

/** Written last, so that an interrupted installation is none. */
const marker = 'installed.json';

/** Whether the demo server of this version can start. */
export async function isDemoInstalled(dataFolder: string): Promise<boolean> {
  if (isDemoBundled()) return true;
  const text = await readFile(join(demoFolder(dataFolder), marker), 'utf8').catch(() => null);
  return text === JSON.stringify({ version: installationPaths().version });
}

/**
 * Installs the demo server with its packages into the data folder, in the tested versions and without their install
 * scripts. Throws `AppError` with npm's words.
 */
export async function installDemo(dataFolder: string, context: CliContext): Promise<void> {
  if (isDemoBundled()) return;
  const { path } = await openDataFolder(dataFolder);
  // An open studio may be running the demo server from there.
  const lock = await lockFolder(path, `command line, process ${process.pid}`);
  try {
    await installInto(demoFolder(path), context);
  } finally {
    await lock.release();
  }
}

async function installInto(target: string, { terminal, signal }: CliContext): Promise<void> {
  const { resourcesFolder, version } = installationPaths();
  const draft = `${target}.new`;
  terminal.note(`Installing the demo server's packages into ${target} (once, about 135 MB)...`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await cp(packagesOfInstallation(), draft, { recursive: true });
  await cp(resourcesFolder, join(draft, 'resources'), { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(['ci', '--ignore-scripts', '--prefer-offline', ...quiet], draft, signal);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    signal.throwIfAborted();
    throw new AppError('unsupported', 'The packages of the demo server could not be installed.', {
      hint: 'Use --no-demo to open the studio without it.',
      details: { server: output.trim().slice(0, 1000) },
    });
  }
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  await writeFile(join(target, marker), JSON.stringify({ version }), { mode: 0o600 });
}

/** Runs the npm that comes with this Node. */
function npm(args: readonly string[], cwd: string, signal: AbortSignal) {
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    let output = '';
    // On Windows npm is a script, which only a shell starts. The arguments are constants.
    const child = spawn('npm', [...args], {
      cwd,
      signal,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    child.once('error', (error) => resolve({ code: null, output: `${output}\n${error.message}` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
