import { clsx } from 'clsx';
import { statusStyles, type Status } from './status-styles.ts';
import tones from './tones.module.css';
import styles from './StatusIcon.module.css';

export interface StatusIconProps {
  readonly status: Status;
  readonly size?: number;
  // Replaces the default label; `''` if the label is next to the icon.
  readonly label?: string;
}

export function StatusIcon({ status, size = 14, label }: StatusIconProps) {
  const { tone, Icon, isAnimated, isFilled, label: statusLabel } = statusStyles[status];
  const name = label ?? statusLabel;
  return (
    <span className={clsx(styles.icon, tones[tone], isAnimated && styles.animated)} title={name || undefined}>
      <Icon
        size={size}
        strokeWidth={isFilled ? 1 : 2.4}
        fill={isFilled ? 'currentColor' : 'none'}
        aria-hidden
      />
      {name === '' ? null : <span className="visually-hidden">{name}</span>}
    </span>
  );
}
