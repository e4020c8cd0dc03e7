import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './resource-view.module.css';

export interface DetailPaneProps {
  readonly label: string;
  readonly title: ReactNode;
  // Next to the title.
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  // A part of it takes the space that is left and scrolls, instead of the whole pane.
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** The details of one item: its title with actions, and below it what is known of it. */
export function DetailPane({ label, title, status, actions, fills = false, children }: DetailPaneProps) {
  return (
    <section className={clsx(styles.detail, fills && styles.fills)} aria-label={label}>
      <header className={styles.head}>
        <div className={styles.subject}>
          <h3 {...(typeof title === 'string' ? { title } : {})}>{title}</h3>
          {status}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
