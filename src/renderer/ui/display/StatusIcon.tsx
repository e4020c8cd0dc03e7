import { clsx } from 'clsx';
import { statusStyles, type Status } from './status-styles.ts';
import styles from './StatusIcon.module.css';

export interface StatusIconProps {
  readonly status: Status;
  readonly size?: number;
  /** Replaces the default label; `''` if the label is next to the icon. */
  readonly label?: string;
}

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
