import type { App } from 'electron';

/** As in `packaging/electron-builder.mjs`: the installer writes it into the program's shortcuts. */
export const appId = 'remotegraph.studio';

/** Windows shows notifications only of a program that says which shortcut is its own. One that is not installed has none. */
export function setWindowsAppId(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId'>,
  { platform, execPath }: Pick<NodeJS.Process, 'platform' | 'execPath'>,
): void {
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appId : execPath);
}
