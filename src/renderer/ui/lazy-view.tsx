import { lazy, useState, type ComponentType } from 'react';

const waiting = new Set<() => Promise<unknown>>();

/** Code that is not part of the first paint. */
export interface LazyCode<Code> {
  /** `null` until it is there. */
  loaded(): Code | null;
  /** Rejects if the host does not send it; the next call tries again. */
  load(): Promise<Code>;
}

/** Code that loads when it is first used, or by `preloadViews` after the first paint. */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let code: Code | null = null;
  let coming: Promise<Code> | null = null;
  const fetch = (): Promise<Code> => {
    waiting.delete(fetch);
    coming ??= load().then(
      (loaded) => (code = loaded),
      (problem: unknown) => {
        coming = null;
        throw problem;
      },
    );
    return coming;
  };
  waiting.add(fetch);
  return { loaded: () => code, load: fetch };
}

/** A view whose code loads like `lazyCode`. Requires a `Suspense` above it, which is passed at once when the code is there. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = lazyCode(load);
  const Late = lazy(async () => ({ default: await code.load() }));
  // React's own lazy components suspend at first even if their code is there.
  return function LazyView(props: Props) {
    const [Shown] = useState<ComponentType<Props> | typeof Late>(() => code.loaded() ?? Late);
    return <Shown {...props} />;
  };
}

/** Loads all lazy code: the host may be unreachable later, and opening a view should not wait. */
export async function preloadViews(): Promise<void> {
  for (const fetch of waiting) await fetch().catch(() => undefined);
}
