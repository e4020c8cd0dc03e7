import { pathToFileURL } from 'node:url';
import { writeLaunchPage, type LaunchPage } from './launch-page.ts';
import { openInBrowser } from './open-in-browser.ts';
import { codeLifetimeMs } from './sessions.ts';

interface LauncherParts {
  readonly folder: string;
  // A fresh one-time address; `onSpent` is called when it was used or revoked.
  readonly freshAddress: (onSpent: () => void) => string;
  readonly onBug: (where: string, error: unknown) => void;
  // Opens the address of a file in the user's browser.
  readonly open?: (url: string) => Promise<boolean>;
  readonly lifetimeMs?: number;
}

export interface Launcher {
  launch(): Promise<boolean>;
  stop(): Promise<void>;
}

// Each launch writes a page with a code of its own, which is deleted when the code was used or is too old.
export function createLauncher(parts: LauncherParts): Launcher {
  const { folder, freshAddress, onBug, open = openInBrowser, lifetimeMs = codeLifetimeMs } = parts;
  const removals = new Set<() => Promise<void>>();
  let stopped = false;

  const removeInBackground = (remove: () => Promise<void>): void => {
    remove().catch((error: unknown) => onBug('deleting the page for the browser', error));
  };
  const launch = async (): Promise<boolean> => {
    let isSpent = false;
    let onSpent = (): void => {
      isSpent = true;
    };
    const address = freshAddress(() => onSpent());
    const page = await writeLaunchPage(folder, address);
    const remove = removeOnce(page);
    onSpent = () => removeInBackground(remove);
    if (isSpent || stopped) {
      await remove();
      return false;
    }
    const opened = await open(pathToFileURL(page.path).href);
    if (!opened) await remove();
    return opened;
  };
  const removeOnce = (page: LaunchPage): (() => Promise<void>) => {
    const remove = (): Promise<void> => {
      clearTimeout(timer);
      removals.delete(remove);
      return page.remove();
    };
    const timer = setTimeout(() => removeInBackground(remove), lifetimeMs);
    timer.unref();
    removals.add(remove);
    return remove;
  };

  return {
    launch: () =>
      launch().catch((error: unknown) => {
        onBug('opening the browser', error);
        return false;
      }),
    async stop() {
      stopped = true;
      await Promise.all([...removals].map((remove) => remove()));
    },
  };
}
