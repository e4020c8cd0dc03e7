import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { X } from 'lucide-react';
import { IconButton } from './controls/IconButton.tsx';
import { ErrorNotice } from './display/ErrorNotice.tsx';
import { lazyCode, type LazyCode, type LazyOptions } from './lazy-code.ts';
import styles from './lazy-view.module.css';

export const LazyWaitingContext = createContext<ReactNode>(null);

// A component whose code loads when it is first rendered, or earlier by its `code`.
export type LazyView<Props extends object> = ComponentType<Props> & {
  readonly code: LazyCode<ComponentType<Props>>;
};

interface LazyParts<Props> {
  readonly waiting: (context: ReactNode) => ReactNode;
  readonly failed: (error: unknown, retry: () => void, props: Props) => ReactNode;
}

export interface LazyViewOptions extends LazyOptions {
  // Shown while the code loads, instead of what the pane shows then.
  readonly waiting?: ReactNode;
  // Default: true. Without it, what is mostly empty anyway waits for another view's *Try again*.
  readonly saysFailure?: boolean;
}

/**
 * A view whose code loads like `lazyCode`. If that fails, an error with *Try again* takes its place, and the next time
 * that it is opened it is loaded again.
 *
 * React's own `lazy` would keep the failure until the page is reloaded, and `Suspense` holds back what has loaded for
 * up to 300 ms, so that placeholders don't flicker; ours appear later than that.
 */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, saysFailure = true, ...options }: LazyViewOptions = {},
): LazyView<Props> {
  return createLazyView(lazyCode(load, options), {
    waiting: (context) => waiting ?? context,
    failed: (error, retry) =>
      saysFailure ? (
        <div className={styles.pane}>
          <ErrorNotice action={null} error={error} onRetry={retry} />
        </div>
      ) : null,
  });
}

/** Like `lazyView`, for dialogs and others that have no place of their own. `close` closes what could not be opened. */
export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): LazyView<Props> {
  return createLazyView(lazyCode(load), {
    waiting: () => null,
    failed: (error, retry, props) => (
      <div className={styles.overlay}>
        <ErrorNotice action={null} error={error} onRetry={retry} />
        <IconButton
          label="Close"
          icon={<X size={14} aria-hidden />}
          className={styles.close}
          onClick={() => close(props)}
        />
      </div>
    ),
  });
}

// Of all views whose code did not come: they share code and a cause, so that one click tries all again.
const retries = new Set<() => void>();

function createLazyView<Props extends object>(
  code: LazyCode<ComponentType<Props>>,
  { waiting, failed }: LazyParts<Props>,
): LazyView<Props> {
  function View(props: Props) {
    const [Loaded, setLoaded] = useState(() => code.loaded());
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const context = use(LazyWaitingContext);
    const isNeeded = Loaded === null && failure === null;
    useLayoutEffect(() => {
      if (!isNeeded) return undefined;
      let isShown = true;
      code.load().then(
        // A large view is rendered in slices, between which the page responds.
        (loaded) => isShown && startTransition(() => setLoaded(() => loaded)),
        (error: unknown) => isShown && setFailure({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [isNeeded]);
    useEffect(() => {
      if (failure === null) return undefined;
      const retry = (): void => setFailure(null);
      retries.add(retry);
      return () => void retries.delete(retry);
    }, [failure]);
    if (Loaded !== null) return <Loaded {...props} />;
    if (failure === null) return waiting(context);
    return failed(failure.error, () => retries.forEach((retry) => retry()), props);
  }
  return Object.assign(View, { code });
}
