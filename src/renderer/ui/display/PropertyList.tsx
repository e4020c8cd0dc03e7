import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './PropertyList.module.css';

export function PropertyList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

interface PropertyProps {
  readonly name: string;
  // A button after the value. Both stay on one line, for which the value may be cut.
  readonly action?: ReactNode;
  // Between the value and the button, and never cut.
  readonly note?: ReactNode;
  readonly failed?: boolean;
  readonly testId?: string;
  readonly children: ReactNode;
}

export function Property({ name, action, note, failed, testId, children }: PropertyProps) {
  const isOneLine = action !== undefined && action !== null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={clsx(failed && styles.failed, isOneLine && styles.oneLine)} data-testid={testId}>
        {isOneLine ? <span>{children}</span> : children}
        {note === undefined || note === null ? null : <small>{note}</small>}
        {action}
      </dd>
    </>
  );
}
