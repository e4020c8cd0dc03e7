import type { BrowserWindowConstructorOptions } from 'electron';
import { minSize, type WindowState } from './window/window-state.ts';
import { windowPreferences } from './web-preferences.ts';

/** What a window is opened with. */
export interface WindowAppearance {
  readonly title: string;
  readonly preload: string;
  readonly state: WindowState;
  readonly dark: boolean;
}

/** Options of the studio's window. Hidden until its page has something to show, on the page's own ground colour. */
export function windowOptions({ title, preload, state, dark }: WindowAppearance): BrowserWindowConstructorOptions {
  return {
    ...state.bounds,
    minWidth: Math.min(minSize.width, state.bounds.width),
    minHeight: Math.min(minSize.height, state.bounds.height),
    show: false,
    title,
    // The page's `--bg-0`, so that nothing flashes before it is drawn.
    backgroundColor: dark ? '#0c0e12' : '#f3f5f8',
    webPreferences: windowPreferences(preload),
  };
}
