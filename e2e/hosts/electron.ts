import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Page } from 'playwright/test';
import type { HostKind, HostRequest, OpenStudio } from './host.ts';

const root = resolve(import.meta.dirname, '../..');

/** Which program is driven: the real Electron when its binary is installed, the double otherwise. */
export interface ElectronChoice {
  readonly kind: Extract<HostKind, 'electron' | 'double'>;
  /** `undefined` lets Playwright find the package's own binary, which it can hold back until it is connected. */
  readonly executablePath: string | undefined;
}

/** A running Electron host, with the application for specs that look at the shell itself. */
export interface OpenElectronStudio extends OpenStudio {
  readonly kind: ElectronChoice['kind'];
  readonly application: ElectronApplication;
}

/** Looks for the binary in the places that the package `electron` itself knows. Throws when the double is not built. */
export function chooseElectron(): ElectronChoice {
  if (hasElectron()) return { kind: 'electron', executablePath: undefined };
  const double = join(root, 'out/e2e/electron-double/electron-double');
  if (!existsSync(double))
    throw new Error('The Electron double is not built. Run the specs with "npm run e2e".');
  return { kind: 'double', executablePath: double };
}

/** Starts the built program with an empty data folder and waits for its window. */
export async function openElectron({ dataFolder, playwright }: HostRequest): Promise<OpenElectronStudio> {
  const { kind, executablePath } = chooseElectron();
  const application = await playwright._electron.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [root],
    cwd: root,
    env: { ...definedEnvironment(), REMOTE_GRAPH_STUDIO_DATA: dataFolder },
  });
  let page = await application.firstWindow();
  return {
    kind,
    application,
    page: () => page,
    async restartWindow() {
      page = await reopenWindow(application);
      return page;
    },
    close: () => application.close(),
  };
}

/** Closes the window and opens another one while the program goes on, as on a Mac, where closing does not quit. */
async function reopenWindow(application: ElectronApplication): Promise<Page> {
  const opened = application.waitForEvent('window');
  await application.evaluate(({ app, BrowserWindow }) => {
    app.removeAllListeners('window-all-closed');
    app.on('window-all-closed', () => undefined);
    for (const window of BrowserWindow.getAllWindows()) window.close();
    app.emit('activate');
  });
  return opened;
}

function hasElectron(): boolean {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) return true;
  const electron = join(root, 'node_modules/electron');
  try {
    return existsSync(join(electron, 'dist', readFileSync(join(electron, 'path.txt'), 'utf8')));
  } catch {
    return false;
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
