import type { WebPreferences } from 'electron';

/**
 * The one table of preferences that every window gets (row E-2). Values that are Electron's defaults are written out
 * all the same, so that a changed default changes nothing here.
 */
export const lockedPreferences = Object.freeze({
  allowRunningInsecureContent: false,
  contextIsolation: true,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  plugins: false,
  sandbox: true,
  safeDialogs: true,
  spellcheck: false,
  webSecurity: true,
  webviewTag: false,
} satisfies WebPreferences);

/** The preferences of a window: the locked table and the file that runs before its page. */
export function windowPreferences(preload: string): WebPreferences {
  return { ...lockedPreferences, preload };
}
