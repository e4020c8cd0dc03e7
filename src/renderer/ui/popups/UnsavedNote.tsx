import type { ReactNode } from 'react';
import styles from './Dialog.module.css';

export function UnsavedNote({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.unsaved} role="status">
      {children}
    </span>
  );
}
