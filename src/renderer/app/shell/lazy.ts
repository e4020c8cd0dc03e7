import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const waiting = new Set<() => Promise<unknown>>();

/**
 * A view that is not part of the first paint: its code loads when it is first shown, or by `preloadViews`
 * after the first paint. Requires a `PaneBoundary` above it.
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

/** Loads all lazy views: the host may be unreachable later, and opening a view should not wait. */
export async function preloadViews(): Promise<void> {
  for (const fetch of waiting) await fetch().catch(() => undefined);
}
