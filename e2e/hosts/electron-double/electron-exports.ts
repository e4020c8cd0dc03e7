import type { electron } from './electron.ts';

/**
 * The module `electron` for ES modules, with a named export for each part of the double. A missing name fails
 * to link.
 */
const double = Reflect.get(globalThis, Symbol.for('electron double')) as typeof electron;

export const {
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
  webContents,
} = double;
