import type { WebPreferences, BrowserWindowConstructorOptions } from 'electron';
import { minSize, type WindowState } from './window-state.ts';

// Preferences of every window. Electron's defaults are spelled out, so that a changed default
// changes nothing here.
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

// The locked preferences, with the preload script. Compiled code is kept from the first start on, in the profile; by
// default Chromium waits for a script to be loaded several times.
export function windowPreferences(preload: string): WebPreferences {
  return { ...lockedPreferences, preload, v8CacheOptions: 'bypassHeatCheck' };
}

export interface WindowAppearance {
  readonly title: string;
  readonly preload: string;
  readonly state: WindowState;
  readonly dark: boolean;
}

// Options of the studio's window. Hidden until its page has something to show, on the page's own background.
export function windowOptions({
  title,
  preload,
  state,
  dark,
}: WindowAppearance): BrowserWindowConstructorOptions {
  return {
    ...state.bounds,
    minWidth: Math.min(minSize.width, state.bounds.width),
    minHeight: Math.min(minSize.height, state.bounds.height),
    show: false,
    title,
    // The page's `--bg-0`, so that nothing flashes before the first paint.
    backgroundColor: dark ? '#0c0e12' : '#f3f5f8',
    webPreferences: windowPreferences(preload),
  };
}
