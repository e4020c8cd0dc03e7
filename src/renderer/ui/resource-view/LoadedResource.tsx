import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../display/EmptyState.tsx';
import { ErrorNotice } from '../display/ErrorNotice.tsx';
import { Loading } from '../display/Loading.tsx';
import styles from './resource-view.module.css';

export interface LoadedResourceProps<D> {
  // `null` or `undefined` until it is read.
  readonly data: D | null | undefined;
  readonly error: Error | null;
  // `Loading crons`.
  readonly loading: string;
  // `Could not load crons`; `null` if the error names it.
  readonly failed: string | null;
  readonly onRetry?: () => void;
  readonly children: (data: D) => ReactNode;
}

/** What the data show once they are there; until then that they are loading, or why they could not be read. */
export function LoadedResource<D>(props: LoadedResourceProps<D>) {
  const { data, error, loading, failed, onRetry, children } = props;
  if (data !== null && data !== undefined) return children(data);
  return (
    <div className={styles.view}>
      {error === null ? (
        <Loading fill>{loading}</Loading>
      ) : (
        <div className={styles.centered}>
          <ErrorNotice action={failed} error={error} {...(onRetry && { onRetry })} />
        </div>
      )}
    </div>
  );
}

/** In place of a view that has nothing to show: no server is selected, or it has no such thing. */
export function UnavailableResource(props: EmptyStateProps) {
  return (
    <div className={styles.view}>
      <EmptyState {...props} />
    </div>
  );
}
