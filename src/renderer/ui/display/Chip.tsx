import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { StatusIcon } from './StatusIcon.tsx';
import { statusStyles, type Status, type Tone } from './status-styles.ts';
import styles from './Chip.module.css';

export interface ChipProps {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
}

export function Chip({ tone = 'mute', icon, title, children }: ChipProps) {
  return (
    <span className={clsx(styles.chip, styles[tone])} title={title}>
      {icon}
      <span className={styles.text}>{children}</span>
    </span>
  );
}

export interface StatusChipProps {
  readonly status: Status;
  // Replaces the default label of the status: `waiting 41 s`.
  readonly children?: ReactNode;
  readonly title?: string | undefined;
}

export function StatusChip({ status, children, title }: StatusChipProps) {
  const { tone, label } = statusStyles[status];
  return (
    <Chip
      tone={tone}
      icon={<StatusIcon status={status} size={11} label="" />}
      {...(title === undefined ? {} : { title })}
    >
      {children ?? label}
    </Chip>
  );
}
