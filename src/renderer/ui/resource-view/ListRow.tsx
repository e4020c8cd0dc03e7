import { clsx } from 'clsx';
import type { HTMLAttributes, ReactNode } from 'react';
import styles from './resource-view.module.css';

export interface ListRowProps extends Pick<
  HTMLAttributes<HTMLElement>,
  'draggable' | 'onDragStart' | 'onDragEnd'
> {
  // 14 to 16 px.
  readonly icon?: ReactNode;
  readonly name: ReactNode;
  readonly end: ReactNode;
  readonly second: ReactNode;
  // Without it, the second line is as wide as the row.
  readonly secondEnd?: ReactNode;
}

/** A row of two lines, each with something at its end. */
export function ListRow({ icon, name, end, second, secondEnd, ...drag }: ListRowProps) {
  return (
    <div className={clsx(styles.row, icon !== undefined && styles.withIcon)} {...drag}>
      {icon}
      <span className={styles.name}>{name}</span>
      <span className={clsx(styles.quiet, styles.end)}>{end}</span>
      <span className={clsx(styles.quiet, styles.second, secondEnd === undefined && styles.wide)}>
        {second}
      </span>
      {secondEnd === undefined ? null : <span className={clsx(styles.quiet, styles.end)}>{secondEnd}</span>}
    </div>
  );
}
