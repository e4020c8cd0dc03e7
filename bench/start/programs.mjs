// Whole programs in Electron, or in its double where there is no binary: the studio, and one that does
// nothing but open a window with an empty page.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron as electron } from 'playwright';
import { buildDouble } from '../../e2e/hosts/electron-double/build.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { idleOf } from './idle.mjs';
import { storedAfterMs, seenAndReady } from './first-paint.mjs';
import { prepareForKnownUser } from '../../scripts/lib/known-user.mjs';

const emptyProgram = `
  const { app, BrowserWindow } = require('electron');
  app.setPath('userData', process.env.EMPTY_PROFILE);
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false };
  app.whenReady().then(() => {
    new BrowserWindow({ width: 1440, height: 900, webPreferences }).loadURL(process.env.EMPTY_PAGE);
  });
  app.on('window-all-closed', () => app.quit());
`;

/** @typedef {import('./first-paint.mjs').Times} Times */
/** @typedef {import('./first-paint.mjs').Marks} Marks */

/**
 * Starts of both, taken in turns, and what they take when nobody uses them. The first start of each is not counted: caches
 * and kept pictures come from it.
 * @param {{ rounds: number, emptyPage: string, reactPage: string, marks: { blank: Marks, studio: Marks } }} options
 */
export async function measurePrograms({ rounds, emptyPage, reactPage, marks }) {
  const folder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-bench-'));
  prepareForKnownUser(join(folder, 'data'));
  const emptyFolder = join(folder, 'empty');
  const options = hasElectron() ? {} : { executablePath: await buildDouble() };
  const studio = {
    program: { ...options, args: [inRoot()] },
    environment: { REMOTE_GRAPH_STUDIO_DATA: join(folder, 'data') },
    marks: marks.studio,
  };
  const empty = (/** @type {string} */ page) => ({
    program: { ...options, args: [emptyFolder] },
    environment: { EMPTY_PAGE: page, EMPTY_PROFILE: join(folder, 'profile') },
    marks: marks.blank,
  });
  try {
    await writeEmptyProgram(emptyFolder);
    await started(studio, () => undefined, true);
    await started(empty(emptyPage), () => undefined);
    /** @type {Times[]} */ const studioTimes = [];
    /** @type {Times[]} */ const blankTimes = [];
    for (let round = 0; round < rounds; round += 1) {
      studioTimes.push((await started(studio, () => undefined)).times);
      blankTimes.push((await started(empty(emptyPage), () => undefined)).times);
    }
    const idle = {
      studio: (await started(studio, idleOf)).used,
      empty: (await started(empty(reactPage), idleOf)).used,
    };
    return { name: hasElectron() ? 'Electron' : "Electron's double", studioTimes, blankTimes, idle };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Starts a program and ends it; the times count from the start until its window shows what it should.
 * @template Used
 * @param {{ program: { executablePath?: string, args: string[] }, environment: Record<string, string>, marks: Marks }} which
 * @param {(application: import('playwright').ElectronApplication) => Used | Promise<Used>} work @param {boolean} isFirst
 */
async function started({ program, environment, marks }, work, isFirst = false) {
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined);
  const startedAt = performance.now();
  const application = await electron.launch({
    ...program,
    env: {
      ...Object.fromEntries(inherited),
      ...environment,
      REMOTE_GRAPH_STUDIO_PARENT: String(process.pid),
    },
  });
  try {
    const page = await application.firstWindow();
    const times = await seenAndReady(page, marks, startedAt, isFirst);
    const used = await work(application);
    await pause(storedAfterMs);
    return { times, used };
  } finally {
    await application.close();
  }
}

/** @param {string} folder */
async function writeEmptyProgram(folder) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'empty', main: 'index.cjs' }));
  await writeFile(join(folder, 'index.cjs'), emptyProgram);
}

/** True where Electron's binary is installed and has a display. */
function hasElectron() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const display = process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
  return display && existsSync(inRoot('node_modules', 'electron', 'path.txt'));
}
