// Starts of whole programs in Electron, or in its double where there is no binary: the studio, and one that does nothing
// but open a window with an empty page.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron as electron } from 'playwright';
import { buildDouble } from '../../e2e/hosts/electron-double/build.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';

const emptyProgram = `
  const { app, BrowserWindow } = require('electron');
  app.setPath('userData', process.env.EMPTY_PROFILE);
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false };
  app.whenReady().then(() => {
    new BrowserWindow({ width: 1440, height: 900, webPreferences }).loadURL(process.env.EMPTY_PAGE);
  });
  app.on('window-all-closed', () => app.quit());
`;

/**
 * Milliseconds of starts of both, taken in turns. The first start of each is not counted: caches and kept pictures come
 * from it.
 * @param {{ rounds: number, emptyPage: string, drawn: string }} options
 */
export async function startPrograms({ rounds, emptyPage, drawn }) {
  const folder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-bench-'));
  const empty = join(folder, 'empty');
  const options = hasElectron() ? {} : { executablePath: await buildDouble() };
  try {
    await writeEmptyProgram(empty);
    const studio = () =>
      started({ ...options, args: [inRoot()] }, { REMOTE_GRAPH_STUDIO_DATA: join(folder, 'data') }, drawn);
    const blank = () =>
      started(
        { ...options, args: [empty] },
        { EMPTY_PAGE: emptyPage, EMPTY_PROFILE: join(folder, 'profile') },
        '#root > p',
      );
    await studio();
    await blank();
    /** @type {number[]} */ const studioMs = [];
    /** @type {number[]} */ const blankMs = [];
    for (let round = 0; round < rounds; round += 1) {
      studioMs.push(await studio());
      blankMs.push(await blank());
    }
    return { name: hasElectron() ? 'Electron' : "Electron's double", studioMs, blankMs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Milliseconds from starting a program until the element is in its window.
 * @param {{ executablePath?: string, args: string[] }} program @param {Record<string, string>} environment
 * @param {string} selector
 */
async function started(program, environment, selector) {
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined);
  const begun = performance.now();
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
    await page.locator(selector).first().waitFor();
    const ms = performance.now() - begun;
    // What a window keeps for the next start is written a moment later.
    await page.waitForTimeout(1000);
    return ms;
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
