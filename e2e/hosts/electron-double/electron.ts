import type * as Electron from 'electron';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu, MenuItem } from './menu.ts';
import { menuKeys } from './menu-keys.ts';
import { nativeTheme } from './native-theme.ts';
import { refuseUnknown } from './refuse-unknown.ts';
import { safeStorage } from './safe-storage.ts';
import { protocol } from './scheme-server.ts';
import { session } from './session.ts';
import { dialog, screen, shell } from './system-parts.ts';
import { utilityProcess } from './utility-process.ts';
import { WebContents } from './web-contents.ts';

menuKeys.items = () => Menu.getApplicationMenu()?.items ?? [];

/** What `require('electron')` gives in the double. */
export const electron = refuseUnknown('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents: WebContents,
} satisfies Partial<Record<keyof typeof Electron, unknown>>);

/** Where `electron-exports.ts`, which Node loads for `import ... from 'electron'`, finds the module. */
export const moduleKey: unique symbol = Symbol.for('electron double');
