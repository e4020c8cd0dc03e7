import type { CdpTarget } from './chromium/cdp.ts';
import type { Chromium } from './chromium/start-chromium.ts';

/** State shared by the parts of the double; `boot.ts` fills it. */
export const sharedState = {
  /** Folder of the running program. */
  root: '',
  /** The `resources` folder of a packaged program, which is in its `app.asar`; `null` in development. */
  packagedIn: null as string | null,
  chromium: null as Chromium | null,
  quitting: false,
};

/** The browser's own debugging target. Available once the program is ready. */
export function browserTarget(): CdpTarget {
  if (!sharedState.chromium) throw new Error('electron double: the browser is not started yet');
  return sharedState.chromium.cdp.target();
}
