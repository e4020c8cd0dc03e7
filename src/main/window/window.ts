import { BrowserWindow, dialog, nativeTheme, screen, type Rectangle } from 'electron';
import { linkQuery, type StudioLink } from '../../shared/model/studio-link.ts';
import type { AppSource } from './app-origin.ts';
import { installCrashRecovery } from './crash-recovery.ts';
import { showWhenReady } from './show-window.ts';
import { runAfter } from '../timers.ts';
import { windowOptions } from './window-options.ts';
import { besideBounds, fitWindowState } from './window-state.ts';
import { type WindowStateFile, persistWindowState } from './window-state-store.ts';

export interface WindowParts {
  readonly title: string;
  readonly preload: string;
  readonly source: AppSource;
  /** The place that the window opens; `null`: where the last one was. */
  readonly link: StudioLink | null;
  /** Bounds of the window that it is opened from. */
  readonly beside: Rectangle | null;
  readonly stateFile: WindowStateFile;
  readonly log: (message: string) => void;
}

export function openWindow(parts: WindowParts): BrowserWindow {
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea);
  const { title, preload, source, link, beside } = parts;
  const state = beside === null ? fitWindowState(parts.stateFile.read(), areas) : besideBounds(beside, areas);
  const window = new BrowserWindow(
    windowOptions({ title, preload, state, dark: nativeTheme.shouldUseDarkColors }),
  );
  const isShown = showWhenReady(window, state.maximized, runAfter);
  const writeState = persistWindowState(window, { file: parts.stateFile, isShown, after: runAfter });
  installCrashRecovery(window.webContents, {
    now: () => performance.now(),
    after: runAfter,
    log: parts.log,
    onGiveUp: () => {
      confirmReload(window, writeState).catch((error: unknown) => {
        parts.log(`The dialog after a crash failed: ${String(error)}`);
      });
    },
  });
  const address = link === null ? source.startUrl : `${source.startUrl}?${linkQuery(link)}`;
  window.loadURL(address).catch((error: unknown) => {
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
