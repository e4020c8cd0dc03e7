import type { ReactNode } from 'react';
import styles from './ServersView.module.css';

export function FactRow({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.property}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
