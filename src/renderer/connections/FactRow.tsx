import type { ReactNode } from 'react';
import styles from './ServersView.module.css';

/** A row of a list of what is known of a server. */
export function FactRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.property}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
