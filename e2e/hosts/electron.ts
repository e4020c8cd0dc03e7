import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Page } from 'playwright/test';
import { buildDouble } from './electron-double/build.mjs';
import { faultsVariable, type Faults } from './electron-double/faults.ts';
import type { HostKind, HostRequest, OpenStudio } from './host.ts';
import { prepareForKnownUser } from '../../scripts/lib/known-user.mjs';
import { withinLimit } from './within-limit.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Which program the specs drive: real Electron where it is installed and has a display, otherwise the double.
 */
export interface ElectronChoice {
  readonly kind: Extract<HostKind, 'electron' | 'double'>;
  readonly program: string;
}

/** A running Electron host, with the application for specs of the shell. */
export interface OpenElectronStudio extends OpenStudio {
  readonly kind: ElectronChoice['kind'];
  readonly application: ElectronApplication;
}

let builtDouble: Promise<string> | null = null;

/**
 * Looks for the binary where the package `electron` does; without one, builds the double in half a second.
 * Only once, because a running double still reads its files.
 */
export async function chooseElectron(): Promise<ElectronChoice> {
  const { E2E_PACKAGE: packed, E2E_PACKAGE_PROGRAM: packedProgram } = process.env;
  if (packedProgram) return { kind: 'electron', program: packedProgram };
  // A stand-in for Electron was packed, which only the double can run.
  const program = hasDisplay() && !packed ? findElectron() : null;
  if (program) return { kind: 'electron', program };
  // A job that is named after Electron must not pass on the double.
  if (process.env['E2E_REQUIRE_ELECTRON'] === '1' && !packed)
    throw new Error(
      `E2E_REQUIRE_ELECTRON is set, but ${hasDisplay() ? 'Electron is not installed' : 'there is no display'}.`,
    );
  builtDouble ??= buildDouble();
  return { kind: 'double', program: await builtDouble };
}

/**
 * The environment of a studio for specs: its own data folder, an end with the specs, and the double's faults.
 */
export function electronEnvironment(dataFolder: string, faults: Faults = {}): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...Object.fromEntries(inherited),
    REMOTE_GRAPH_STUDIO_DATA: dataFolder,
    REMOTE_GRAPH_STUDIO_PARENT: String(process.pid),
    [faultsVariable]: JSON.stringify(faults),
  };
}

/** Options of the shell's specs: faults that only the double can have on request. */
export interface ElectronRequest extends Pick<HostRequest, 'dataFolder' | 'playwright'> {
  readonly faults?: Faults;
  /** A packaged program to start instead of the built one. */
  readonly packaged?: string;
}

/** Starts the built program with an empty data folder and waits for its window. */
export async function openElectron({
  dataFolder,
  playwright,
  faults = {},
  packaged,
}: ElectronRequest): Promise<OpenElectronStudio> {
  const { kind, program } = await chooseElectron();
  prepareForKnownUser(dataFolder);
  const { _electron: electron } = playwright;
  // `npm run test:servers` names an installation whose demo server is another one.
  const installation = process.env['E2E_INSTALLATION'] ?? root;
  const launch = (): Promise<ElectronApplication> =>
    electron.launch({
      // Playwright holds real Electron back until it has connected only if it finds the binary by itself.
      ...(kind === 'double' || packaged ? { executablePath: packaged ?? program } : {}),
      args: packaged === undefined ? [installation] : [],
      cwd: packaged === undefined ? installation : '/',
      env: electronEnvironment(dataFolder, faults),
    });
  let application = await launch();
  // Playwright forgets it when it has ended.
  let started = application.process();
  /** Nothing that Playwright waits for without a limit fails mutely. */
  const limited = <T>(what: string, work: Promise<T>): Promise<T> =>
    withinLimit(work, what, { program: started, dataFolder });
  let page = await whenLoaded(await application.firstWindow());
  const versions = await limited(
    'The main process did not answer',
    application.evaluate(() => process.versions),
  );
  return {
    kind,
    runsOn:
      kind === 'electron'
        ? `Electron ${versions['electron'] ?? 'unknown'}`
        : `a double of Electron ${versions['electron'] ?? 'unknown'} (Node ${versions.node})`,
    get application() {
      return application;
    },
    page: () => page,
    async killAndRestart(onKilled) {
      const ended = application.waitForEvent('close');
      application.process().kill('SIGKILL');
      await ended;
      onKilled?.();
      application = await launch();
      started = application.process();
      page = await whenLoaded(await application.firstWindow());
      return page;
    },
    async restartWindow() {
      page = await reopenWindow(application);
      return page;
    },
    close: () => limited('The studio did not quit', application.close()),
  };
}

/** Closes the window and opens another one while the program keeps running, as on a Mac. */
async function reopenWindow(application: ElectronApplication): Promise<Page> {
  const opened = application.waitForEvent('window');
  await application.evaluate(({ app, BrowserWindow }) => {
    app.removeAllListeners('window-all-closed');
    app.once('window-all-closed', () => {
      app.on('window-all-closed', () => undefined);
      app.emit('activate');
    });
    for (const window of BrowserWindow.getAllWindows()) window.close();
  });
  return whenLoaded(await opened);
}

/** A window exists before its page: both Electron and the double open it empty. */
async function whenLoaded(page: Page): Promise<Page> {
  await page.waitForURL((address) => address.protocol !== 'about:', { waitUntil: 'load' });
  return page;
}

function findElectron(): string | null {
  const electron = join(root, 'node_modules/electron');
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electron, 'dist');
  try {
    const program = join(dist, readFileSync(join(electron, 'path.txt'), 'utf8'));
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}
