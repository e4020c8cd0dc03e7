import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import type { AppSource } from './app-origin.ts';
import { installCrashRecovery } from './crash-recovery.ts';
import { showWhenReady } from './show-window.ts';
import { after } from '../timers.ts';
import { windowOptions } from './window-options.ts';
import { fitWindowState } from './window-state.ts';
import { type WindowStateFile, persistWindowState } from './window-state-store.ts';

export interface WindowParts {
  readonly title: string;
  readonly preload: string;
  readonly source: AppSource;
  readonly stateFile: WindowStateFile;
  readonly log: (message: string) => void;
}

export function openWindow(parts: WindowParts): BrowserWindow {
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea);
  const state = fitWindowState(parts.stateFile.read(), areas);
  const { title, preload } = parts;
  const window = new BrowserWindow(
    windowOptions({ title, preload, state, dark: nativeTheme.shouldUseDarkColors }),
  );
  const isShown = showWhenReady(window, state.maximized, after);
  const writeState = persistWindowState(window, { file: parts.stateFile, isShown, after });
  installCrashRecovery(window.webContents, {
    now: () => performance.now(),
    after,
    log: parts.log,
    onGiveUp: () => {
      confirmReload(window, writeState).catch((error: unknown) => {
        parts.log(`The dialog after a crash failed: ${String(error)}`);
      });
    },
  });
  window.loadURL(parts.source.startUrl).catch((error: unknown) => {
    parts.log(`The window could not be loaded: ${String(error)}`);
  });
  return window;
}

async function confirmReload(window: BrowserWindow, writeState: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window keeps crashing.',
    detail: 'Runs continue, and saved data is safe. Reload to try again.',
    buttons: ['Reload', 'Close'],
    defaultId: 0,
    cancelId: 1,
  });
  if (window.isDestroyed()) return;
  if (response === 0) window.webContents.reload();
  else {
    // `destroy` emits no `close`.
    writeState();
    window.destroy();
  }
}
