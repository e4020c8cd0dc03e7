import { AppError } from '../../shared/app-error.ts';

const waiting = new Set<() => Promise<unknown>>();

export interface LazyCode<Code> {
  loaded(): Code | null;
  load(): Promise<Code>;
}

export interface LazyOptions {
  // Whether `preloadViews` loads it, too. Default: true. Code that is large and rarely used is not.
  readonly preload?: boolean;
}

/** Code that loads when it is first used, or by `preloadViews` after the first paint. */
export function lazyCode<Code>(
  load: () => Promise<Code>,
  { preload = true }: LazyOptions = {},
): LazyCode<Code> {
  let code: Code | null = null;
  let coming: Promise<Code> | null = null;
  const fetch = (): Promise<Code> => {
    waiting.delete(fetch);
    coming ??= load().then(
      (loaded) => (code = loaded),
      (problem: unknown) => {
        coming = null;
        throw notLoaded(problem);
      },
    );
    return coming;
  };
  if (preload) waiting.add(fetch);
  return { loaded: () => code, load: fetch };
}

/** Loads all lazy code: the host may be unreachable later, and opening a view should not wait. */
export async function preloadViews(): Promise<void> {
  for (const fetch of waiting) await fetch().catch(() => undefined);
}

function notLoaded(cause: unknown): AppError {
  // Electron loads the window from local files.
  const hint = window.studio
    ? 'Its files may have been updated or moved. Try again, or restart the studio.'
    : 'Check whether the command that started the studio is still running. If it was updated, reload the page.';
  return new AppError('port-closed', 'Could not load this part of the window.', { hint, cause });
}
