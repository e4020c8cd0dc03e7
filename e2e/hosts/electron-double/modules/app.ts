import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';
import { BrowserWindow, windowListeners } from './browser-window.ts';
import { createEvent } from './preventable-event.ts';
import { sharedState } from '../shared-state.ts';
import { roleActions } from './menu.ts';
import { refuseUnknown } from '../refuse-unknown.ts';
import { takeInstanceLock } from './single-instance.ts';
import { endUtilityProcesses } from './utility-process.ts';

type Implemented =
  | 'isPackaged'
  | 'whenReady'
  | 'isReady'
  | 'getName'
  | 'getVersion'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setBadgeCount'
  | 'getBadgeCount'
  | 'quit'
  | 'exit';

class App extends EventEmitter implements Pick<ElectronApp, Implemented> {
  get isPackaged(): boolean {
    return sharedState.packagedIn !== null;
  }

  /** Whether the program requested a sandbox for every page. */
  sandboxEnabled = false;
  #ready = false;
  #badgeCount = 0;
  #exiting = false;
  #settleReady: () => void = () => undefined;
  readonly #whenReady = new Promise<void>((resolve) => (this.#settleReady = resolve));
  readonly #paths = new Map<string, string>();
  #temporary: string | null = null;

  whenReady(): Promise<void> {
    return this.#whenReady;
  }

  isReady(): boolean {
    return this.#ready;
  }

  getName(): string {
    const { productName, name } = readPackage();
    return productName ?? name ?? 'electron';
  }

  getVersion(): string {
    return readPackage().version ?? '0.0.0';
  }

  getAppPath(): string {
    return sharedState.root;
  }

  getPath(name: string): string {
    if (name === 'home') return homedir();
    if (name === 'temp') return tmpdir();
    const storedPath = this.#paths.get(name);
    if (storedPath) return storedPath;
    this.#temporary ??= mkdtempSync(join(tmpdir(), 'electron-double-'));
    const path = join(this.#temporary, name);
    this.setPath(name, path);
    return path;
  }

  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.sandboxEnabled = true;
  }

  requestSingleInstanceLock(): boolean {
    return takeInstanceLock(this.getPath('userData'), ({ argv, cwd }) => {
      this.emit('second-instance', createEvent({}), argv, cwd, undefined);
    });
  }

  setAsDefaultProtocolClient(): boolean {
    return true;
  }

  setBadgeCount(count = 0): boolean {
    this.#badgeCount = count;
    return true;
  }

  getBadgeCount(): number {
    return this.#badgeCount;
  }

  quit(): void {
    if (sharedState.quitting) return;
    const before = createEvent({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    sharedState.quitting = true;
    const windows = BrowserWindow.getAllWindows();
    // For the same reason as in `BrowserWindow.close`.
    if (windows.length === 0) setImmediate(() => this.#quitWithoutWindows());
    for (const window of windows) window.close();
  }

  /** Called when the last window is gone. */
  lastWindowClosed(): void {
    if (sharedState.quitting) this.#quitWithoutWindows();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  #quitWithoutWindows(): void {
    if (this.#exiting) return;
    const will = createEvent({});
    this.emit('will-quit', will);
    if (will.defaultPrevented) sharedState.quitting = false;
    else this.exit(0);
  }

  exit(code = 0): void {
    this.#exiting = true;
    sharedState.quitting = true;
    this.emit('quit', createEvent({}), code);
    endUtilityProcesses();
    const closed = sharedState.chromium?.close() ?? Promise.resolve();
    closed.finally(() => {
      if (this.#temporary) rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 5 });
      process.exit(code);
    });
  }

  /** Called by `boot.ts` when Chromium is running. */
  becomeReady(): void {
    this.#ready = true;
    this.#settleReady();
    this.emit('ready', createEvent({}), {});
  }
}

refuseUnknown('app', App.prototype);

export const app = new App();

windowListeners.onReady = () => app.isReady();
windowListeners.onCreated = (window) => {
  app.emit('browser-window-created', createEvent({}), window);
  app.emit('web-contents-created', createEvent({}), window.webContents);
};
windowListeners.onLastClosed = () => app.lastWindowClosed();
windowListeners.onCloseCancelled = () => (sharedState.quitting = false);
roleActions['quit'] = () => app.quit();

function readPackage(): { readonly productName?: string; readonly name?: string; readonly version?: string } {
  return JSON.parse(readFileSync(join(sharedState.root, 'package.json'), 'utf8')) as ReturnType<
    typeof readPackage
  >;
}
