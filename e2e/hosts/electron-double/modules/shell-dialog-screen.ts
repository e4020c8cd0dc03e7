import type { Dialog, Display, Screen, Shell } from 'electron';
import { refuseUnknown } from '../refuse-unknown.ts';

/** Opens nothing; records what it was asked to open. */
export const shell = refuseUnknown('shell', {
  opened: [] as string[],
  async openExternal(address) {
    shell.opened.push(address);
  },
  async openPath(path) {
    shell.opened.push(path);
    return '';
  },
} satisfies Pick<Shell, 'openExternal' | 'openPath'> & { readonly opened: string[] });

/** Selects the first button and no folder, unless a spec replaces the function. */
export const dialog = refuseUnknown('dialog', {
  showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showErrorBox: (title, content) => console.error(`[error box] ${title}: ${content}`),
} satisfies Pick<Dialog, 'showMessageBox' | 'showErrorBox' | 'showOpenDialog'>);

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = refuseUnknown('Display', {
  id: 1,
  scaleFactor: 1,
  bounds: area,
  workArea: area,
} satisfies Pick<Display, 'id' | 'scaleFactor' | 'bounds' | 'workArea'>);

/** One display of 1920 by 1080. */
export const screen = refuseUnknown('screen', {
  getPrimaryDisplay: () => display as Display,
  getAllDisplays: () => [display as Display],
} satisfies Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'>);
