import type { ReactNode } from 'react';
import styles from './Dialog.module.css';

/** In the footer of a dialog that was asked to close: what would be lost. */
export function UnsavedNote({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.unsaved} role="status">
      {children}
    </span>
  );
}
