import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly compact?: boolean;
}

export function EmptyState({ title, sentence, action, icon, compact = false }: EmptyStateProps) {
  return (
    <div className={clsx(styles.empty, compact && styles.compact)}>
      {icon === undefined || compact ? null : <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {sentence === undefined ? null : <p className={styles.sentence}>{sentence}</p>}
      {action}
    </div>
  );
}
