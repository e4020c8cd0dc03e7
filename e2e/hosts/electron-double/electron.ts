import type * as Electron from 'electron';
import { app } from './modules/app.ts';
import { BrowserWindow } from './modules/browser-window.ts';
import { ipcMain } from './modules/ipc-main.ts';
import { Menu, MenuItem } from './modules/menu.ts';
import { menuKeys } from './modules/menu-accelerators.ts';
import { nativeTheme } from './modules/native-theme.ts';
import { net } from './modules/net.ts';
import { Notification } from './modules/notification.ts';
import { refuseUnknown } from './refuse-unknown.ts';
import { safeStorage } from './modules/safe-storage.ts';
import { protocol } from './modules/protocol.ts';
import { session } from './modules/session.ts';
import { dialog, screen, shell } from './modules/shell-dialog-screen.ts';
import { utilityProcess } from './modules/utility-process.ts';
import { WebContents } from './modules/web-contents.ts';

menuKeys.items = () => Menu.getApplicationMenu()?.items ?? [];

/** The result of `require('electron')` in the double. */
export const electron = refuseUnknown('electron', {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  Notification,
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
