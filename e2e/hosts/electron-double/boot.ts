import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './modules/app.ts';
import { startChromium } from './chromium/start-chromium.ts';
import { installModule } from './install-module.ts';
import { sharedState } from './shared-state.ts';
import { startSchemeServer } from './modules/protocol.ts';
import { session } from './modules/session.ts';

/** Starts like Electron: first the program's main file, then the browser, then `ready`. */
const args = process.argv.slice(2);
sharedState.packagedIn = process.env['ELECTRON_DOUBLE_RESOURCES'] ?? null;
const chosen = args.find((argument) => !argument.startsWith('-')) ?? '.';
// A packaged program takes no path from its arguments.
const entry = findEntry(
  sharedState.packagedIn === null ? resolve(chosen) : join(sharedState.packagedIn, 'app.asar'),
);

const profile = args.find((argument) => argument.startsWith('--user-data-dir='))?.split('=')[1];
if (profile) app.setPath('userData', resolve(profile));
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });
Object.defineProperty(process.versions, 'chrome', { value: '156.0.0.0', enumerable: true });
Object.assign(process, {
  type: 'browser',
  ...(sharedState.packagedIn === null ? { defaultApp: true } : {}),
  resourcesPath: sharedState.packagedIn ?? join(sharedState.root, 'resources'),
});
process.argv = [process.execPath, ...args];

installModule();
await import(pathToFileURL(entry).href);

if (!sharedState.quitting) {
  const { port } = await startSchemeServer();
  const chromiumProfile = join(app.getPath('userData'), 'electron-double-chromium');
  mkdirSync(chromiumProfile, { recursive: true });
  sharedState.chromium = await startChromium(chromiumProfile, port);
  await session.defaultSession.watchDownloads();
  // Playwright's `_electron` waits for this line before it connects to the pages.
  process.stderr.write(`${sharedState.chromium.devToolsLine}\n`);
  app.becomeReady();
}

function findEntry(path: string): string {
  if (!statSync(path).isDirectory()) {
    sharedState.root = dirname(path);
    return path;
  }
  sharedState.root = path;
  const { main = 'index.js' } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
    main?: string;
  };
  return resolve(path, main);
}
