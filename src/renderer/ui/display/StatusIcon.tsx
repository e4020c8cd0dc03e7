import { clsx } from 'clsx';
import { statusStyles, type Status } from './status-styles.ts';
import styles from './StatusIcon.module.css';

export interface StatusIconProps {
  readonly status: Status;
  readonly size?: number;
  /** Other words than the state's own; `''` when the words stand beside it. */
  readonly label?: string;
}

/** The sign of a state in its colour, with its word for screen readers. */
export function StatusIcon({ status, size = 14, label }: StatusIconProps) {
  const { tone, word, Icon, moves, full } = statusStyles[status];
  const name = label ?? word;
  return (
    <span className={clsx(styles.icon, styles[tone], moves && styles.animated)} title={name || undefined}>
      <Icon size={size} strokeWidth={full ? 1 : 2.4} fill={full ? 'currentColor' : 'none'} aria-hidden />
      {name === '' ? null : <span className="visually-hidden">{name}</span>}
    </span>
  );
}
