import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting = new Set<() => Promise<unknown>>();

/**
 * A view that is no part of the first picture: its code is fetched when it is shown first, or by `preloadViews` when the
 * first picture stands. It needs a `PaneBoundary` above it, which shows something while it comes.
 */
export function lazyView<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  let coming: Promise<{ readonly default: ComponentType<Props> }> | null = null;
  const fetch = (): Promise<{ readonly default: ComponentType<Props> }> => {
    waiting.delete(fetch);
    coming ??= load().then((component) => ({ default: component }));
    return coming;
  };
  waiting.add(fetch);
  return lazy(fetch);
}

/** Fetches all views that were not shown yet: later the host may be away, and nothing that is opened should wait. */
export async function preloadViews(): Promise<void> {
  for (const fetch of waiting) await fetch().catch(() => undefined);
}
