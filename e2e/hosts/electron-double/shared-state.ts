import type { CdpTarget } from './chromium/cdp.ts';
import type { Chromium } from './chromium/start-chromium.ts';

/** What the parts of the double share while it runs; `boot.ts` fills it. */
export const sharedState = {
  /** Folder of the program that runs. */
  root: '',
  /** The `resources` folder of a package, whose program lies in its `app.asar`; `null` for a program that is developed. */
  packagedIn: null as string | null,
  chromium: null as Chromium | null,
  quitting: false,
};

/** The browser's own debugging target. Only asked for once the program is ready. */
export function browserTarget(): CdpTarget {
  if (!sharedState.chromium) throw new Error('electron double: the browser is not started yet');
  return sharedState.chromium.cdp.target();
}
